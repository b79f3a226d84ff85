import PostilEvolution
import Testing

@testable import PostilMigrations

@Suite("Proofs of undos")
struct UndoProofTests {
  /// Tries an undo of 'ADD COLUMN' in a table.
  private func difference(_ create: String) throws -> UndoProof.Result {
    let earlier = try MigrationScript(name: "1", text: "-- @migration(schema: \"1\")\n\(create)")
    let change = try MigrationScript(
      name: "2", text: "-- @migration(after: \"1\", schema: \"2\")\nALTER TABLE item ADD COLUMN note TEXT;")
    let undo = try MigrationScript(undoing: "2", text: "ALTER TABLE item DROP COLUMN note;")
    return try UndoProof(of: change, undo: undo, after: [earlier]).run()
  }

  @Test("A table with AUTOINCREMENT is tried with rows, as databases of Django and Rails have them")
  func autoincrement() throws {
    let result = try difference("CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL);")
    #expect(result.difference == nil && result.tablesWithoutRows == [])
  }

  @Test("A row that ends the transaction is left out")
  func rollback() throws {
    let result = try difference(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TRIGGER item_check BEFORE INSERT ON item WHEN NEW.title LIKE '%2024%' BEGIN SELECT RAISE(ROLLBACK, 'no'); END;
      """)
    #expect(result.difference == nil && result.tablesWithoutRows == [])
  }
}
