/// A struct for the result of a query: a plain struct with `// @projection`.
///
/// `Item.select { ItemLine.Columns(title: $0.title, projectName: $0.project.name) }` is a `Query<ItemLine>`. Its rows
/// are `ItemLine`s, and `where`, `order`, `limit` and so on can follow. A projection has no table.
public protocol Projection: Queryable where Columns: ProjectionColumns {}

extension Projection {
  /// Whether it is stored in a table or view: always `false`.
  @inlinable
  public static var isStored: Bool { false }
}

// Queries that start from a projection. If generic code calls them, they are rejected when they run. They are rejected by
// '_NotAQueryValue' and not by being unavailable, because Swift would then prefer the functions of `Queryable`.
extension Projection {
  /// Not available, because a projection has no table.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static var all: Query<Self> { Query() }

  /// Not available, because a projection has no table.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static func `where`<P: SQLExpression<Bool>>(_ predicate: (Columns) -> P) -> Query<Self> { Query() }

  /// Not available, because a projection has no table.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (Columns) -> (First, repeat each Term)
  ) -> Query<Self> { Query() }

  /// Not available, because a projection has no table.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static func limit(_ count: Int?, offset: Int = 0) -> Query<Self> { Query() }
}

/// The columns of a ``Projection``: those of a row that is read, or the expressions from which a query creates a row.
///
/// Besides `init(_ source:)`, generated code adds an initializer with one parameter for each property. A parameter
/// takes any expression of the property's type, which can be `NULL` only if the property is optional.
public protocol ProjectionColumns: ModelColumns {
  /// The expression of each column, in the order of the projection's ``Queryable/table``.
  var nodes: [ExpressionNode] { get }
}

extension SQLOperation {
  /// Creates a column that is read from `source`: `t0."title"`.
  public init(_ column: String, of source: _Source) { self.init(.column(column, of: source)) }

  /// Creates a column from an expression.
  @inlinable
  public init(_ expression: some SQLExpression<Value>) { self.init(expression.node) }

  /// Creates an optional column from an expression, which may be `NULL`.
  @inlinable
  public init<Unwrapped>(optional expression: some SQLOptionalExpression<Unwrapped>) where Value == Unwrapped? {
    self.init(expression.node)
  }
}

extension OptionalGroup {
  /// The columns of the group.
  public var columnSlice: _ColumnSlice<Columns.Owner> { columns.columnSlice }

  /// Creates the columns of a group from a slice.
  public init(_ columns: _ColumnSlice<Columns.Owner>) { self.init(Columns(columns)) }
}

extension _ColumnSlice {
  /// Creates the same columns without the ability to update them.
  public init(_ columns: _ColumnSlice<some Any>) { self.init(columns.names, of: columns.source) }

  /// The columns as expressions, in order.
  public var nodes: [ExpressionNode] { names.map { .column($0, of: source) } }
}
