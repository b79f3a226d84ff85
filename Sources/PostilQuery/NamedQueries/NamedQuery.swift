/// A query declared next to its model, with the values of its parameters: `// @query(overdue(before day: Date): "WHERE
/// due_at < :day")`.
///
/// ```swift
/// let late = try Item.overdue(before: now, limit: 20).fetchAll(in: db)
/// ```
///
/// It is a value; nothing runs until it is fetched.
public typealias NamedQuery<M: Queryable> = _NamedModels<M, _NamedReading>

/// A change declared next to its model that returns rows: `// @query(takeOldest() -> Item: "DELETE FROM item WHERE … RETURNING *")`.
public typealias NamedChangedRows<M: Queryable> = _NamedModels<M, _NamedWriting>

/// A query declared next to its model that returns values: `// @query(counts() -> (genre: String, count: Int): "SELECT …")`.
///
/// `Row` is the tuple of the values, or the value itself if there is only one.
public typealias NamedSelection<Row, each Value: ColumnValue> = _NamedValues<_NamedReading, Row, repeat each Value>

/// A change declared next to its model that returns values:
/// `// @query(finishAll() -> (id: Item.ID, title: String): "UPDATE … RETURNING id, title")`.
///
/// `Row` is the tuple of the values, or the value itself if there is only one.
public typealias NamedChangedValues<Row, each Value: ColumnValue> = _NamedValues<_NamedWriting, Row, repeat each Value>

/// Marks named statements that read.
public enum _NamedReading {}
/// Marks named statements that change rows and return them.
public enum _NamedWriting {}

/// A statement declared next to its model that returns rows of a model; see ``NamedQuery`` and ``NamedChangedRows``.
public struct _NamedModels<M: Queryable, Access>: _NamedRows {
  /// The type of a row.
  public typealias Row = M

  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]

  /// Creates it from a statement that returns the columns of `M` in order. SQLite checked it at build time. Called by generated code.
  public init(_ statement: FixedStatement, _ bindings: [BoundValue] = []) {
    (_fixed, _parameters) = (statement, bindings)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M._readRow(from: &row) }
}

extension _NamedModels: FetchableQuery where Access == _NamedReading {}
extension _NamedModels: ReturningChange where Access == _NamedWriting {}

/// A statement declared next to its model that returns values; see ``NamedSelection`` and ``NamedChangedValues``.
public struct _NamedValues<Access, Row, each Value: ColumnValue>: _NamedRows {
  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]
  @usableFromInline let row: @Sendable (repeat (each Value).Plain) -> Row

  /// Creates it from a statement that returns one column for each value. Called by generated code.
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

extension _NamedValues: FetchableQuery where Access == _NamedReading {}
extension _NamedValues: ReturningChange where Access == _NamedWriting {}

/// A `@query` statement, with the values of its parameters.
///
/// Its text is fixed and was checked by SQLite at build time. Calls with different values run the same prepared statement.
public protocol _NamedStatement: SQLStatement {
  /// The statement.
  var _fixed: FixedStatement { get }
  /// The values of `?1`, `?2` and so on.
  var _parameters: [BoundValue] { get }
}

extension _NamedStatement {
  /// The statement and the values of its parameters, in SQLite's dialect.
  public func rendered(for dialect: Dialect = .sqlite) -> _RenderedStatement {
    _RenderedStatement(sql: _fixed.description, bindings: _parameters)
  }

  /// The statement, with its values as `?1`, `?2` and so on.
  public var sql: String { _fixed.description }

  /// The statement, with its values as `?1`, `?2` and so on.
  public var description: String { sql }
}

extension _NamedRows {
  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) -> _RenderedStatement {
    // The line break ends a comment at the end of the statement.
    let sql = (summary == .count ? "SELECT count(*) FROM (" : "SELECT EXISTS (") + _fixed.description + "\n)"
    return _RenderedStatement(sql: sql, bindings: _parameters)
  }
}

extension BoundValue {
  /// The values as one JSON array, for `IN (SELECT "value" FROM json_each(?1))`.
  ///
  /// A list with bytes, which JSON can't represent, or with text that contains a NUL, where SQLite would truncate it,
  /// is rejected when a statement binds it.
  public static func list<Value: ColumnValue>(_ values: some Sequence<Value>) -> BoundValue {
    list(values.map(\._boundValue), of: Value.self)
  }

  /// The values as one JSON array, in the form in which a column stores them: `.list(days, as: UnixSeconds.self)`.
  public static func list<Value: ColumnValue>(_ values: some Sequence<Value.Plain>, as type: Value.Type) -> BoundValue {
    list(values.map { Value(_plain: $0)._boundValue }, of: Value.Plain.self)
  }

  private static func list<Value>(_ values: [BoundValue], of type: Value.Type) -> BoundValue {
    for value in values {
      switch value {
      case .unstorable: return value
      case .text(let text) where text.utf8.contains(0):
        return .unstorable(
          ColumnEncodingError(
            type: "String", reason: "it contains a NUL, at which SQLite would truncate the text in a list"))
      case .blob:
        return .unstorable(
          ColumnEncodingError(type: "\(Value.self)", reason: "it is stored as bytes, which a list can't contain"))
      default: continue
      }
    }
    return .text(JSONText.array(of: values))
  }
}
