import Foundation
import PostilEvolution
import PostilMigrations
import PostilSchema
import Testing

/// Undos of migrations in tables with rows, on both engines.
@Suite("Undos with rows")
struct UndoWithRowsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var old: String
    var new: String
    var rows = "INSERT INTO item (id, title) VALUES (1, 'Ada'), (2, 'Bob')"
    var testDescription: String { name }
  }

  private static func item(_ members: String) -> String {
    "// @table\nstruct Item: Sendable {\n  let id: ID\n  var title: String\n  \(members)\n}\n"
  }

  static let cases: [Case] = [
    Case(name: "@createdAt", old: item(""), new: item("let createdAt: Date  // @createdAt")),
    Case(name: "@updatedAt", old: item(""), new: item("let updatedAt: Date  // @updatedAt")),
    Case(
      name: "@createdAt in seconds", old: item(""),
      new: item("let createdAt: Date  // @createdAt @store(as: unixSeconds)")),
    Case(
      name: "@createdAt in milliseconds", old: item(""),
      new: item("let createdAt: Date  // @createdAt @store(as: unixMilliseconds)")),
    Case(
      name: "@createdAt since 2001", old: item(""),
      new: item("let createdAt: Date  // @createdAt @store(as: referenceDate)")),
    Case(name: "a default of SQL", old: item(""), new: item("var at: Date  // @default(sql: \"CURRENT_TIMESTAMP\")")),
    Case(name: "a generated column", old: item(""), new: item("// @generated(\"length(title)\")\n  let size: Int")),
    Case(
      name: "a stored generated column", old: item(""),
      new: item("// @generated(\"length(title)\", stored)\n  let size: Int")),
    Case(
      name: "another generated column", old: item("// @generated(\"length(title)\")\n  let size: Int"),
      new: item("// @generated(\"length(title) + 1\")\n  let size: Int")),
    Case(
      name: "a generated column that was a plain one", old: item("// @generated(\"length(title)\")\n  let size: Int"),
      new: item("var size: Int")),
    Case(name: "a new date since 2001", old: item(""), new: item("var at: Date?  // @store(as: referenceDate)")),
    Case(
      name: "seconds that become a date since 2001", old: item("var at: Date  // @store(as: unixSeconds)"),
      new: item("var at: Date  // @store(as: referenceDate)"), rows: dates("1795285805", "-1")),
    Case(
      name: "a number that becomes a date since 2001", old: item("var at: Double"),
      new: item("var at: Date  // @store(as: referenceDate)"), rows: dates("816978605.123456", "-0.1")),
    Case(
      name: "milliseconds that become a date since 2001", old: item("var at: Date  // @store(as: unixMilliseconds)"),
      new: item("var at: Date  // @store(as: referenceDate)"), rows: dates("1795285805250", "-877")),
    Case(
      name: "milliseconds that become a Julian day", old: item("var at: Date  // @store(as: unixMilliseconds)"),
      new: item("var at: Date  // @store(as: julianDay)"), rows: dates("1795285805250", "-877")),
  ]

  private static func dates(_ first: String, _ second: String) -> String {
    "INSERT INTO item (id, title, at) VALUES (1, 'Ada', \(first)), (2, 'Bob', \(second))"
  }

  private static let allowances = MigrationFindingCode.allCases.map(\.rawValue)

  @Test("An undo restores the schema and the rows on SQLite", arguments: cases)
  func sqlite(change: Case) throws {
    let (old, new) = (try compiled(change.old), try compiled(change.new))
    let migration = try Migration(
      ddl: old.script().text, rows: change.rows, to: new.script().text, schema: new, formerSchema: old,
      allowing: Self.allowances)
    let before = try migration.database.quoted("SELECT * FROM item ORDER BY id")
    try migration.apply()
    guard case .script(let undo) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)\n\(migration.text)")
      return
    }
    for finding in undo.findings {
      #expect(try migration.database.number(finding.query) == 0, "\(finding.allowance): \(finding.query)")
    }
    try migration.undo()
    #expect(try migration.database.quoted("SELECT * FROM item ORDER BY id") == before)
  }

  @Test("An undo restores the schema and the rows on PostgreSQL", arguments: cases)
  func server(change: Case) throws {
    guard let psql = ProcessInfo.processInfo.environment["POSTIL_PSQL"] else {
      print("Undos on a PostgreSQL server: skipped, because POSTIL_PSQL is missing")
      return
    }
    let proof = try ServerProof(
      psql: psql, from: change.old, to: change.new, rows: change.rows, allowing: Self.allowances)
    var statistics = ServerStatistics()
    let outcome = try proof.run(&statistics)
    #expect(outcome?.hasRows == true && statistics.undone == 1, "\(statistics)\n\(proof.text)\n\(proof.plan.undo)")
  }

  @Test("A time that a row got since the migration is a loss")
  func laterTime() throws {
    let migration = try Migration(
      models: Self.cases[0].old, rows: Self.cases[0].rows, to: Self.cases[0].new, allowing: Self.allowances)
    try migration.apply()
    try migration.database.run("INSERT INTO item (title, created_at) VALUES ('Eve', '2040-01-02 03:04:05')")
    guard case .script(let undo) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)")
      return
    }
    #expect(
      try undo.findings.map { "\($0.allowance) \(try migration.database.number($0.query))" } == [
        "dropColumn:item.created_at 1"
      ])
  }
}
