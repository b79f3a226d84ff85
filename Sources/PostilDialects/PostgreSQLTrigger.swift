import PostilSQL
import PostilSchema
import PostilTranslation

/// Triggers: a function in PL/pgSQL, and the trigger that calls it.
enum PostgreSQLTrigger {
  /// The unsupported pieces of a trigger.
  struct Refused: Error {
    var refusals: [PostgreSQLRefusal]
  }

  static func statements(of trigger: Trigger, _ translator: PostgreSQLTranslator) -> Result<[DDLStatement], Refused> {
    let words = trigger.event.split(separator: " ")
    let (time, action) = (words.first ?? "AFTER", words.dropFirst().first ?? "INSERT")
    let isBefore = time == "BEFORE"
    var translator = translator
    translator.isBefore = isBefore
    let reader = translator
    let scope = scope(of: trigger.table, translator)
    var refusals: [PostgreSQLRefusal] = []
    func attempt<Value>(_ sql: String, _ read: () throws(PostgreSQLRefusal) -> Value) -> Value? {
      do throws(PostgreSQLRefusal) {
        return try PostgreSQLRefusal.about(sql, read)
      } catch {
        refusals.append(error)
        return nil
      }
    }
    var body: [String] = []
    var condition: String?
    if let sql = trigger.condition {
      let read = attempt(sql) { () throws(PostgreSQLRefusal) in
        let node = try SQLParser.expression(sql)
        return (node: node, sql: try reader.condition(node, scope).sql)
      }
      // The condition of a trigger can't contain a subquery.
      if let read, hasSubquery(read.node) {
        body = ["IF NOT coalesce(\(read.sql), false) THEN", "  RETURN \(result(isBefore, action));", "END IF;"]
      } else {
        condition = read?.sql
      }
    }
    for statement in trigger.statements {
      let translated = attempt(statement) { () throws(PostgreSQLRefusal) in
        try reader.statement(statement, scope, isBefore: isBefore)
      }
      if let translated { body.append("\(translated);") }
    }
    guard refusals.isEmpty else { return .failure(Refused(refusals: refusals)) }
    body.append("RETURN \(result(isBefore, action));")
    let name = PostgreSQLNames.quoted(trigger.name)
    let tag = tag(for: body)
    let function =
      [
        "CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS \(tag)", "#variable_conflict use_column",
        "BEGIN",
      ]
      + body.map { "  \($0)" } + ["END", tag]
    var call = [
      "CREATE TRIGGER \(name) \(event(trigger.event)) ON \(PostgreSQLNames.quoted(trigger.table)) FOR EACH ROW"
    ]
    if let condition { call.append("WHEN (\(condition))") }
    call.append("EXECUTE FUNCTION \(name)()")
    return .success([
      DDLStatement(
        object: .function, name: trigger.name, table: trigger.table, comments: trigger.documentation,
        sql: function.joined(separator: "\n")),
      DDLStatement(
        object: .boundTrigger, name: trigger.name, table: trigger.table, sql: call.joined(separator: "\n")),
    ])
  }

  /// The rows that a trigger can refer to.
  static func scope(of table: String, _ translator: PostgreSQLTranslator) -> PostgreSQLScope {
    let rows = ["NEW", "OLD"].compactMap { row -> PostgreSQLScope.Source? in
      guard var source = translator.relations[table.foldedName] else { return nil }
      source.name = row
      source.isRow = true
      return source
    }
    return PostgreSQLScope(sources: rows)
  }

  /// The event with names for PostgreSQL: `AFTER UPDATE OF "title"`.
  private static func event(_ event: String) -> String {
    guard let range = event.firstRange(of: " OF ") else { return event }
    let columns = SQLLexer.tokens(of: String(event[range.upperBound...])).names
    return "\(event[..<range.lowerBound]) OF \(PostgreSQLNames.quoted(columns))"
  }

  private static func result(_ isBefore: Bool, _ action: Substring) -> String {
    isBefore ? action == "DELETE" ? "OLD" : "NEW" : "NULL"
  }

  private static func hasSubquery(_ node: SQLNode) -> Bool {
    switch node.form {
    case .exists, .select, .membership: true
    default: node.children.contains(where: hasSubquery)
    }
  }

  /// A dollar-quoting tag that doesn't occur in the function.
  private static func tag(for body: [String]) -> String {
    var number = 0
    while true {
      let tag = number == 0 ? "$postil$" : "$postil\(number)$"
      if !body.contains(where: { $0.contains(tag) }) { return tag }
      number += 1
    }
  }

  /// A change by a trigger's statement, which can fire other triggers.
  struct Change: Hashable, Sendable {
    /// The table.
    var table: String
    /// `INSERT`, `UPDATE` or `DELETE`.
    var action: String
    /// The columns that an update sets.
    var columns: [String]
  }

  /// The changes made by a statement; empty if it can't be parsed or changes nothing.
  static func changes(of sql: String) -> [Change] {
    guard let statement = try? SQLParser.statement(sql) else { return [] }
    switch statement {
    case .insert(let insert):
      let update = insert.conflict?.assignments.map {
        [Change(table: insert.table, action: "UPDATE", columns: $0.flatMap(\.columns))]
      }
      return [Change(table: insert.table, action: "INSERT", columns: [])] + (update ?? [])
    case .update(let change):
      return [Change(table: change.table, action: "UPDATE", columns: change.assignments.flatMap(\.columns))]
    case .delete(let change): return [Change(table: change.table, action: "DELETE", columns: [])]
    case .select, .refuse, .ignore: return []
    }
  }
}
