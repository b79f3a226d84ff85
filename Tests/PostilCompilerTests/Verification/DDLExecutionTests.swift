import PostilSchema
import Testing

@testable import PostilCompiler

/// The DDL on the real SQLite: what it says is what is enforced.
struct DDLExecutionTests {
  private static let source = """
    // @table
    // @unique(name, version)
    // @index(dueAt, priority.descending, where: "done = 0")
    // @check("length(name) < 100")
    struct Item: Sendable {
      let id: ID
      var name: String  // @check("length(name) > 0") @collate(nocase)
      var version: Int8
      var dueAt: Date?
      var priority: Priority = .normal
      var done = false
      var size: UInt64
      var code: String  // @default(sql: "lower(hex('x'))")
      // @references(inverse: items, onDelete: cascade)
      var projectID: Project.ID
      // @references(onDelete: nullify)
      var parentID: Item.ID?
      // @manyToMany(tags: Tag, inverse: items)
    }

    enum Priority: Int, Sendable { case low = -1, normal, high }

    // @table
    struct Project: Sendable {
      let id: ID
    }

    // @table
    struct Tag: Sendable {
      let id: UUID
      // @references(onDelete: deny)
      var projectID: Project.ID
    }
    """

  private func database() throws -> ScratchDatabase {
    let database = try ScratchDatabase()
    try database.run("PRAGMA foreign_keys = ON")
    for statement in try compile(Self.source).schema.script().statements { try database.run(statement.sql) }
    try database.run("INSERT INTO project DEFAULT VALUES")
    return database
  }

  /// Inserts an item, the columns given in place of what would be right.
  private func insert(_ values: KeyValuePairs<String, String>, into database: ScratchDatabase) throws(ScratchDatabase
    .Failure)
  {
    var row = ["name": "'a'", "version": "1", "priority": "0", "done": "0", "size": "1", "project_id": "1"]
    for (column, value) in values { row[column] = value }
    let columns = row.keys.sorted()
    try database.run(
      "INSERT INTO item (\(columns.joined(separator: ", "))) VALUES (\(columns.map { row[$0] ?? "" }.joined(separator: ", ")))"
    )
  }

  @Test func `an integer key is the rowid, and assigned by the database`() throws {
    let database = try database()
    try insert([:], into: database)
    try insert(["name": "'b'"], into: database)
    #expect(try database.run("SELECT id || ' ' || rowid || ' ' || code FROM item ORDER BY id") == ["1 1 78", "2 2 78"])
    #expect(try database.run("SELECT name FROM pragma_index_list('item') WHERE origin = 'pk'").isEmpty)
  }

  @Test(
    "each constraint refuses invalid rows, by its name",
    arguments: [
      ("name", "''", "item_name_check"), ("name", "zeroblob(100)", "cannot store BLOB value in TEXT column item.name"),
      ("name", "printf('%0100d', 1)", "item_check"), ("version", "128", "item_version_range"),
      ("version", "-129", "item_version_range"),
      ("priority", "2", "item_priority_check"), ("priority", "NULL", "NOT NULL constraint failed: item.priority"),
      ("done", "2", "item_done_range"), ("size", "-1", "item_size_range"), ("size", "'5'", "item_size_range"),
      ("size", "1.5", "item_size_range"), ("project_id", "7", "FOREIGN KEY constraint failed"),
      ("name", "'A'", "UNIQUE constraint failed: item.name, item.version"),
    ])
  func refused(column: String, value: String, message: String) throws {
    let database = try database()
    try insert([:], into: database)
    do throws(ScratchDatabase.Failure) {
      try insert(column == "name" ? ["name": value] : ["name": "'b'", "\(column)": value], into: database)
      #expect(Bool(false), "accepted \(value)")
    } catch {
      #expect(error.message.contains(message))
    }
  }

  @Test func `the whole range of UInt64 is stored, and sorts correctly`() throws {
    let database = try database()
    for (name, size) in [
      ("c", "'18446744073709551615'"), ("a", "0"), ("b", "9223372036854775807"), ("d", "'09223372036854775808'"),
    ] {
      try insert(["name": "'\(name)'", "size": size], into: database)
    }
    #expect(try database.run("SELECT name FROM item ORDER BY size") == ["a", "b", "d", "c"])
  }

  @Test func `a partial index is used for the rows that it covers`() throws {
    let database = try database()
    #expect(
      try database.run("SELECT sql FROM sqlite_schema WHERE name = 'item_due_at_priority_idx'")
        == [#"CREATE INDEX "item_due_at_priority_idx" ON "item" ("due_at", "priority" DESC) WHERE done = 0"#])
    let count = "SELECT count(*) FROM item INDEXED BY item_due_at_priority_idx WHERE due_at > ''"
    #expect(try database.run("\(count) AND done = 0") == ["0"])
    #expect(throws: ScratchDatabase.Failure.self) { try database.run(count) }
  }

  @Test func `delete rules are enforced`() throws {
    let database = try database()
    try database.run("INSERT INTO project DEFAULT VALUES")
    try insert(["project_id": "2"], into: database)
    try insert(["name": "'b'", "parent_id": "1"], into: database)
    try database.run("INSERT INTO tag VALUES ('u', 1)")
    try database.run("INSERT INTO item_tags VALUES (1, 'u'), (2, 'u')")
    try database.run("DELETE FROM project WHERE id = 2")
    #expect(try database.run("SELECT id FROM item") == ["2"])
    #expect(try database.run("SELECT parent_id FROM item") == [nil])
    #expect(try database.run("SELECT item_id FROM item_tags") == ["2"])
    #expect(throws: ScratchDatabase.Failure.self) { try database.run("DELETE FROM project WHERE id = 1") }
  }

  @Test func `a join table has no rowid, and an index for each direction`() throws {
    let database = try database()
    #expect(throws: ScratchDatabase.Failure.self) { try database.run("SELECT rowid FROM item_tags") }
    #expect(
      try database.run("SELECT group_concat(name) FROM pragma_index_info('item_tags_tag_id_item_id_idx')") == [
        "tag_id,item_id"
      ])
    #expect(try database.run("SELECT type FROM pragma_table_info('item_tags')") == ["INTEGER", "TEXT"])
  }

  @Test func `names of any kind are quoted`() throws {
    let graph = try compile(
      """
      // @table("drop table \\"x\\"; --")
      // @index(order, name: "an index")
      struct Item: Sendable {
        let id: ID
        var order: Int  // @column("order\\";") @check("1 = 1", name: "it's")
        var 名前: String  // @collate("my \\"own\\"")
      }
      """)
    let database = try ScratchDatabase()
    database.addCollation("my \"own\"")
    for statement in graph.schema.script().statements { try database.run(statement.sql) }
    #expect(
      try database.run("SELECT name FROM sqlite_schema ORDER BY name") == ["an index", "drop table \"x\"; --"])
    #expect(try database.run("SELECT name FROM pragma_table_info('drop table \"x\"; --')") == ["id", "order\";", "名前"])
  }
}
