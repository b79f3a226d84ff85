/// A change of the rows of a query: a value, which changes nothing until it is run.
///
/// ```swift
/// let change = late.updating { [$0.done.set(true)] }
/// let count = try change.run(in: db)
/// let titles = try change.returning { $0.title }.fetchAll(in: db)
/// ```
///
/// It is one statement, of which all rows are changed or none is. ``description`` is its SQL.
public struct Change<M: Model>: Sendable {
  @usableFromInline let core: ChangeCore

  @usableFromInline
  init(core: ChangeCore) { self.core = core }

  /// Makes the change, and returns how many rows it changed (those of cascades and triggers not counted).
  /// - Throws: ``QueryError`` when it cannot be written, ``ConstraintViolation`` when a constraint refuses a row (then none is
  ///   changed), ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func run<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    if core.isNothing { return 0 }
    return try db.execute(core.statement(for: DB.dialect).from(fileID, line))
  }

  /// The same change, which gives every row that it changed, as it is then; a deleted one as it was.
  ///
  /// `RETURNING "id", "title"`
  @inlinable
  public func returning() -> ChangedRows<M> { ChangedRows(core: core, results: .row) }

  // By itself, as that of `select` is.
  /// The same change, which gives the value of one expression for every row that it changed: `.returning { $0.title }`; or a
  /// projection's rows, made of expressions over every row that it changed:
  /// `late.updating { … }.returning { ItemLine.Columns(title: $0.title, listName: $0.list.name) }`.
  @inlinable
  public func returning<E: Selectable>(_ expression: (M.Columns) -> E) -> E.Returned {
    let source = Source(M.table)
    return expression(M.Columns(source)).returned(of: ReturnedRows(core, of: source))
  }

  /// The same change, which gives the values of these expressions for every row that it changed.
  ///
  /// `late.updating { … }.returning { ($0.id, $0.title) }` ends in `RETURNING "item"."id", "item"."title"`, and its rows are
  /// `(Item.ID, String)`. A to-one path and a count are subqueries, computed when the row has changed and its delete rules are
  /// done. Other rows of the changed table cannot be read: ``QueryError/returningReadsChangedTable(table:)``.
  @inlinable @_disfavoredOverload
  public func returning<each E: SQLExpression>(
    _ expressions: (M.Columns) -> (repeat each E)
  ) -> ChangedValues<(repeat (each E).Value.Plain), repeat (each E).Value> {
    let source = Source(M.table)
    let tuple = expressions(M.Columns(source))
    let nodes = ExpressionNode.list(repeat each tuple)
    return ChangedValues(core: core, source: source, nodes: nodes)
  }
}

extension Change: SQLStatement {
  /// The statement that makes the change, as `dialect` writes it.
  /// - Throws: ``QueryError`` when it cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try core.statement(for: dialect)
  }

  /// The statement that makes the change, its values as `?1`, `?2` …; or why there is none.
  public var description: String { core.description { try rendered() } }
}

extension ChangeCore {
  /// The text of a statement of this change, for people to read.
  func description(_ statement: () throws -> RenderedStatement) -> String {
    if isNothing { return "(no statement: nothing is set)" }
    do { return try statement().sql } catch { return "(no statement: \(error))" }
  }
}
