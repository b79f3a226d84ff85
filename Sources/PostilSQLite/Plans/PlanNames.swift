import PostilSQL

/// Finds the tables that the names in a plan refer to: SQLite uses the statement's aliases, such as `t0`.
struct PlanNames {
  /// The tables, by their names in lower case.
  private var tables: [String: String] = [:]
  /// The table of each index.
  private var indexes: [String: String] = [:]
  /// The tables that a name in lower case is given in the statement, and in the views of the database.
  private var aliases: [String: Set<String>] = [:]
  private var viewAliases: [String: Set<String>] = [:]

  /// The names in the plan of a statement.
  init(of sql: String, in connection: SQLiteConnection) throws {
    let rows = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    for row in rows where row[0] == "table" { tables[row[1].foldedName] = row[1] }
    for row in rows where row[0] == "index" { indexes[row[1]] = row[2] }
    aliases = aliases(in: sql)
    for row in rows where row[0] == "view" {
      viewAliases.merge(aliases(in: row[3])) { $0.union($1) }
    }
  }

  /// The table that a name refers to; `nil` for a subquery, a common table or a function.
  func table(alias: String, index: String?) -> String? {
    if let index, let table = indexes[index] { return table }
    let name = alias.foldedName
    let candidates = aliases[name] ?? tables[name].map { [$0] } ?? viewAliases[name] ?? unqualified(name)
    // If several subqueries give the same name to different tables, they can't be distinguished.
    return candidates.count > 1 ? alias : candidates.first
  }

  /// `main.item`
  private func unqualified(_ name: String) -> Set<String> {
    guard let dot = name.firstIndex(of: "."), let table = tables[String(name[dot...].dropFirst())] else { return [] }
    return [table]
  }

  /// The alias after the name of a table: `"item" AS t0`, `item t0`. A keyword there does no harm, because no plan contains it.
  private func aliases(in sql: String) -> [String: Set<String>] {
    let tokens = SQLLexer.tokens(of: sql)
    var aliases: [String: Set<String>] = [:]
    for (index, token) in tokens.enumerated() {
      guard let table = tables[token.name.foldedName], index + 1 < tokens.count else { continue }
      let isNamed = tokens[index + 1].text == "as" && !tokens[index + 1].isQuoted && index + 2 < tokens.count
      let alias = tokens[index + (isNamed ? 2 : 1)]
      aliases[alias.name.foldedName, default: []].insert(table)
    }
    return aliases
  }
}
