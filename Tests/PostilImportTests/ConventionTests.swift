import PostilImport
import Testing

@Suite("Conventions of frameworks")
struct ConventionTests {
  private let rails = """
    CREATE TABLE ar_internal_metadata (key varchar NOT NULL PRIMARY KEY, value varchar);
    """

  @Test("'created_at' and 'updated_at' are columns like others where no framework sets them, or another type is stored")
  func timestamps() throws {
    let table = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, created_at datetime, updated_at datetime NOT NULL DEFAULT CURRENT_TIMESTAMP);
      INSERT INTO t VALUES (1, NULL, '2024-01-02 03:04:05');
      """
    #expect(
      try Sample(table).members("T") == [
        "let id: ID", "var createdAt: Date?", "var updatedAt: Date  // @default(sql: \"CURRENT_TIMESTAMP\")",
      ])
    #expect(
      try Sample(rails + table).members("T") == [
        "let id: ID", "let createdAt: Date?  // @createdAt", "let updatedAt: Date  // @updatedAt",
      ])
    let other = try Sample(
      rails
        + """
        CREATE TABLE t (id INTEGER PRIMARY KEY, created_at datetime DEFAULT 0, updated_at TEXT);
        INSERT INTO t VALUES (1, '2024-01-02 03:04:05', '2024-01-02T03:04:05Z');
        """)
    #expect(
      try other.members("T") == [
        "let id: ID", "var createdAt: Date?  // @default(sql: \"0\")", "var updatedAt: String?",
      ])
    #expect(try !other.text("T").contains("Import notes"))
  }

  @Test("A type and an id that refer to several tables are explained, and no single reference is suggested for them")
  func polymorphic() throws {
    let sample = try Sample(
      """
      CREATE TABLE items (id INTEGER PRIMARY KEY); CREATE TABLE photos (id INTEGER PRIMARY KEY);
      CREATE TABLE devices (id INTEGER PRIMARY KEY);
      CREATE TABLE versions (id INTEGER PRIMARY KEY, item_type TEXT NOT NULL, item_id INTEGER NOT NULL);
      CREATE TABLE logs (id INTEGER PRIMARY KEY, device_type TEXT, device_id INTEGER, subject_type TEXT, subject_id INTEGER,
        content_type TEXT);
      INSERT INTO items VALUES (1), (2); INSERT INTO photos VALUES (1); INSERT INTO devices VALUES (1);
      INSERT INTO versions VALUES (1, 'Item', 1), (2, 'Photo', 1), (3, 'App\\Models\\Item', 2);
      INSERT INTO logs VALUES (1, 'phone', 1, NULL, NULL, 'image/png');
      """)
    #expect(
      try sample.remarks("Version") == [
        "'item_type' and 'item_id' together refer to a row of the table that 'item_type' names ('App\\Models\\Item', 'Item', "
          + "'Photo'), which a foreign key can't express, so 'item_id' is a plain value; to replace the pair, add an optional "
          + "reference for each table"
      ])
    #expect(try sample.members("Version").contains("var itemID: Int"))
    #expect(
      try sample.remarks("Log") == [
        "'device_id' has no foreign key, and becomes a reference that isn't enforced, because its name fits 'devices' and all of "
          + "its values are in 'devices.id'",
        "'subject_type' and 'subject_id' together refer to a row of the table that 'subject_type' names, which a foreign key can't "
          + "express, so 'subject_id' is a plain value; to replace the pair, add an optional reference for each table",
      ])
  }

  @Test("A table of a framework that a foreign key references is imported")
  func referenced() throws {
    let sample = try Sample(
      """
      CREATE TABLE knex_migrations (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE runs (id INTEGER PRIMARY KEY, migration_id INTEGER REFERENCES knex_migrations);
      """)
    #expect(sample.result.files.map(\.name) == ["KnexMigration.swift", "Run.swift"])
  }
}
