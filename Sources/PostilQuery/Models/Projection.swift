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

/// The actor of the queries that would start from a projection. Its name is a part of the error. No code runs on it.
@globalActor
public actor _ProjectionHasNoTable {
  /// The shared actor, which is never used.
  public static let shared = _ProjectionHasNoTable()
}

// Queries that start from a projection. If generic code calls them, they are rejected when they run. They can't be unavailable, because
// Swift would then prefer the functions of `Queryable`. Instead, they belong to an actor to which no code is isolated, which makes the
// call an error, and their deprecation message says what to write instead.
extension Projection {
  /// Not available, because a projection has no table.
  @_ProjectionHasNoTable
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static var all: Query<Self> { Query() }

  /// Not available, because a projection has no table.
  @_ProjectionHasNoTable
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static func `where`<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Columns) -> P) -> Query<Self> {
    Query()
  }

  /// Not available, because a projection has no table.
  @_ProjectionHasNoTable
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static func order(@OrderBuilder _ terms: (Columns) -> some _OrderTerms) -> Query<Self> { Query() }

  /// Not available, because a projection has no table.
  @_ProjectionHasNoTable
  @available(
    *, deprecated, message: "a projection has no table: create its rows with 'select' in a query of a model"
  )
  public static func limit(_ count: Int?, offset: Int = 0) -> Query<Self> { Query() }
}

/// The columns of a ``Projection``: those of a row that is read, or the expressions from which a query creates a row.
///
/// Besides `init(_ source:)`, generated code adds an initializer with one parameter for each property. A parameter
/// takes any expression or constant of the property's type, which can be `NULL` only if the property is optional.
public protocol ProjectionColumns: QueryColumns, _SelectedResults, _ReturnedResults, _IncludedResults
where
  _Selection == Query<OwningModel>, _Returning == ChangedRows<OwningModel>,
  _Included == IncludedValues<OwningModel, _SelectedRow<OwningModel>>
{
  /// The expression of each column, in the order of the projection's ``Queryable/table``.
  var nodes: [_ExpressionNode] { get }
}

/// What a property of a projection can be created from: an expression, or a constant.
public protocol ProjectedValue<_Projected>: ProjectedOptional, SelectedElement where _Projected: ColumnValue {
}

extension ProjectedValue {
  /// The value.
  @inlinable
  public var _selectedNodes: [_ExpressionNode] { [_projectedNode] }
}

/// What an optional property of a projection can be created from: an expression or a constant, optional or not.
public protocol ProjectedOptional<_ProjectedUnwrapped>: Sendable {
  /// The type of a value that isn't `NULL`.
  associatedtype _ProjectedUnwrapped: ColumnValue
  /// The value as a tree, which a query renders.
  var _projectedNode: _ExpressionNode { get }
}

extension SQLOperation {
  /// Creates a column that is read from `source`: `t0."title"`.
  public init(_ column: String, of source: _Source) { self.init(.column(column, of: source)) }

  /// Creates a column from an expression or a constant.
  @inlinable
  public init(_ value: some ProjectedValue<Value>) { self.init(value._projectedNode) }

  /// Creates an optional column from an expression or a constant, which may be `NULL`.
  @inlinable
  public init<Unwrapped>(optional value: some ProjectedOptional<Unwrapped>) where Value == Unwrapped? {
    self.init(value._projectedNode)
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
  public var nodes: [_ExpressionNode] { names.map { .column($0, of: source) } }
}
