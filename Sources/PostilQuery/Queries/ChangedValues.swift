/// A change that gives values of the rows that it changed: `late.updating { … }.returning { ($0.id, $0.title) }`.
///
/// `Row` is what a row gives: the tuple of the expressions' values, or the only one itself. Fetching makes the change, as it does
/// for ``ChangedRows``.
public struct ChangedValues<Row, each Value: ColumnValue>: Sendable {
  @usableFromInline let core: ChangeCore
  @usableFromInline let source: Source
  @usableFromInline let nodes: [ExpressionNode]

  @usableFromInline
  init(core: ChangeCore, source: Source, nodes: [ExpressionNode]) {
    self.core = core
    self.source = source
    self.nodes = nodes
  }
}

// `Row` is `(repeat (each Value).Plain)`, of which `returning` makes sure; why it is a parameter of its own is said at `Selection`.
extension ChangedValues {
  /// Makes the change and gives the values of every row that it changed.
  /// - Throws: ``QueryError`` when it cannot be written, ``ConstraintViolation`` when a constraint refuses a row (then none is
  ///   changed), ``ColumnDecodingError`` for a value that is not of its expression's type, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func fetchAll<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Row]
  {
    var rows: [Row] = []
    if core.isNothing { return rows }
    try db.forEachRow(core.values(nodes, of: source, for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      rows.append(unsafeBitCast(values, to: Row.self))
    }
    return rows
  }

  /// Makes the change and gives the values of one of the rows that it changed, `nil` where it changed none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable @discardableResult
  public func fetchOne<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row?
  {
    if core.isNothing { return nil }
    return try db.fetchFirst(core.values(nodes, of: source, for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      return unsafeBitCast(values, to: Row.self)
    }
  }

  /// Makes the change and hands the values of every row that it changed to `body`, one row at a time.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws; the change is made all the same, unless the `write` is left.
  @inlinable
  public func forEach<DB: WriteTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (repeat (each Value).Plain) throws -> Void
  ) throws {
    if core.isNothing { return }
    try db.forEachRow(core.values(nodes, of: source, for: DB.dialect).from(fileID, line)) { row in
      try body(repeat try row.read(as: (each Value).self))
    }
  }
}

extension ChangedValues: SQLStatement {
  /// The statement that makes the change and returns the values, as `dialect` writes it.
  /// - Throws: ``QueryError`` when it cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try core.values(nodes, of: source, for: dialect)
  }

  /// The statement that makes the change and returns the values; or why there is none.
  public var description: String { core.description { try rendered() } }
}
