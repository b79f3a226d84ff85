/// A query that loads related rows together with its rows: `late.with { ($0.project, $0.tags) }`.
///
/// `Row` is the tuple of the row and what each inclusion loads: `(Item, Project, [Tag])`. The row of a joined query is itself a tuple:
/// `((Item, Project), [Tag])`. For any number of rows, it takes one
/// statement for the rows and one for each named relationship, at any depth. A statement that no row needs isn't run.
public struct EagerQuery<Row, T: QueryTables, each I: Inclusion>: Sendable {
  @usableFromInline var core: QueryCore
  @usableFromInline let level: InclusionLevel
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ core: QueryCore, _ level: InclusionLevel, _ inclusions: repeat each I) {
    self.core = core
    self.level = level
    self.inclusions = (repeat each inclusions)
  }
}

extension Query {
  /// The rows together with these relationships.
  ///
  /// `.with { ($0.project, $0.tags) }` returns `(Item, Project, [Tag])`. To-many relationships can be filtered, and all
  /// relationships can be nested: `.with { $0.steps.where { !$0.done }.order { $0.text }.limit(3) }`, `.with {
  /// $0.tags.with { $0.items } }`.
  @inlinable
  public func with<each I: Inclusion>(
    @InclusionBuilder _ inclusions: (M.Columns) -> (repeat each I)
  ) -> EagerQuery<(M, repeat (each I).LoadedValue), OneTable<M>, repeat each I> {
    let source = _Source(M.table)
    let tuple = inclusions(M.Columns(source))
    return EagerQuery(core, InclusionLevel([source], repeat each tuple), repeat each tuple)
  }

  /// The rows together with one relationship: `.with { $0.tags }` returns `(Item, [Tag])`.
  @inlinable
  public func with<I: Inclusion>(@InclusionBuilder _ inclusion: (M.Columns) -> I) -> EagerQuery<
    (M, I.LoadedValue), OneTable<M>, I
  > {
    // Swift 6.3 can't match a pack of one element with the declared result of a page.
    let source = _Source(M.table)
    let tuple = inclusion(M.Columns(source))
    return EagerQuery(core, InclusionLevel([source], tuple), tuple)
  }
}

extension Queryable {
  /// All rows together with these relationships; see `Query.with(_:)`.
  @inlinable
  public static func with<each I: Inclusion>(
    @InclusionBuilder _ inclusions: (Columns) -> (repeat each I)
  ) -> EagerQuery<(Self, repeat (each I).LoadedValue), OneTable<Self>, repeat each I> {
    Query().with(inclusions)
  }

  /// All rows together with one relationship; see `Query.with(_:)`.
  @inlinable
  public static func with<I: Inclusion>(@InclusionBuilder _ inclusion: (Columns) -> I) -> EagerQuery<
    (Self, I.LoadedValue), OneTable<Self>, I
  > {
    Query().with(inclusion)
  }
}

extension JoinedQuery {
  /// The rows together with these relationships: `.with { item, project in (item.tags, project.items) }` returns `((Item, Project),
  /// [Tag], [Item])`; see `Query.with(_:)`. The row of a table after a `leftJoin` can be missing. Its to-many relationships are
  /// then empty, and its to-one relationships `nil`.
  @inlinable
  public func with<each I: Inclusion>(
    @InclusionBuilder _ inclusions: (Tables.Columns) -> (repeat each I)
  ) -> EagerQuery<(Tables.Rows, repeat (each I).LoadedValue), Tables, repeat each I> {
    let sources = Tables.makeSources()
    let tuple = inclusions(Tables.columns(of: sources))
    return EagerQuery(_core.core, InclusionLevel(sources, repeat each tuple), repeat each tuple)
  }

  /// The rows together with one relationship: `.with { item, _ in item.tags }` returns `((Item, Project), [Tag])`.
  @inlinable
  public func with<I: Inclusion>(
    @InclusionBuilder _ inclusion: (Tables.Columns) -> I
  ) -> EagerQuery<(Tables.Rows, I.LoadedValue), Tables, I> {
    let sources = Tables.makeSources()
    let tuple = inclusion(Tables.columns(of: sources))
    return EagerQuery(_core.core, InclusionLevel(sources, tuple), tuple)
  }
}

extension EagerQuery {
  /// The rows for which `predicate` is also true; see ``Query/where(_:)`` and, for several tables, ``JoinedQuery/where(_:)``.
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (T.Columns) -> P) -> Self {
    let sources = T.makeSources()
    let node = predicate(T.columns(of: sources)).node
    var eager = self
    eager.core = core.filtered(by: sources.count > 1 ? node.matchingValues : node, of: sources)
    return eager
  }

  /// The same rows, sorted by these terms; see ``Query/order(_:)``.
  @inlinable
  public func order(@OrderBuilder _ terms: (T.Columns) -> some _OrderTerms) -> Self {
    let sources = T.makeSources()
    var eager = self
    eager.core = core.ordered(by: terms(T.columns(of: sources))._orderings, of: sources)
    return eager
  }

  /// At most `count` of the rows, after skipping `offset`; see ``Query/limit(_:offset:)``.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Self {
    var eager = self
    eager.core = core.paged(limit: count, offset: offset)
    return eager
  }
}

extension EagerQuery: FetchableQuery {
  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try core.summary(summary, for: dialect)
  }

  /// Fetches all rows.
  @inlinable
  public func _fetchAll<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> [Row] {
    try fetch(limit: nil, in: db, for: callSite)
  }

  /// Fetches the first row.
  @inlinable
  public func _fetchFirst<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> Row? {
    try fetch(limit: 1, in: db, for: callSite).first
  }

  /// Passes the rows to `body`, fetching 1000 at a time.
  @inlinable
  public func _forEachRow<DB: ReadTransaction>(
    limit: Int?, in db: DB, for callSite: CallSite, _ body: (consuming Row) throws -> Void
  ) throws {
    try forEach(limit: limit, in: db, batchSize: 1000, for: callSite, body)
  }

  /// Passes the rows to `body`. They are fetched `batchSize` at a time, and each batch takes one statement for each
  /// relationship, so that memory use doesn't grow with the number of rows.
  /// - Throws: the same errors as `fetchAll`, and any error that `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, batchSize: Int, fileID: StaticString = #fileID, line: UInt = #line, _ body: (Row) throws -> Void
  ) throws {
    try forEach(limit: nil, in: db, batchSize: batchSize, for: CallSite(fileID: fileID, line: line)) { try body($0) }
  }

  @inlinable
  func forEach<DB: ReadTransaction>(
    limit: Int?, in db: DB, batchSize: Int, for callSite: CallSite, _ body: (consuming Row) throws -> Void
  ) throws {
    let plan = try level.plan(of: T.tables).from(callSite)
    var batch = InclusionBatch<Row, T, repeat each I>(plan, repeat each inclusions)
    let parents = try level.parents(core, of: T.tables, limit: limit, plan, for: db.dialect).from(callSite)
    try db.forEachRow(parents, read: { row in try batch.read(&row) }) { _ in
      guard batch.models.count >= batchSize else { return }
      for row in try batch.takeRows(in: db) { try body(row) }
    }
    for row in try batch.takeRows(in: db) { try body(row) }
  }

  @inlinable
  func fetch<DB: ReadTransaction>(limit: Int?, in db: DB, for callSite: CallSite) throws -> [Row] {
    var plan = try level.plan(of: T.tables).from(callSite)
    plan.isOfWholeTable = limit == nil && core.isWholeTable
    var batch = InclusionBatch<Row, T, repeat each I>(plan, repeat each inclusions)
    try db.forEachRow(level.parents(core, of: T.tables, limit: limit, plan, for: db.dialect).from(callSite)) { row in
      try batch.read(&row)
    }
    return try batch.takeRows(in: db)
  }
}

/// A query that runs several statements.
package protocol StatementSequence {
  /// The statements, with the values of their parameters.
  func renderedStatements(for dialect: Dialect) throws(QueryError) -> [_RenderedStatement]
}

extension EagerQuery: CustomStringConvertible, StatementSequence {
  /// The statements that are run if there are rows, in order, in SQL for `dialect`: the one that fetches the rows, and
  /// one for each relationship. They are shown for integer keys.
  /// - Throws: ``QueryError`` if one can't be written as SQL.
  public func statements(for dialect: Dialect = .sqlite) throws(QueryError) -> [String] {
    try renderedStatements(for: dialect).map(\.sql)
  }

  package func renderedStatements(for dialect: Dialect) throws(QueryError) -> [_RenderedStatement] {
    let plan = try level.plan(of: T.tables)
    var statements = [try level.parents(core, of: T.tables, limit: nil, plan, for: dialect)]
    for inclusion in level.inclusions {
      try inclusion.describe(to: &statements, ofWholeTable: core.isWholeTable, in: dialect)
    }
    return statements
  }

  /// The database's plan for each of the statements, in order. Nothing is run.
  /// - Throws: ``QueryError`` if one can't be written as SQL, ``DatabaseError`` if the database rejects one.
  public func explain<DB: ReadTransaction>(in db: DB) throws -> [QueryPlan] {
    try renderedStatements(for: db.dialect).map { try db.explain($0) }
  }

  /// The statements, one per line, or the reason why there are none.
  public var description: String {
    do { return try statements().joined(separator: "\n") } catch { return "(no query: \(error))" }
  }
}
