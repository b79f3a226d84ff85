/// A change declared next to its model, with the values of its parameters: `// @query(finish(all project: Project.ID):
/// "UPDATE item SET done = 1 WHERE project_id = :project")`.
///
/// It is a value; nothing changes until it is run.
public struct NamedChange: _NamedStatement {
  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]

  /// Creates the change from a statement. Called by generated code.
  public init(_ statement: FixedStatement, _ bindings: [BoundValue] = []) {
    (_fixed, _parameters) = (statement, bindings)
  }

  /// Runs the change, and returns the number of changed rows. Rows changed by cascades and triggers aren't counted.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint (no row is changed then), ``DatabaseError`` for
  ///   any other error.
  @inlinable @discardableResult
  public func execute(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    db.willRun(for: CallSite(fileID: fileID, line: line))
    return try db.execute(_fixed) { $0.bind(all: _parameters) }
  }
}

/// A change declared next to its model that returns rows: `// @query(takeOldest() -> Item: "DELETE FROM item WHERE …
/// RETURNING *")`.
public struct NamedChangedRows<M: Queryable>: ReturningChange, _NamedRows {
  /// The type of a row.
  public typealias Row = M

  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]

  /// Creates the change from a statement that returns the columns of `M` in order. Called by generated code.
  public init(_ statement: FixedStatement, _ bindings: [BoundValue] = []) {
    (_fixed, _parameters) = (statement, bindings)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M(row: &row) }
}

/// A change declared next to its model that returns values: `// @query(finishAll() -> (id: Item.ID, title: String):
/// "UPDATE … RETURNING id, title")`.
///
/// `Row` is the tuple of the values, or the value itself if there is only one.
public struct NamedChangedValues<Row, each Value: ColumnValue>: ReturningChange, _NamedRows {
  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]
  @usableFromInline let row: @Sendable (repeat (each Value).Plain) -> Row

  /// Creates the change from a statement that returns one column for each value. Called by generated code.
  /// - Parameter row: converts the values to a row with labels.
  public init(
    _ statement: FixedStatement, _ bindings: [BoundValue] = [],
    row: @escaping @Sendable (repeat (each Value).Plain) -> Row
  ) {
    (_fixed, _parameters, self.row) = (statement, bindings, row)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from reader: inout some RowReader) throws -> Row {
    row(repeat try reader.read(as: (each Value).self))
  }
}
