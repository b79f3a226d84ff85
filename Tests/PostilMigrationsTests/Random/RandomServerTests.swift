import Foundation
import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTranslation
import PostilTestSupport
import Testing

/// Random pairs of schemas with rows, migrated on a PostgreSQL server and compared with a fresh schema.
///
/// `POSTIL_PSQL` is the command that runs a script from standard input on a server: `psql -h /tmp -d postgres`. `Tests/PostgreSQL/run` sets it;
/// without it, nothing is run. `POSTIL_SEED` and `POSTIL_SERVER_PAIRS` choose the pairs.
@Suite("Random migrations on PostgreSQL")
struct RandomServerTests {
  @Test func everyPairOfSchemasMigratesWithItsRows() throws {
    func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    guard let psql = variable("POSTIL_PSQL") else {
      print("Random migrations on PostgreSQL: skipped, because POSTIL_PSQL is missing")
      return
    }
    let seed = testSeed
    let count = variable("POSTIL_SERVER_PAIRS").flatMap { UInt64($0) } ?? 300
    print("Random migrations on PostgreSQL: POSTIL_SEED=\(seed) POSTIL_SERVER_PAIRS=\(count)")
    var statistics = ServerStatistics()
    var failures = 0
    for pair in 0..<count {
      do {
        try ServerPair(seed: seed + pair, psql: psql).run(&statistics)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_SERVER_PAIRS=1: \(error)")
        failures += 1
        if failures > 3 { break }
      }
    }
    print("Random migrations on PostgreSQL: \(statistics)")
    if count >= 200 {
      #expect(statistics.withRows * 4 > statistics.pairs && statistics.unplanned * 4 < statistics.pairs)
    }
    statistics = ServerStatistics()
    for pair in 0..<(count / 2) {
      do {
        try ServerModelPair(seed: seed + pair, psql: psql).run(&statistics)
      } catch {
        Issue.record("models, POSTIL_SEED=\(seed + pair) POSTIL_SERVER_PAIRS=2: \(error)")
        break
      }
    }
    print("Random models on PostgreSQL: \(statistics)")
  }
}

struct ServerStatistics: CustomStringConvertible {
  var pairs = 0
  var withRows = 0
  var refused = 0
  var unplanned = 0
  var moved = 0
  var undone = 0
  var undoRefused = 0

  var description: String {
    "\(pairs) pairs, \(withRows) with rows, \(refused) refused first, \(moved) with references to other keys, \(unplanned) not "
      + "planned, \(undone) undone, \(undoRefused) with an undo that refuses the rows"
  }
}

private struct ServerPair {
  var seed: UInt64
  var psql: String

  func run(_ statistics: inout ServerStatistics) throws {
    var random = Generator(seed: seed)
    guard let pair = try SchemaPair(&random, \.assigned) else { return }
    let (old, new, oldSchema, newSchema) = (pair.old, pair.new, pair.oldSchema, pair.newSchema)
    let links = Links(from: old, to: new)
    let kept = Kept(old: oldSchema, new: newSchema)
    let proof = try ServerProof(
      psql: psql, old: oldSchema, new: newSchema, database: pair.database, fresh: pair.fresh,
      allowing: try links.allowances(oldSchema),
      before: contents(kept, old: true) + linked(old, links), after: contents(kept, old: false) + linked(new, links))
    guard let result = try proof.run(&statistics) else { return }
    let touched = Kept(old: oldSchema, new: newSchema, plan: proof.plan)
    if result.hasRows, proof.text.contains("\"postil_parent\""),
      links.references.contains(where: { !(result.sections["before l\($0)"] ?? []).isEmpty })
    {
      statistics.moved += 1
    }
    for (index, table) in kept.tables.enumerated() where touched.tables[index].columns.count == table.columns.count {
      let (was, now) = (result.sections["before \(index)"] ?? [], result.sections["after \(index)"] ?? [])
      guard was.sorted() == now.sorted() else {
        throw proof.wrong("the rows of '\(table.new)' are others:\n\(was)\n\(now)")
      }
    }
    func linksThen(_ when: String) -> [Int: [String]] {
      Dictionary(
        uniqueKeysWithValues: links.references.map { ($0, (result.sections["\(when) l\($0)"] ?? []).sorted()) })
    }
    if let difference = links.difference(linksThen("before"), linksThen("after"), proof.plan) {
      throw proof.wrong(difference)
    }
  }

  private func contents(_ kept: Kept, old: Bool) -> [(String, String)] {
    kept.tables.enumerated().map { index, table in
      let columns = table.columns.map { "quote_nullable(\(SQLText.identifier(old ? $0.old : $0.new))::text)" }
      let list = (["'1'"] + columns).joined(separator: " || ',' || ")
      return ("\(index)", "SELECT \(list) FROM \(SQLText.identifier(old ? table.old : table.new))")
    }
  }

  private func linked(_ blueprint: Blueprint, _ links: Links) -> [(String, String)] {
    blueprint.linkQueries(links.references).sorted { $0.key < $1.key }.map { ("l\($0)", $1) }
  }
}

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

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  init(
    psql: String, old: Schema, new: Schema, database: Database, fresh: Database, allowing: [MigrationAllowance],
    before: [(String, String)], after: [(String, String)]
  ) throws {
    (self.psql, self.old, self.database, self.before, self.after) = (psql, old, database, before, after)
    models = PostgreSQLModels(
      new, statements: new.script(for: .postgresql).statements, translation: PostgreSQLPieces.translation)
    former = old.script(for: .postgresql).statements.map(\.sql)
    plan = MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: new, formerSchema: old, allowing: allowing
    ).plan(postgreSQL: former, to: models)
  }

  var text: String { plan.text(MigrationHeader(description: ["Random."], after: [], schema: "0")) }

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
      before: before, after: after, undo: undo, first: values, last: values)
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
  private func proveUndo(_ result: Result, _ statistics: inout ServerStatistics) throws {
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

  private var undo: MigrationScript? {
    guard case .script(let plan) = plan.undo else { return nil }
    return try? MigrationScript(undoing: "random", text: plan.text(nil), by: PostgreSQLScript.statements)
  }

  /// Every value of the old tables.
  private var values: [(String, String)] {
    old.tables.map { table in
      let values = table.columns.map { "quote_nullable(\(SQLText.identifier($0.name))::text)" }
      return (
        table.name,
        "SELECT \((["'1'"] + values).joined(separator: " || ',' || ")) FROM \(SQLText.identifier(table.name))"
      )
    }
  }

  /// The rows that SQLite took, as statements for PostgreSQL.
  private func insertions(_ database: Database, _ schema: Schema) throws -> [String] {
    try schema.tables.flatMap { table -> [String] in
      let columns = table.columns.filter { $0.generation == nil }
      let list = columns.map { "quote(\(SQLText.identifier($0.name)))" }.joined(separator: ", ")
      return try database.quoted("SELECT \(list) FROM \(SQLText.identifier(table.name))").map { row in
        let values = zip(row, columns).map { Self.literal($0, $1.type) }.joined(separator: ", ")
        return
          "INSERT INTO \(SQLText.identifier(table.name)) (\(SQLText.identifiers(columns.map(\.name)))) VALUES (\(values))"
      }
    }
  }

  private static func literal(_ value: String, _ type: ColumnType) -> String {
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

  private func run(_ script: String) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "\(psql) -X -q -At -v ON_ERROR_STOP=1 -v VERBOSITY=verbose -F '\u{1F}' -R '\u{1E}' 2>&1",
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data(script.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
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

    func text(isEmptied: Bool) -> String {
      var lines = [
        "SET client_min_messages = error;", "DROP SCHEMA IF EXISTS migrated CASCADE;",
        "DROP SCHEMA IF EXISTS wanted CASCADE;", "CREATE SCHEMA migrated;", "CREATE SCHEMA wanted;",
        "SET search_path = wanted, public;", "SET timezone = 'UTC';",
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
      lines += [PostgreSQLCatalogQuery.sql + ";", "SET search_path = migrated, public;"]
      lines += old.map { $0 + ";" } + ["SET session_replication_role = replica;"] + rows.map { $0 + ";" }
      lines.append("SET session_replication_role = origin;")
      let emptying = "TRUNCATE \(SQLText.identifiers(tables)) CASCADE;"
      if isEmptied { lines.append(emptying) }
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
      if let undo {
        let checks = undo.prechecks.map { "(\($0.query))" }
        echo("undo refused")
        lines += [
          "SELECT \((["0"] + checks).joined(separator: " + ")) > 0 AS refused;",
          "SELECT \((["0"] + checks).joined(separator: " + ")) > 0 AS refused \\gset", "\\if :refused", "\\else",
          "BEGIN;",
        ]
        lines += undo.statements.map { $0.sql + ";" } + ["COMMIT;"]
        echo("undone")
        lines.append(PostgreSQLCatalogQuery.sql + ";")
        state("last", last)
        lines.append("\\endif")
      }
      echo("end")
      return lines.joined(separator: "\n") + "\n"
    }
  }
}

/// A pair of models, migrated in both databases with the same rows: numbers, texts, positions and counts are the same afterwards.
private struct ServerModelPair {
  var seed: UInt64
  var psql: String

  func run(_ statistics: inout ServerStatistics) throws {
    var random = Generator(seed: seed)
    let (oldSketches, newSketches) = ModelPair.sketches(&random)
    let (oldSchema, newSchema): (Schema, Schema)
    // Not everything that can be put together is allowed.
    do {
      (oldSchema, newSchema) = (try compiled(ModelPair.text(oldSketches)), try compiled(ModelPair.text(newSketches)))
    } catch { return }
    let (database, fresh) = (try Database(), try Database())
    try database.run(oldSchema.script().text)
    try fresh.run(newSchema.script().text)
    try ModelPair(seed: seed).fill(database, oldSchema, &random)
    var allowing: [MigrationAllowance] = []
    for table in oldSchema.tables {
      allowing.append(try MigrationAllowance("dropTable:\(table.name)"))
      for column in table.columns { allowing.append(try MigrationAllowance("dropColumn:\(table.name).\(column.name)")) }
    }
    let plan = MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: newSchema, formerSchema: oldSchema,
      allowing: allowing
    ).plan()
    for finding in plan.findings where try !finding.code.isLoss && database.number(finding.query) > 0 {
      for table in oldSchema.tables.reversed() { try database.run("DELETE FROM \(SQLText.identifier(table.name))") }
    }
    func queries(_ cast: (String) -> String) -> [(String, String)] {
      newSchema.tables.map { table in
        let columns = table.columns.filter { $0.type == .integer(bits: 64) || $0.type == .text }
          .map { "coalesce(\(cast(SQLText.identifier($0.name))), '~')" }
        return (
          table.name,
          "SELECT \((["''"] + columns).joined(separator: " || '|' || ")) FROM \(SQLText.identifier(table.name))"
        )
      }
    }
    let proof = try ServerProof(
      psql: psql, old: oldSchema, new: newSchema, database: database, fresh: fresh, allowing: allowing, before: [],
      after: queries { "\($0)::text" })
    guard let result = try proof.run(&statistics), result.hasRows else { return }
    try database.apply(plan.text(nil))
    for (table, query) in queries({ "CAST(\($0) AS TEXT)" }) {
      let (found, expected) = (
        (result.sections["after \(table)"] ?? []).sorted(), try database.rows(query).map { $0[0] ?? "" }.sorted()
      )
      guard found == expected else {
        throw proof.wrong("'\(table)' is \(found), but \(expected) in SQLite\n\(plan.text(nil))")
      }
    }
  }
}

extension Schema {
  /// The schema whose integer keys the database assigns, as those of models are.
  fileprivate var assigned: Schema {
    var schema = self
    for (index, table) in tables.enumerated() where !table.isWithoutRowID && table.primaryKey.columns.count == 1 {
      for (place, column) in table.columns.enumerated()
      where table.primaryKey.columns == [column.name] && column.type == .integer(bits: 64)
        && !table.foreignKeys.contains(where: { $0.columns == [column.name] })
      {
        schema.tables[index].columns[place].isAssigned = true
      }
    }
    return schema
  }
}
