/// A query whose rows come together with what they are related to: `late.with { ($0.list, $0.tags) }`.
///
/// `Row` is the tuple of the row and what each inclusion loads: `(Item, List, [Tag])`. However many rows there are, it is one
/// statement for them and one for each relationship that is named, at any depth; a statement that no row needs is not run.
public struct EagerQuery<Row, M: Queryable, each I: Inclusion>: Sendable {
  @usableFromInline var query: Query<M>
  @usableFromInline let level: InclusionLevel
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ query: Query<M>, _ level: InclusionLevel, _ inclusions: repeat each I) {
    self.query = query
    self.level = level
    self.inclusions = (repeat each inclusions)
  }
}

extension Query {
  /// The rows together with these relationships of theirs.
  ///
  /// `.with { ($0.list, $0.tags) }` gives `(Item, List, [Tag])`. To-many relationships can be narrowed, and all can be nested:
  /// `.with { $0.steps.where { !$0.done }.order { $0.text }.limit(3) }`, `.with { $0.tags.with { $0.items } }`.
  @inlinable
  public func with<each I: Inclusion>(
    _ inclusions: (M.Columns) -> (repeat each I)
  ) -> EagerQuery<(M, repeat (each I).LoadedValue), M, repeat each I> {
    let source = Source(M.table)
    let tuple = inclusions(M.Columns(source))
    var list: [IncludedRows] = []
    repeat list.append((each tuple).includedRows)
    return EagerQuery(self, InclusionLevel(source, list), repeat each tuple)
  }
}

extension Queryable {
  /// Every row together with these relationships of its; see ``Query/with(_:)``.
  @inlinable
  public static func with<each I: Inclusion>(
    _ inclusions: (Columns) -> (repeat each I)
  ) -> EagerQuery<(Self, repeat (each I).LoadedValue), Self, repeat each I> {
    Query().with(inclusions)
  }
}

extension EagerQuery {
  /// Of the same rows those for which `predicate` is true; see ``Query/where(_:)``.
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(_ predicate: (M.Columns) -> P) -> Self {
    var eager = self
    eager.query = query.where(predicate)
    return eager
  }

  /// The same rows in the order of these terms; see ``Query/order(_:)``.
  @inlinable
  public func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (M.Columns) -> (First, repeat each Term)
  ) -> Self {
    var eager = self
    eager.query = query.order(terms)
    return eager
  }

  /// Of the same rows the first `count` behind the first `offset`; see ``Query/limit(_:offset:)``.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Self {
    var eager = self
    eager.query = query.limit(count, offset: offset)
    return eager
  }
}

extension EagerQuery: CustomStringConvertible {
  /// The statements that are run where there are rows, in their order, as `dialect` writes them for keys that are integers: the
  /// one that fetches the rows, and one for each relationship.
  /// - Throws: ``QueryError`` when one cannot be written.
  public func statements(for dialect: Dialect = .sqlite) throws(QueryError) -> [String] {
    try renderedStatements(for: dialect).map(\.sql)
  }

  private func renderedStatements(for dialect: Dialect) throws(QueryError) -> [RenderedStatement] {
    let plan = try level.plan(of: M.table, firstExtra: M.table.columns.count)
    var statements = [try level.parents(query.core, plan, for: dialect)]
    for inclusion in level.inclusions { try inclusion.describe(to: &statements, in: dialect) }
    return statements
  }

  /// How the database would run each of the statements, in their order; nothing is run.
  /// - Throws: ``QueryError`` when one cannot be written, ``DatabaseError`` when the database does not take one.
  public func explain<DB: ReadTransaction>(in db: DB) throws -> [QueryPlan] {
    try renderedStatements(for: DB.dialect).map { try db.explain($0) }
  }

  /// The statements, a line each; or why there are none.
  public var description: String {
    do { return try statements().joined(separator: "\n") } catch { return "(no query: \(error))" }
  }
}
