import Foundation
import Postil
import Testing

/// Docs/Errors.md on migrations: what is thrown, as the document shows it.
@Suite("The document on errors, about migrations")
struct MigrationErrorTests {
  @Test("A file whose rows violate a migration is refused as documented")
  func rowsAtRisk() throws {
    let file = try TemporaryFile()
    let path = file.path
    let create = SchemaMigrations.File(
      name: "1_create", sql: "-- @migration()\n\(DocumentsSchema.ddl)\nCREATE TABLE \"note\" (\"text\" TEXT) STRICT;\n")
    let drop = SchemaMigrations.File(
      name: "2_drop_note",
      sql: """
        -- @migration(after: "1_create")
        -- @precheck(dropTable, "note"): SELECT count(*) FROM "note"
        DROP TABLE "note";
        """)
    try SQLiteStore(path: path, schema: DocumentsSchema.self, migrations: SchemaMigrations([create])).close()
    try file.runElsewhere(#"INSERT INTO "note" VALUES ('still there')"#)

    let migrations = SchemaMigrations([create, drop])
    let error = try #require(throws: MigrationError.self) {
      let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, migrations: migrations)
      try store.close()
    }
    let text = "\(error)"
    #expect(try Document("Errors").says(text), "the document does not say: \(text)")
    guard case .rowsAtRisk("2_drop_note", let findings) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(findings.map(\.rows) == [1])
    try file.runElsewhere(#"DELETE FROM "note""#)
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, migrations: migrations)
    #expect(store.migrationOutcomes.map(\.name) == ["2_drop_note"])
  }

  @Test("The document names every case of the error")
  func cases() throws {
    let source = try String(
      contentsOf: Document.root.appending(path: "Sources/PostilSQLite/Migrations/MigrationError.swift"), encoding: .utf8
    )
    let cases = source.matches(of: /\n  case ([a-zA-Z]+)/).map { String($0.1) }
    let document = try Document("Errors")
    #expect(cases.count > 15)
    #expect(cases.filter { !document.says(".\($0)") } == [])
  }
}
