import CSQLite
import PostilQuery
import PostilSQL

/// The broken parts of a database: rows that reference missing rows, and views and triggers that can't run.
///
/// A migration can leave broken parts as they are, but it can't add any.
struct DatabaseHealth {
  private struct Pair: Hashable {
    let table: String
    let parent: String
  }

  private let tables: Set<String>
  private var references: [Pair: Int] = [:]
  private var objects: [MigrationError.BrokenObject] = []

  /// Checks the views and triggers, and with `withReferences` the foreign keys of every row.
  init(of connection: SQLiteConnection, withReferences: Bool) throws {
    let names = try connection.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
    tables = Set(names)
    if withReferences {
      for table in names {
        do {
          let rows = try connection.rows(
            "SELECT parent, count(*) FROM temp.pragma_foreign_key_check(?1) GROUP BY parent", table)
          for row in rows { references[Pair(table: table, parent: row[0])] = Int(row[1]) ?? 0 }
        } catch let error as DatabaseError where error.code == SQLITE_ERROR {
          // The referenced key doesn't exist.
          objects.append(MigrationError.BrokenObject(kind: "foreign key of table", name: table, reason: error.message))
        }
      }
    }
    try checkViewsAndTriggers(connection)
  }

  /// Checks that nothing was broken since `before`.
  /// - Throws: ``MigrationError/brokenReferences(name:references:)``, ``MigrationError/brokenObjects(name:objects:)``
  func check(since before: DatabaseHealth, of name: String) throws {
    let hasMore = references.values.reduce(0, +) > before.references.values.reduce(0, +)
    let worse = references.filter { pair, count in
      // A renamed table keeps its broken references.
      let isRenamed = !before.tables.contains(pair.table) || !before.tables.contains(pair.parent)
      return count > before.references[pair] ?? 0 && (hasMore || !isRenamed)
    }
    if !worse.isEmpty {
      let broken = worse.map { pair, count in
        MigrationError.BrokenReference(
          table: pair.table, parent: pair.parent, before: before.references[pair] ?? 0, after: count)
      }
      throw MigrationError.brokenReferences(
        name: name, references: broken.sorted { ($0.table, $0.parent) < ($1.table, $1.parent) })
    }
    let broken = objects.filter { object in
      !before.objects.contains { $0.kind == object.kind && $0.name == object.name }
    }
    if !broken.isEmpty { throw MigrationError.brokenObjects(name: name, objects: broken) }
  }

  /// Prepares a query of every view, and for every trigger a statement that fires it. Nothing is run.
  private mutating func checkViewsAndTriggers(_ connection: SQLiteConnection) throws {
    for view in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name") {
      if let reason = try connection.refusal(of: "SELECT * FROM \(SQLText.identifier(view[0]))") {
        objects.append(MigrationError.BrokenObject(kind: "view", name: view[0], reason: reason))
      }
    }
    for trigger in try connection.rows(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    {
      if let reason = try refusal(ofTrigger: trigger[2], on: trigger[1], connection) {
        objects.append(MigrationError.BrokenObject(kind: "trigger", name: trigger[0], reason: reason))
      }
    }
  }

  private func refusal(
    ofTrigger sql: String, on table: String, _ connection: SQLiteConnection
  ) throws -> String? {
    let name = SQLText.identifier(table)
    let event = SQLLexer.tokens(of: sql).first { $0.is("insert") || $0.is("update") || $0.is("delete") }
    switch event?.text {
    case "insert": return try connection.refusal(of: "INSERT INTO \(name) DEFAULT VALUES")
    case "delete": return try connection.refusal(of: "DELETE FROM \(name)")
    case "update":
      let columns = try connection.rows("SELECT name FROM temp.pragma_table_xinfo(?1) WHERE hidden = 0", table)
      // A view that can't run has no columns, and is reported itself.
      guard !columns.isEmpty else { return nil }
      let values = columns.map { "\(SQLText.identifier($0[0])) = \(SQLText.identifier($0[0]))" }
      return try connection.refusal(of: "UPDATE \(name) SET \(values.joined(separator: ", "))")
    default: return nil
    }
  }
}
