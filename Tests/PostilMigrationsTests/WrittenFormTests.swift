import PostilMigrations
import Testing

/// Texts that other programs wrote, in columns that become UUIDs or dates: a program finds values by the bytes that Postil writes.
@Suite("Values in the form that Postil writes")
struct WrittenFormTests {
  private static let lower = ["e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "e621e1f8-c36c-495a-93fc-0c247a3e6e60"]

  private static func models(_ key: String) -> String {
    "// @table\nstruct Project: Sendable {\n  let id: \(key)\n  var name: String\n}\n"
      + model("Item", "// @references(inverse: items)\n  var projectID: Project.ID")
  }

  private static func migration(_ from: String, _ to: String, rows: String) throws -> Migration {
    let (old, new) = (try compiled(from), try compiled(to))
    return try Migration(
      ddl: old.script().text, rows: rows, to: new.script().text, schema: new, formerSchema: old,
      allowing: ["unconvertible", "newReference", "newUnique"])
  }

  @Test("A key and its references are rewritten together")
  func references() throws {
    let migration = try Self.migration(
      Self.models("String"), Self.models("UUID"),
      rows: """
        INSERT INTO project VALUES ('\(Self.lower[0])', 'a'), ('\(Self.lower[1].uppercased())', 'b');
        INSERT INTO item VALUES (1, '\(Self.lower[0])'), (2, '\(Self.lower[1].uppercased())');
        """)
    let counts = try migration.counts()
    #expect(counts.allSatisfy { $0.hasSuffix(" 0") }, "\(counts)")
    try migration.apply()
    #expect(
      try migration.database.quoted("SELECT id || ' ' || project_id FROM item ORDER BY id").map { $0[0] }
        == ["1 \(Self.lower[0].uppercased())", "2 \(Self.lower[1].uppercased())"])
    #expect(try migration.database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test("Two texts of the same value in a key are counted")
  func duplicates() throws {
    let migration = try Self.migration(
      Self.models("String"), Self.models("UUID"),
      rows: "INSERT INTO project VALUES ('\(Self.lower[0])', 'a'), ('\(Self.lower[0].uppercased())', 'b')")
    let counts = try migration.counts()
    #expect(counts.contains("newUnique project.id 1"), "\(counts)")
  }

  @Test("A unique date is compared in the form that is written")
  func dates() throws {
    let migration = try Self.migration(
      model("Item", "var at: String  // @unique"), model("Item", "var at: Date  // @unique"),
      rows: "INSERT INTO item VALUES (1, '2024-01-02T03:04:05Z'), (2, '2024-01-02 04:04:05+01:00'), (3, '2024-01-02')")
    let counts = try migration.counts()
    #expect(counts.contains("newUnique item.at 1"), "\(counts)")
    try migration.database.run("DELETE FROM item WHERE id = 2")
    try migration.apply()
    #expect(
      try migration.database.quoted("SELECT at FROM item ORDER BY id").map { $0[0] }
        == ["2024-01-02 03:04:05", "2024-01-02 00:00:00"])
  }
}
