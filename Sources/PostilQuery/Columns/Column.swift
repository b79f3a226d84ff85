/// A column that an update may set.
public struct Column<Owner, Value: ColumnValue>: SQLExpression {
  /// The row that the column is read from.
  public let rowSource: _Source
  /// The name in the database. It and ``rowSource`` are called so that they hide no member of a JSON column: `$0.address.name`.
  public let columnName: String

  /// The column of this name, read from `source`: `t0."title"`.
  public init(_ name: String, of source: _Source) {
    rowSource = source
    columnName = name
  }

  /// The expression as a tree, which a query renders.
  public var node: ExpressionNode { .column(columnName, of: rowSource) }

  /// What an update writes to the column: `"priority" = ?1`.
  public func set(_ value: Value.Plain) -> Assignment<Owner> {
    Assignment(source: rowSource, column: columnName, value: .value(Value._boundValue(of: value)))
  }

  /// What an update writes to the column, computed by the database: `"count" = t0."count" + ?1`.
  ///
  /// Every row is computed from what it and the others held before the statement.
  public func set<E: SQLExpression>(_ expression: E) -> Assignment<Owner> where E.Value == Value {
    Assignment(source: rowSource, column: columnName, value: expression.node)
  }

  /// What an update writes to a nullable column, from an expression that is never `NULL`.
  public func set<E: SQLExpression>(_ expression: E) -> Assignment<Owner> where Value == E.Value? {
    Assignment(source: rowSource, column: columnName, value: expression.node)
  }
}

/// A column that no update may set: a `let` property, a primary key that the database assigns, every column of a view.
public struct ReadOnlyColumn<Owner, Value: ColumnValue>: SQLExpression {
  /// The row that the column is read from.
  public let rowSource: _Source
  /// The name in the database. It and ``rowSource`` are called so that they hide no member of a JSON column: `$0.address.name`.
  public let columnName: String

  /// The column of this name, read from `source`: `t0."id"`.
  public init(_ name: String, of source: _Source) {
    rowSource = source
    columnName = name
  }

  /// The expression as a tree, which a query renders.
  public var node: ExpressionNode { .column(columnName, of: rowSource) }
}

extension ReadOnlyColumn {
  /// No update sets the column.
  @available(
    *, unavailable, message: "no update sets this column: it is a 'let', a key, or filled or computed by the database"
  )
  public func set(_ value: Value.Plain) -> Assignment<Owner> {
    Assignment(source: rowSource, column: columnName, value: .value(Value._boundValue(of: value)))
  }
}

/// What an update writes to a column, or to those of a group; made by `set`.
public struct Assignment<Owner>: Sendable {
  let source: _Source
  let settings: [(column: String, value: ExpressionNode)]

  init(source: _Source, settings: [(column: String, value: ExpressionNode)]) {
    self.source = source
    self.settings = settings
  }

  init(source: _Source, column: String, value: ExpressionNode) {
    self.init(source: source, settings: [(column, value)])
  }
}
