import Foundation
import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTranslation

/// One change on the server: the old schema with rows of SQLite's, migrated and compared with the new one.
struct ServerProof {
  var psql: String
  var old: Schema
  var former: [String]
  var models: PostgreSQLModels
  var database: Database
  var plan: MigrationPlan
  var before: [(String, String)]
  var after: [(String, String)]
  /// The schema in which the rows are migrated. Proofs that run at the same time need different ones.
  var place = "migrated"

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  init(
    psql: String, old: Schema, new: Schema, database: Database, fresh: Database, allowing: [MigrationAllowance],
    before: [(String, String)], after: [(String, String)]
  ) throws {
    (self.psql, self.old, self.database, self.before, self.after) = (psql, old, database, before, after)
    models = PostgreSQLModels(
      new, script: { $0.script(for: .postgresql).statements },
      translation: PostgreSQLPieces.translation)
    former = old.script(for: .postgresql).statements.map(\.sql)
    plan = MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: new, formerSchema: old, allowing: allowing
    ).plan(postgreSQL: former, to: models)
  }

  /// The change from one text of models to another, with rows of SQLite's, in a schema of its own.
  init(
    psql: String, from old: String, to new: String, rows: String, allowing: [String],
    after: [(String, String)] = []
  ) throws {
    let (old, new) = (try compiled(old), try compiled(new))
    let (database, fresh) = (try Database(), try Database())
    try database.run(old.script().text)
    try database.run(rows)
    try fresh.run(new.script().text)
    try self.init(
      psql: psql, old: old, new: new, database: database, fresh: fresh,
      allowing: try allowing.map { try MigrationAllowance($0) }, before: [], after: after)
    place = "migrated_\(UInt32.random(in: 0...UInt32.max))"
  }

  /// What somebody changes in the file.
  var edit: (String) -> String = { $0 }
  var text: String { edit(plan.text(MigrationHeader(description: ["Random."], after: [], schema: "0"))) }

  func wrong(_ message: String) -> Wrong {
    Wrong(
      description:
        "\(message)\n--- from\n\(former.joined(separator: ";\n"))\n--- to\n"
        + "\(models.statements.map(\.sql).joined(separator: ";\n"))\n--- plan\n\(text)")
  }

  /// Migrates, and compares the catalogs.
  /// - Returns: the results of the queries; `nil` if the change isn't planned.
  func run(_ statistics: inout ServerStatistics) throws -> Result? {
    statistics.pairs += 1
    guard plan.problems.isEmpty else {
      statistics.unplanned += 1
      return nil
    }
    let script: MigrationScript
    do {
      script = try MigrationScript(name: "random", text: text, by: PostgreSQLScript.statements)
    } catch { throw wrong("\(error)") }
    let rows = try insertions(database, old)
    let parts = Parts(
      old: former, rows: rows, tables: old.tables.map(\.name), script: script, new: models.statements.map(\.sql),
      before: before, after: after, undo: undo, first: values, last: values, place: place)
    var result = try run(parts.text(isEmptied: false))
    if let error = result.error {
      // The rows of this pair violate something, which the server refuses as a whole.
      guard ["22", "23"].contains(String(error.prefix(2))) else { throw wrong(result.message) }
      result = try run(parts.text(isEmptied: true))
      statistics.refused += 1
    } else if rows.isEmpty || result.sections["refused"]?.first == "t" {
      statistics.refused += rows.isEmpty ? 0 : 1
    } else {
      statistics.withRows += 1
      result.hasRows = true
    }
    guard result.error == nil else { throw wrong(result.message) }
    let (found, expected) = (result.catalog("found"), result.catalog("expected"))
    let differences = PostgreSQLCatalogQuery.differences(found: found, expected: expected)
    guard differences.isEmpty, !expected.isEmpty else { throw wrong(differences.joined(separator: "\n")) }
    try proveUndo(result, &statistics)
    return result
  }

  /// The undo has to restore the schema, and every value.
  func proveUndo(_ result: Result, _ statistics: inout ServerStatistics) throws {
    guard let undo else { return }
    guard result.sections["undo refused"]?.first != "t" else {
      statistics.undoRefused += 1
      return
    }
    statistics.undone += 1
    func wrong(_ message: String) -> Wrong { self.wrong("the undo: \(message)\n--- undo\n\(undo.text)") }
    let differences = PostgreSQLCatalogQuery.differences(
      found: result.catalog("undone"), expected: result.catalog("original"))
    guard differences.isEmpty else { throw wrong(differences.joined(separator: "\n")) }
    for table in old.tables {
      let (was, now) = (result.sections["first \(table.name)"] ?? [], result.sections["last \(table.name)"] ?? [])
      guard was.sorted() == now.sorted() else {
        throw wrong("the rows of '\(table.name)' are others:\n\(was.sorted())\n\(now.sorted())")
      }
    }
  }

  var undo: MigrationScript? {
    guard case .script(let plan) = plan.undo else { return nil }
    return try? MigrationScript(undoing: "random", text: plan.text(nil), by: PostgreSQLScript.statements)
  }

  /// Every value of the old tables.
  var values: [(String, String)] {
    old.tables.map { table in
      let values = table.columns.map { "quote_nullable(\(SQLText.identifier($0.name))::text)" }
      return (
        table.name,
        "SELECT \((["'1'"] + values).joined(separator: " || ',' || ")) FROM \(SQLText.identifier(table.name))"
      )
    }
  }

  static func preparations(of script: MigrationScript) -> [String] {
    script.statements.map(\.sql).filter(PostgreSQLMigrationStatement.isPreparation).map { $0 + ";" }
  }

  /// The lines that undo a migration, unless its pre-checks refuse that, for ``proveUndo(_:_:)``.
  /// - Parameters:
  ///   - last: the queries of the old rows.
  ///   - isTransaction: whether they are a transaction, or in one.
  static func lines(of undo: MigrationScript, _ last: [(String, String)], isTransaction: Bool) -> [String] {
    let checks = (["0"] + undo.prechecks.map { "(\($0.query))" }).joined(separator: " + ")
    return preparations(of: undo)
      + [
        "\\echo '\u{1D}undo refused'", "SELECT \(checks) > 0 AS refused;", "SELECT \(checks) > 0 AS refused \\gset",
        "\\if :refused", "\\else",
      ] + (isTransaction ? ["BEGIN;"] : []) + undo.statements.map { $0.sql + ";" } + (isTransaction ? ["COMMIT;"] : [])
      + ["\\echo '\u{1D}undone'", "\(PostgreSQLCatalogQuery.sql);"]
      + last.flatMap { ["\\echo '\u{1D}last \($0)'", "\($1);"] } + ["\\endif"]
  }

  /// The rows that SQLite took, as statements for PostgreSQL.
  func insertions(_ database: Database, _ schema: Schema) throws -> [String] {
    try schema.tables.flatMap { table -> [String] in
      let columns = table.columns.filter { $0.generation == nil }
      let list = columns.map { "quote(\(SQLText.identifier($0.name)))" }.joined(separator: ", ")
      return try database.quoted("SELECT \(list) FROM \(SQLText.identifier(table.name))").map { row in
        let values = zip(row, columns).map { value, column in
          let literal = Self.literal(value, column.type)
          guard column.elements != nil, literal != "NULL" else { return literal }
          let type = PostgreSQLPieces(schema).type(of: column, of: table.name)
          return "(SELECT ARRAY(SELECT jsonb_array_elements_text(\(literal)))::\(type))"
        }.joined(separator: ", ")
        return
          "INSERT INTO \(SQLText.identifier(table.name)) (\(SQLText.identifiers(columns.map(\.name)))) VALUES (\(values))"
      }
    }
  }

  /// A literal of SQLite's as one of PostgreSQL's.
  static func literal(_ value: String, _ type: ColumnType) -> String {
    guard value != "NULL" else { return value }
    switch type {
    case .boolean: return value == "1" ? "true" : "false"
    case .bytes, .packed: return "'\\x\(value.dropFirst(2))"
    case .uuidBytes: return "encode('\\x\(value.dropFirst(2)), 'hex')::uuid"
    case .unsignedInteger(64): return value.replacing("'", with: "")
    default: return value
    }
  }

  struct Result {
    var sections: [String: [String]] = [:]
    /// The SQLSTATE of an error.
    var error: String?
    var message = ""
    /// Whether rows were migrated.
    var hasRows = false

    func catalog(_ name: String) -> [[String?]] {
      (sections[name] ?? []).map { $0.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init) }
    }
  }

  private func run(_ script: String) throws -> Result { try Self.run(script, psql) }

  /// Runs a script, whose results are in sections that begin with the character U+001D and a name.
  static func run(_ script: String, _ psql: String) throws -> Result {
    let psql = "\(psql) -X -q -At -v ON_ERROR_STOP=1 -v VERBOSITY=verbose -F '\u{1F}' -R '\u{1E}' 2>&1"
    let text = try Process.shell(psql, script: script).output
    var result = Result()
    for section in text.split(separator: "\u{1D}") {
      guard let end = section.firstIndex(of: "\n") else { continue }
      let rows = section[section.index(after: end)...].split(separator: "\u{1E}")
      result.sections[String(section[..<end])] = rows.map { String($0.last == "\n" ? $0.dropLast() : $0) }
    }
    if let range = text.firstRange(of: "ERROR:  ") {
      result.error = String(text[range.upperBound...].prefix(5))
      result.message = String(text[range.lowerBound...].prefix(1000))
    }
    return result
  }

  struct Parts {
    var old: [String]
    var rows: [String]
    var tables: [String]
    var script: MigrationScript
    var new: [String]
    var before: [(String, String)]
    var after: [(String, String)]
    var undo: MigrationScript?
    var first: [(String, String)]
    var last: [(String, String)]
    var place: String

    func text(isEmptied: Bool) -> String {
      var lines = [
        "SET client_min_messages = error;", "DROP SCHEMA IF EXISTS \(place) CASCADE;",
        "DROP SCHEMA IF EXISTS \(place)_wanted CASCADE;", "CREATE SCHEMA \(place);", "CREATE SCHEMA \(place)_wanted;",
        "SET search_path = \(place)_wanted, public;", "SET timezone = 'UTC';",
      ]
      func echo(_ name: String) { lines.append("\\echo '\u{1D}\(name)'") }
      func state(_ name: String, _ queries: [(String, String)]) {
        for (key, query) in queries {
          echo("\(name) \(key)")
          lines.append("\(query);")
        }
      }
      lines += new.map { $0 + ";" }
      echo("expected")
      lines += [PostgreSQLCatalogQuery.sql + ";", "SET search_path = \(place), public;"]
      lines += old.map { $0 + ";" } + ["SET session_replication_role = replica;"] + rows.map { $0 + ";" }
      lines.append("SET session_replication_role = origin;")
      let emptying = "TRUNCATE \(SQLText.identifiers(tables)) CASCADE;"
      if isEmptied { lines.append(emptying) }
      lines += ServerProof.preparations(of: script)
      let checks = script.prechecks.filter(\.isRefusal).map { "(\($0.query))" }
      echo("refused")
      if !checks.isEmpty {
        lines += [
          "SELECT \(checks.joined(separator: " + ")) > 0 AS refused;",
          "SELECT \(checks.joined(separator: " + ")) > 0 AS refused \\gset", "\\if :refused", emptying, "\\endif",
        ]
      }
      for check in script.prechecks { lines.append("SELECT (\(check.query)) \\gset unused_") }
      state("before", before)
      state("first", first)
      echo("original")
      lines.append(PostgreSQLCatalogQuery.sql + ";")
      let statements = script.statements.map(\.sql)
      let end = statements.firstIndex { PostgreSQLMigrationStatement.afterwards($0) != nil } ?? statements.endIndex
      echo("applied")
      lines += ["BEGIN;"] + statements[..<end].map { $0 + ";" } + ["COMMIT;"] + statements[end...].map { $0 + ";" }
      echo("found")
      lines.append(PostgreSQLCatalogQuery.sql + ";")
      state("after", after)
      if let undo { lines += ServerProof.lines(of: undo, last, isTransaction: true) }
      echo("end")
      return lines.joined(separator: "\n") + "\n"
    }
  }
}
