import PostilQuery

/// A step in SQLite's words. Source: SQLite, `wherecode.c` (`sqlite3WhereExplainOneScan`), `select.c` and `expr.c`, 3.37 to 3.50.
struct PlanDetail {
  let text: String

  init(_ text: String) { self.text = text }

  /// The meaning of the words; unknown ones are ``QueryPlanStep/Kind/other``.
  func kind(_ names: PlanNames) -> QueryPlanStep.Kind {
    if let rest = rest(after: "SCAN ") {
      if rest == "CONSTANT ROW" || rest.hasSuffix(" CONSTANT ROWS") { return .other }
      return .scan(access(rest, names))
    }
    if let rest = rest(after: "SEARCH ") { return .search(access(rest, names)) }
    if let purpose = rest(after: "USE TEMP B-TREE FOR ") { return .temporaryTree(Self.purpose(purpose)) }
    if text.hasSuffix(" USING TEMP B-TREE") { return .temporaryTree(.compound) }
    if text.hasPrefix("CORRELATED ") { return .subquery(isCorrelated: true) }
    if text.hasPrefix("SCALAR SUBQUERY") || text.hasPrefix("LIST SUBQUERY") { return .subquery(isCorrelated: false) }
    if text.hasPrefix("MATERIALIZE ") { return .materialize }
    if text.hasPrefix("CO-ROUTINE ") { return .coroutine }
    if text == "MULTI-INDEX OR" { return .multiIndexOr }
    return .other
  }

  private func rest(after prefix: String) -> Substring? {
    text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
  }

  /// `ORDER BY`, `RIGHT PART OF ORDER BY`, `LAST 2 TERMS OF ORDER BY`, `GROUP BY`, `DISTINCT`, `count(DISTINCT)`
  private static func purpose(_ words: Substring) -> QueryPlanStep.Purpose {
    if words.hasSuffix("ORDER BY") { return .order }
    if words == "GROUP BY" { return .group }
    return words == "DISTINCT" || words.hasSuffix("(DISTINCT)") ? .distinct : .other
  }

  /// `t0`, `t0 USING INDEX item_project (project_id=? AND n>?)`, `t0 USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN`,
  /// `f VIRTUAL TABLE INDEX 0:M1`
  private func access(_ words: Substring, _ names: PlanNames) -> QueryPlanStep.TableAccess {
    if let (alias, _) = Self.split(words, " VIRTUAL TABLE INDEX ") {
      return access(alias, .virtualTable, [], names)
    }
    guard let (alias, using) = Self.split(words, " USING ") else {
      return access(words.removing(suffix: " LEFT-JOIN"), nil, [], names)
    }
    let means = using.removing(suffix: " LEFT-JOIN")
    let (what, columns) = Self.split(means, " (") ?? (means, "")
    return access(alias, Self.index(what), Self.columns(columns.removing(suffix: ")")), names)
  }

  private func access(
    _ alias: Substring, _ index: QueryPlanStep.Index?, _ columns: [String], _ names: PlanNames
  ) -> QueryPlanStep.TableAccess {
    let indexName: String? = if case .named(let name, _) = index { name } else { nil }
    return QueryPlanStep.TableAccess(
      table: names.table(alias: String(alias), index: indexName), alias: String(alias), index: index, columns: columns)
  }

  private static func index(_ words: Substring) -> QueryPlanStep.Index? {
    if words.hasPrefix("AUTOMATIC ") { return .automatic }
    if let name = words.removing(prefix: "COVERING INDEX ") { return .named(String(name), isCovering: true) }
    if let name = words.removing(prefix: "INDEX ") { return .named(String(name), isCovering: false) }
    return words.hasSuffix("PRIMARY KEY") ? .primaryKey : nil
  }

  /// `project_id=? AND n>?`, `ANY(project_id) AND n=?`, `(k,n)>(?,?)`, `<expr>=?`
  private static func columns(_ words: Substring) -> [String] {
    var names: [String] = []
    var rest = words
    while !rest.isEmpty {
      let (term, next) = split(rest, " AND ") ?? (rest, "")
      rest = next
      if let name = term.removing(prefix: "ANY(") {
        names.append(String(name.removing(suffix: ")")))
      } else if term.hasPrefix("<expr>") {
        names.append("<expr>")
      } else if term.hasPrefix("("), let end = term.firstIndex(of: ")") {
        names += term[..<end].dropFirst().split(separator: ",").map(String.init)
      } else {
        names.append(String(term.prefix { !"=<>".contains($0) }))
      }
    }
    return names.reduce(into: []) { unique, name in if unique.last != name { unique.append(name) } }
  }

  /// The texts before and after the first `separator`.
  private static func split(_ text: Substring, _ separator: String) -> (Substring, Substring)? {
    guard let range = text.firstRange(of: separator) else { return nil }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }
}

extension Substring {
  fileprivate func removing(suffix: String) -> Substring { hasSuffix(suffix) ? dropLast(suffix.count) : self }

  fileprivate func removing(prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
