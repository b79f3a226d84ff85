import PostilCompiler
import PostilDialects
import PostilSQL
import PostilSchema
import PostilTranslation

/// `--profile citus`: named queries that Citus can't plan, whatever their parameters are. Each rule is compared with Citus 13 by the
/// statements in Tests/PostgreSQL/Citus/statements.txt. Source: Citus 12, "SQL Support and Workarounds".
struct CitusStatements {
  /// The tables of a database that Citus distributes, by folded name.
  private let tables: [String: CitusTable]

  /// - Returns: `nil` if no table is distributed.
  init?(_ graph: ModelGraph) {
    let models = Dictionary(graph.models.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    let distributions = CitusTables(graph.schema)
    tables = graph.schema.tables.reduce(into: [:]) { tables, table in
      var found = CitusTable(name: table.name, columns: Set(table.columns.map(\.name.foldedName)))
      switch distributions[table.name] {
      case .column(let column):
        found.kind = .distributed
        found.column = column.foldedName
        found.property = models[table.name]?.property(ofColumn: column) ?? column
      case .reference: found.kind = .reference
      case nil: break
      }
      tables[table.name.foldedName] = found
    }
    guard tables.values.contains(where: { $0.kind == .distributed }) else { return nil }
  }

  /// The reason why Citus can't plan a statement; `nil` if it may be able to.
  func refusal(of sql: String) -> CitusRefusal? {
    guard let statement = try? SQLParser.statement(sql) else { return nil }
    let reader = CitusStatementReader(tables)
    switch statement {
    case .select(let select): reader.read(select)
    case .insert(let insert):
      if let refusal = refusal(of: insert, reader) { return refusal }
      reader.read(insert.named, insert.isRecursive)
      if let select = insert.select { reader.read(select) }
    case .update(let change), .delete(let change):
      if let refusal = refusal(of: change) { return refusal }
      reader.read(change)
    case .refuse, .ignore: break
    }
    return reader.refusal
  }

  private func refusal(of insert: SQLStatementNode.Insert, _ reader: CitusStatementReader) -> CitusRefusal? {
    guard let table = tables[insert.table.foldedName] else { return nil }
    let assignments = insert.conflict?.assignments ?? []
    if assignments.contains(where: { table.isMoved(by: $0, where: nil) }) { return .moved(table) }
    let values = (insert.select?.cores ?? []).flatMap { $0.values ?? [] }.joined() + assignments.map(\.value)
    let subqueries = values.flatMap(\.subqueries)
    let isUsed = table.kind != .local || subqueries.contains { !reader.usedTables($0).isEmpty }
    return !subqueries.isEmpty && isUsed ? .subqueryInValues : nil
  }

  private func refusal(of change: SQLStatementNode.Change) -> CitusRefusal? {
    guard let table = tables[change.table.foldedName] else { return nil }
    return change.assignments.contains { table.isMoved(by: $0, where: change.condition) } ? .moved(table) : nil
  }
}

/// A table, as Citus distributes it.
struct CitusTable {
  enum Kind { case distributed, reference, local }

  var name: String
  var columns: Set<String>
  var kind = Kind.local
  /// The column by which it is distributed, folded, and its property.
  var column = ""
  var property = ""

  /// Whether an assignment changes the column by which rows are distributed. Citus accepts the value that it is compared with.
  fileprivate func isMoved(by assignment: SQLStatementNode.Assignment, where condition: SQLNode?) -> Bool {
    guard kind == .distributed, let place = assignment.columns.firstIndex(where: { $0.foldedName == column }) else {
      return false
    }
    let value: SQLNode
    if case .row(let values) = assignment.value.form, values.indices.contains(place) {
      value = values[place]
    } else {
      value = assignment.value
    }
    if case .name(let path) = value.form, path.last?.foldedName == column { return false }
    return !(condition?.conjuncts ?? []).contains { condition in
      guard case .binary("=", let left, let right) = condition.form else { return false }
      return [(left, right), (right, left)].contains { name, other in
        if case .name(let path) = name.form {
          path.last?.foldedName == column && other.constant != nil && other.constant == value.constant
        } else {
          false
        }
      }
    }
  }
}

/// Why Citus can't plan a statement.
enum CitusRefusal {
  /// A table isn't joined with another one by the columns by which they are distributed.
  case joined(CitusTable, with: CitusTable)
  /// A subquery depends on the rows of a reference table.
  case dependent(CitusTable, on: CitusTable)
  /// A subquery joins a distributed table with one on the coordinator.
  case mixed(CitusTable, with: CitusTable)
  /// A recursive statement uses rows of several tenants.
  case recursive(CitusTable)
  /// A row would move to another tenant.
  case moved(CitusTable)
  case subqueryInValues

  var code: LintCode {
    switch self {
    case .joined, .dependent, .mixed: .citusJoin
    case .recursive: .citusRecursion
    case .moved, .subqueryInValues: .citusWrite
    }
  }

  func message(_ query: String) -> String { "Citus can't run '\(query)', because \(reason)" }

  private var reason: String {
    switch self {
    case .joined(let table, let other) where table.name == other.name:
      "the uses of '\(table.name)' aren't joined by '\(table.property)'; add this to the condition, or compare the distribution column of "
        + "all of them with the same value"
    case .joined(let table, let other):
      "'\(table.name)' isn't joined with '\(other.name)' by '\(table.property)'; add this to the condition, or compare the distribution "
        + "columns of both with the same value"
    case .dependent(let table, let other):
      "for each row of the reference table '\(other.name)', it needs rows of '\(table.name)' from all servers; compare '\(table.property)' "
        + "with a value in the subquery, or write 'IN' with a subquery that doesn't use '\(other.name)'"
    case .mixed(let table, let other):
      "a subquery joins the distributed table '\(table.name)' with '\(other.name)', which isn't distributed; write 'IN' with a subquery "
        + "that uses one of them, or add '@referenceTable' to the other one"
    case .recursive(let table):
      "it is recursive, and '\(table.name)' is on several servers; compare '\(table.property)' with the same value wherever it is used"
    case .moved(let table):
      "it changes '\(table.property)', which decides where a row of '\(table.name)' is; delete the row, and insert it again"
    case .subqueryInValues: "a value of 'INSERT' is a subquery; write 'INSERT INTO … SELECT'"
    }
  }
}

extension SQLNode {
  /// The conditions that `AND` combines.
  var conjuncts: [SQLNode] {
    if case .all(let sign, let nodes) = form, sign.uppercased() == "AND" { nodes.flatMap(\.conjuncts) } else { [self] }
  }

  /// The text of a value; `nil` for other expressions.
  var constant: String? {
    switch form {
    case .integer(let text), .real(let text): text
    case .text(let text): "'\(text)'"
    case .parameter(let number): "?\(number)"
    default: nil
    }
  }

  /// The subqueries in the expression, without those inside them.
  var subqueries: [SQLSelect] {
    let own: [SQLSelect] =
      switch form {
      case .membership(_, let select, _), .exists(let select), .select(let select): [select]
      default: []
      }
    return own + children.flatMap(\.subqueries)
  }

  /// The columns in the expression, without those in subqueries.
  var names: [[String]] {
    if case .name(let path) = form { [path] } else { children.flatMap(\.names) }
  }
}
