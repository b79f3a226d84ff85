/// A column that can be updated.
public struct Column<Owner, Value: ColumnValue>: SQLExpression {
  /// The row that the column is read from.
  public let _rowSource: _Source
  /// The name in the database. This property and ``_rowSource`` have names that don't hide a member of a JSON column:
  /// `$0.address.name`.
  public let columnName: String

  /// Creates the column with this name, read from `source`: `t0."title"`.
  public init(_ name: String, of source: _Source) {
    _rowSource = source
    columnName = name
  }

  /// The expression as a tree, which a query renders.
  public var node: _ExpressionNode { .column(columnName, of: _rowSource, isOptional: Self.takesNull) }

  /// An assignment of a value in an update: `"priority" = ?1`.
  public func set(_ value: Value.Plain) -> Assignment<Owner> {
    Assignment(source: _rowSource, column: columnName, value: .value(Value._boundValue(of: value)))
  }

  /// An assignment of an expression in an update, computed by the database: `"count" = t0."count" + ?1`.
  ///
  /// The expression uses the values from before the statement, for every row.
  public func set<E: SQLExpression>(_ expression: E) -> Assignment<Owner> where E.Value == Value {
    Assignment(source: _rowSource, column: columnName, value: expression.node)
  }

  /// An assignment of an expression that is never `NULL` to a nullable column.
  public func set<E: SQLExpression>(_ expression: E) -> Assignment<Owner> where Value == E.Value? {
    Assignment(source: _rowSource, column: columnName, value: expression.node)
  }
}

/// A column that can't be updated: a `let` property, a primary key that the database assigns, any column of a view.
public struct ReadOnlyColumn<Owner, Value: ColumnValue>: SQLExpression {
  /// The row that the column is read from.
  public let _rowSource: _Source
  /// The name in the database. This property and ``_rowSource`` have names that don't hide a member of a JSON column:
  /// `$0.address.name`.
  public let columnName: String

  /// Creates the column with this name, read from `source`: `t0."id"`.
  public init(_ name: String, of source: _Source) {
    _rowSource = source
    columnName = name
  }

  /// The expression as a tree, which a query renders.
  public var node: _ExpressionNode { .column(columnName, of: _rowSource, isOptional: Self.takesNull) }
}

extension ReadOnlyColumn {
  /// Not available, because the column can't be updated.
  @available(
    *, unavailable, message: "this column can't be updated: it is a 'let', a key, or filled or computed by the database"
  )
  public func set(_ value: Value.Plain) -> Assignment<Owner> {
    Assignment(source: _rowSource, column: columnName, value: .value(Value._boundValue(of: value)))
  }
}

/// An assignment to a column or a column group in an update, created by `set`.
public struct Assignment<Owner>: Sendable {
  let source: _Source
  let settings: [(column: String, value: _ExpressionNode)]

  init(source: _Source, settings: [(column: String, value: _ExpressionNode)]) {
    self.source = source
    self.settings = settings
  }

  init(source: _Source, column: String, value: _ExpressionNode) {
    self.init(source: source, settings: [(column, value)])
  }
}

/// A column of a model, with its name in the database.
public protocol _NamedColumn<Owner> {
  /// The model. A path of required references never leads to another row of the same model: the compiler refuses cycles.
  associatedtype Owner
  /// The name in the database.
  var columnName: String { get }
}

extension Column: _NamedColumn {}
extension ReadOnlyColumn: _NamedColumn {}
