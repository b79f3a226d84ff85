import PostilCompiler
import PostilSQL
import PostilSchema

/// Named queries of distributed tables that don't compare the distribution column with a value, so that Citus runs them on every server,
/// or can't run them. Source: Citus 12, "Querying Distributed Tables (SQL)" and "SQL Support and Workarounds".
enum DistributedQueries {
  static func findings(in subject: LintSubject) -> [Finding] {
    let graph = subject.graph
    let distributed = graph.models.reduce(into: [String: ColumnOrigin]()) { columns, model in
      guard case .column(let name) = model.table.distribution, let column = model.origin.column(name) else { return }
      columns[model.table.name.foldedName] = column
    }
    guard !distributed.isEmpty else { return [] }
    let statements = subject.profile == .citus ? CitusStatements(graph) : nil
    let columns = Dictionary(
      (graph.models + graph.views).map { ($0.table.name.foldedName, $0.origin.columns) },
      uniquingKeysWith: { first, _ in first })
    return graph.structs.flatMap { model in
      model.queries.flatMap { query in
        if let refusal = statements?.refusal(of: query.statement(of: model)) {
          return [
            Finding(
              code: refusal.code, message: refusal.message(query.name), place: query.place, model: model.swiftName,
              changesSchema: false)
          ]
        }
        let isCompleting = if case .completing = query.form { true } else { false }
        let reader = DistributedQueryReader(
          SQLLexer.tokens(of: query.written), of: columns, distributed: distributed,
          own: isCompleting && !model.isProjection ? model.table.name : nil)
        return reader.unlimited.map { table in
          Finding(
            code: .undistributedQuery,
            message: Message.undistributedQuery(query.name, table: table, property: distributed[table]?.property ?? ""),
            place: query.place, model: model.swiftName)
        }
      }
    }
  }
}

/// Reads which distributed tables a statement limits to the rows of one server.
private struct DistributedQueryReader {
  private let tokens: [SQLToken]
  private let names: [String: Set<String>]
  private let distributed: [String: ColumnOrigin]
  /// The tables whose distribution column is compared with a value.
  private var limited: Set<String> = []
  /// The pairs of tables that are joined by their distribution columns.
  private var joined: [(String, String)] = []

  init(
    _ tokens: [SQLToken], of columns: [String: [ColumnOrigin]], distributed: [String: ColumnOrigin], own: String?
  ) {
    self.tokens = tokens
    self.distributed = distributed
    names = QueryColumns(tokens, of: columns, own: own).tables
    var clause = own == nil ? "" : "from"
    for (index, token) in tokens.enumerated() {
      if token.is(in: [
        "select", "from", "set", "where", "on", "group", "having", "order", "limit", "returning", "into",
      ]) {
        clause = token.text
      }
      // Every inserted row has a value, because the column can't be NULL.
      if token.is("into"), let table = self.token(index + 1) { limited.insert(table.foldedName) }
      if token.is("using"), self.token(index + 1)?.is("(") == true { join(using: index + 1) }
      if clause == "where" || clause == "on" { read(index) }
    }
  }

  /// The distributed tables of which the rows of every server are read, sorted.
  var unlimited: [String] {
    var found = limited
    var count = -1
    while found.count != count {
      count = found.count
      for (one, other) in joined where found.contains(one) || found.contains(other) { found.formUnion([one, other]) }
    }
    let used = names.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    return used.filter { distributed[$0] != nil && !found.contains($0) }.sorted()
  }

  private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// Reads a condition of which a distribution column is the left side.
  private mutating func read(_ index: Int) {
    guard let table = table(ofColumnAt: index), !isAlternative(index) else { return }
    let first = token(index - 1)?.is(".") == true ? index - 2 : index
    let isLeft = token(index + 1)?.is(in: ["=", "==", "in"]) == true
    let isRight = token(first - 1)?.is(in: ["=", "=="]) == true
    guard isLeft || isRight else { return }
    let other = isLeft ? operand(from: index + 2) : self.table(ofColumnAt: first - 2)
    if let other {
      joined.append((table, other))
    } else if !isColumn(isLeft ? index + 2 : first - 2) {
      limited.insert(table)
    }
  }

  /// Whether a column of a table without distribution is compared: its value isn't known before the query runs.
  private func isColumn(_ index: Int) -> Bool {
    guard let token = token(index), token.isName else { return false }
    return self.token(index + 1)?.is("(") != true && !token.is(in: ["null", "true", "false"])
  }

  private func operand(from index: Int) -> String? {
    table(ofColumnAt: token(index + 1)?.is(".") == true ? index + 2 : index)
  }

  /// The distributed table whose distribution column is at an index.
  private func table(ofColumnAt index: Int) -> String? {
    guard let name = token(index), name.isName, token(index + 1)?.is(".") != true else { return nil }
    let qualifier = token(index - 1)?.is(".") == true ? token(index - 2) : nil
    let tables = qualifier.map { names[$0.foldedName] ?? [] } ?? names.values.reduce(into: []) { $0.formUnion($1) }
    let found = tables.filter { distributed[$0]?.name.foldedName == name.foldedName }
    return found.count == 1 ? found.first : nil
  }

  private mutating func join(using open: Int) {
    for index in open + 1..<tokens.count {
      if tokens[index].is(")") { return }
      let used = names.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        .filter { distributed[$0]?.name.foldedName == tokens[index].foldedName }.sorted()
      if let first = used.first { joined += used.dropFirst().map { (first, $0) } }
    }
  }

  /// Whether a condition is one of several that `OR` combines, or is negated with the whole parentheses.
  private func isAlternative(_ index: Int) -> Bool {
    /// Whether one of the tokens from a place on, in one direction, belongs to the same parentheses and is an `OR`.
    func hasOr(_ start: Int, _ step: Int, _ opening: String, _ closing: String) -> (Bool, end: Int) {
      var (place, depth) = (start, 0)
      while let token = token(place) {
        if token.is(opening) { depth += 1 }
        if token.is(closing) { depth -= 1 }
        if depth < 0 { return (false, place) }
        if depth == 0,
          token.is(in: ["where", "on", "select", "group", "order", "union", "except", "intersect", "limit"])
        {
          return (false, -1)
        }
        if depth == 0, token.is("or") { return (true, place) }
        place += step
      }
      return (false, -1)
    }
    var place = index
    while place >= 0 {
      let before = hasOr(place - 1, -1, ")", "(")
      if before.0 || hasOr(place + 1, 1, "(", ")").0 { return true }
      if before.end > 0, token(before.end - 1)?.is("not") == true { return true }
      place = before.end
    }
    return false
  }
}
