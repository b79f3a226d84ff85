/// A struct that was declared for the result of a query: `// @projection` on a plain struct.
///
/// `Item.select { ItemLine.Columns(title: $0.title, projectName: $0.project.name) }` is a `Query<ItemLine>`: a row of it is an
/// `ItemLine`, read all at once, and `where`, `order`, `limit` … go on from there. No table belongs to it.
public protocol Projection: Queryable where Columns: ProjectionColumns {}

extension Projection {
  /// Whether there is a table or a view of it: there is none.
  @inlinable
  public static var isStored: Bool { false }
}

// Queries that begin at a projection. Those that are reached by generic code are refused when they are run. They are refused by
// 'NothingNamed' because Swift would prefer those of every `Queryable` to functions that are unavailable.
extension Projection {
  /// There is no table to query.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "no table belongs to a projection: make its rows by 'select' of a query of a model"
  )
  public static var all: Query<Self> { Query() }

  /// There is no table to query.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "no table belongs to a projection: make its rows by 'select' of a query of a model"
  )
  public static func `where`<P: SQLExpression<Bool>>(_ predicate: (Columns) -> P) -> Query<Self> { Query() }

  /// There is no table to query.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "no table belongs to a projection: make its rows by 'select' of a query of a model"
  )
  public static func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (Columns) -> (First, repeat each Term)
  ) -> Query<Self> { Query() }

  /// There is no table to query.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "no table belongs to a projection: make its rows by 'select' of a query of a model"
  )
  public static func limit(_ count: Int?, offset: Int = 0) -> Query<Self> { Query() }
}

/// The columns of a ``Projection``: those of a row that it is read from, or what a query makes them of.
///
/// Besides `init(_ source:)`, the generated code has an initializer with an argument for each property, which takes any expression
/// of the property's type; one that can be `NULL` only where the property is optional.
public protocol ProjectionColumns: ModelColumns, _Selectable
where Selected == Query<OwningModel>, Returned == ChangedRows<OwningModel> {
  /// The expression of each column, in the order of the projection's ``Queryable/table``.
  var nodes: [ExpressionNode] { get }
}

extension SQLOperation {
  /// A column that is read from `source`: `t0."title"`.
  public init(_ column: String, of source: _Source) { self.init(.column(column, of: source)) }

  /// What an expression gives.
  @inlinable
  public init(_ expression: some SQLExpression<Value>) { self.init(expression.node) }

  /// What an expression gives that can be `NULL`, or one that never is, as an optional.
  @inlinable
  public init<Unwrapped>(optional expression: some SQLOptionalExpression<Unwrapped>) where Value == Unwrapped? {
    self.init(expression.node)
  }
}

extension OptionalGroup {
  /// The columns of the group.
  public var columnSlice: _ColumnSlice<Columns.Owner> { columns.columnSlice }

  /// The columns of a slice as those of a group.
  public init(_ columns: _ColumnSlice<Columns.Owner>) { self.init(Columns(columns)) }
}

extension _ColumnSlice {
  /// The same columns for what no update sets.
  public init(_ columns: _ColumnSlice<some Any>) { self.init(columns.names, of: columns.source) }

  /// The columns as expressions, in their order.
  public var nodes: [ExpressionNode] { names.map { .column($0, of: source) } }
}
