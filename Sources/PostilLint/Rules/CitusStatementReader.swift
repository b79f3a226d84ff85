import PostilSQL
import PostilTranslation

/// Reads which tables a statement joins, and by which columns.
final class CitusStatementReader {
  /// A table after `FROM`; `nil` for a subquery, a view or a table of `WITH`, whose rows Citus can collect first.
  private struct Source {
    var name: String
    var table: CitusTable?
    /// The position in its group.
    var place = 0
  }

  /// The sources of a `SELECT`, or of an `UPDATE`.
  private final class Scope {
    var sources: [Source] = []
    let group: Group
    init(_ group: Group) { self.group = group }

    func tables(_ kind: CitusTable.Kind) -> [Source] { sources.filter { $0.table?.kind == kind } }
    var isKnown: Bool { !sources.isEmpty && sources.allSatisfy { $0.table != nil } }

    /// The source that has a column.
    func source(of path: [String]) -> Source? {
      if path.count > 1 { return sources.first { $0.name == path[path.count - 2].foldedName } }
      return sources.first { $0.table?.columns.contains(path[0].foldedName) == true }
    }
    /// Whether a source may have a column.
    func has(_ path: [String]) -> Bool { source(of: path) != nil || path.count == 1 && !isKnown && !sources.isEmpty }
  }

  /// A query with the subqueries that depend on its rows, which Citus plans together.
  private final class Group {
    var scopes: [Scope] = []
    /// A subquery and the query that it depends on.
    var dependencies: [(inner: Scope, outer: Scope)] = []
    /// The places of distributed tables that are joined by their distribution columns have the same number.
    var parts: [Int] = []
    /// The parts that are compared with a value.
    var limited: Set<Int> = []

    func join(_ one: Int, _ other: Int) {
      let (kept, removed) = (parts[one], parts[other])
      parts = parts.map { $0 == removed ? kept : $0 }
    }
    func isLimited(_ source: Source) -> Bool { limited.contains { parts[$0] == parts[source.place] } }
    var distributed: [Source] { scopes.flatMap { $0.tables(.distributed) } }
  }

  private let tables: [String: CitusTable]
  private var groups: [Group] = []
  /// The names of `WITH`.
  private var named: Set<String> = []
  /// Whether it has a `WITH RECURSIVE`.
  private var isRecursive = false

  init(_ tables: [String: CitusTable]) { self.tables = tables }

  var refusal: CitusRefusal? {
    for group in groups {
      if isRecursive, let table = group.distributed.first(where: { !group.isLimited($0) })?.table {
        return .recursive(table)
      }
    }
    for group in groups {
      for (inner, outer) in group.dependencies where inner.isKnown && outer.isKnown {
        if let refusal = refusal(of: inner, on: outer, in: group) { return refusal }
      }
      let sources = group.distributed
      guard let first = sources.first, group.scopes.allSatisfy(\.isKnown), !sources.allSatisfy(group.isLimited),
        let other = sources.first(where: { group.parts[$0.place] != group.parts[first.place] }),
        let table = other.table, let joined = first.table
      else { continue }
      return .joined(table, with: joined)
    }
    return nil
  }

  private func refusal(of inner: Scope, on outer: Scope, in group: Group) -> CitusRefusal? {
    let (distributed, local) = (inner.tables(.distributed), outer.tables(.local))
    if let table = distributed.first?.table, outer.tables(.distributed).isEmpty {
      if let other = local.first?.table, inner.tables(.local).isEmpty { return .mixed(table, with: other) }
      if local.isEmpty, !distributed.allSatisfy(group.isLimited), let other = outer.sources.first?.table {
        return .dependent(table, on: other)
      }
    }
    if let other = inner.tables(.local).first?.table, distributed.isEmpty, local.isEmpty,
      let table = outer.tables(.distributed).first?.table
    {
      return .mixed(table, with: other)
    }
    return nil
  }

  // MARK: Reading

  func read(_ named: [SQLSelect.Named], _ isRecursive: Bool) {
    self.named.formUnion(named.map(\.name.foldedName))
    // Also if no table uses itself.
    if isRecursive { self.isRecursive = true }
    for table in named { read(table.select, in: []) }
  }

  func read(_ select: SQLSelect) { read(select, in: []) }

  func read(_ change: SQLStatementNode.Change) {
    read(change.named, change.isRecursive)
    var query = Query(change.sources, change.condition, change.assignments.map(\.value))
    query.tables.insert((change.table, change.alias), at: 0)
    read(query, in: [])
  }

  private func read(_ select: SQLSelect, in outer: [Scope]) {
    read(select.named, select.isRecursive)
    for core in select.cores { read(Query(core), in: outer) }
  }

  private func read(_ query: Query, in outer: [Scope]) {
    let isDependent = free(query).contains { path in outer.contains { $0.source(of: path) != nil } }
    let group = isDependent ? outer[0].group : Group()
    if !isDependent { groups.append(group) }
    let scope = scope(of: query, in: group)
    group.scopes.append(scope)
    if isDependent { group.dependencies.append((scope, outer[0])) }
    let scopes = [scope] + (isDependent ? outer : [])
    for select in query.selects { read(select, in: []) }
    for column in query.using { joinUsing(column.foldedName, scope) }
    for condition in query.conditions { note(condition, scopes) }
    for select in query.nodes.flatMap(\.subqueries) { read(select, in: scopes) }
  }

  private func scope(of query: Query, in group: Group) -> Scope {
    let scope = Scope(group)
    for (name, alias) in query.tables {
      let table = name.flatMap { named.contains($0.foldedName) ? nil : tables[$0.foldedName] }
      scope.sources.append(Source(name: (alias ?? name ?? "").foldedName, table: table, place: group.parts.count))
      group.parts.append(group.parts.count)
    }
    return scope
  }

  /// Reads a condition that compares distribution columns.
  private func note(_ condition: SQLNode, _ scopes: [Scope]) {
    switch condition.form {
    case .binary("=", let left, let right), .binary("==", let left, let right):
      if case .row(let lefts) = left.form, case .row(let rights) = right.form {
        for (left, right) in zip(lefts, rights) { compare(left, right, scopes) }
      } else {
        compare(left, right, scopes)
      }
    case .list(let value, _, isNegated: false):
      if let source = distributed(value, scopes) { scopes[0].group.limited.insert(source.place) }
    default: break
    }
  }

  private func compare(_ left: SQLNode, _ right: SQLNode, _ scopes: [Scope]) {
    let group = scopes[0].group
    switch (distributed(left, scopes), distributed(right, scopes)) {
    case (let one?, let other?): group.join(one.place, other.place)
    case (let source?, nil) where right.names.isEmpty, (nil, let source?) where left.names.isEmpty:
      group.limited.insert(source.place)
    default: break
    }
  }

  /// The table of which an expression is the distribution column.
  private func distributed(_ node: SQLNode, _ scopes: [Scope]) -> Source? {
    guard case .name(let path) = node.form, let scope = scopes.first(where: { $0.has(path) }),
      let source = scope.source(of: path), source.table?.kind == .distributed,
      source.table?.column == path.last?.foldedName
    else { return nil }
    return source
  }

  private func joinUsing(_ column: String, _ scope: Scope) {
    let joined = scope.tables(.distributed).filter { $0.table?.column == column }
    for source in joined.dropFirst() { scope.group.join(joined[0].place, source.place) }
  }

  // MARK: Parts of a query

  /// A `SELECT` without those that it is combined with, or an `UPDATE`.
  private struct Query {
    /// The tables after `FROM`; a subquery or a function has no name.
    var tables: [(name: String?, alias: String?)] = []
    /// The subqueries after `FROM`.
    var selects: [SQLSelect] = []
    var using: [String] = []
    /// The conditions that `AND` combines.
    var conditions: [SQLNode] = []
    /// All expressions.
    var nodes: [SQLNode]

    init(_ sources: [SQLSelect.Source], _ condition: SQLNode?, _ others: [SQLNode]) {
      nodes = others
      for source in sources {
        if case .table(let name) = source.form {
          tables.append((name, source.alias))
        } else {
          tables.append((nil, source.alias))
        }
        if case .select(let select) = source.form { selects.append(select) }
        using += source.using
      }
      let all = sources.compactMap(\.on) + (condition.map { [$0] } ?? [])
      nodes += all
      conditions = all.flatMap(\.conjuncts)
    }

    init(_ core: SQLSelect.Core) {
      let results = core.results.compactMap { if case .expression(let node, _) = $0 { node } else { nil } }
      self.init(
        core.sources, core.condition,
        results + core.groups + (core.having.map { [$0] } ?? []) + (core.values ?? []).flatMap { $0 })
    }
  }

  /// The columns that a query doesn't have itself.
  private func free(_ query: Query) -> [[String]] {
    let scope = scope(of: query, in: Group())
    let inner = query.nodes.flatMap(\.subqueries).flatMap(\.cores).flatMap { free(Query($0)) }
    return (query.nodes.flatMap(\.names) + inner).filter { !scope.has($0) }
  }

  /// The names after `FROM` in a query and its subqueries.
  private func sources(of select: SQLSelect) -> [String] {
    select.cores.map { Query($0) }.flatMap { query in
      query.tables.compactMap(\.name?.foldedName)
        + (query.selects + query.nodes.flatMap(\.subqueries)).flatMap { sources(of: $0) }
    }
  }

  /// The distributed tables and reference tables that a query uses.
  func usedTables(_ select: SQLSelect) -> [CitusTable] {
    sources(of: select).compactMap { tables[$0] }.filter { $0.kind != .local }
  }
}
