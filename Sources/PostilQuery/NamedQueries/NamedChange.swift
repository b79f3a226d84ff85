/// A change written next to its model, `// @query(finish(all project: Project.ID): "UPDATE item SET done = 1 WHERE project_id =
/// :project")`, with the values of its parameters.
///
/// It is a value: nothing changes before it is executed.
public struct NamedChange: _NamedStatement {
  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]

  /// The change of a statement that writes. Generated code calls it.
  public init(_ statement: FixedStatement, _ bindings: [BoundValue] = []) {
    (_fixed, _parameters) = (statement, bindings)
  }

  /// Makes the change, and returns the number of changed rows (without those of cascades and triggers).
  /// - Throws: ``ConstraintViolation`` if a constraint refuses a row (then no row is changed), ``DatabaseError`` for any other
  ///   error.
  @inlinable @discardableResult
  public func execute(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    db.willRun(for: CallSite(fileID: fileID, line: line))
    return try db.execute(_fixed) { $0.bind(all: _parameters) }
  }
}

/// A change written next to its model that returns rows: `// @query(takeOldest() -> Item: "DELETE FROM item WHERE … RETURNING *")`.
public struct NamedChangedRows<M: Queryable>: ReturningChange, _NamedRows {
  /// A row.
  public typealias Row = M

  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]

  /// The change of a statement that returns the columns of `M` in their order. Generated code calls it.
  public init(_ statement: FixedStatement, _ bindings: [BoundValue] = []) {
    (_fixed, _parameters) = (statement, bindings)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M(row: &row) }
}

/// A change written next to its model that returns values:
/// `// @query(finishAll() -> (id: Item.ID, title: String): "UPDATE … RETURNING id, title")`.
///
/// `Row` is the tuple of the values, or the value itself if there is only one.
public struct NamedChangedValues<Row, each Value: ColumnValue>: ReturningChange, _NamedRows {
  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]
  @usableFromInline let row: @Sendable (repeat (each Value).Plain) -> Row

  /// The change of a statement that returns as many columns as there are values. Generated code calls it.
  /// - Parameter row: makes a row of the values, with labels.
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
