import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// What a statement changes must not be in effect in the next block, which uses the same connection.
@Suite("State of the connection between blocks")
struct ConnectionStateTests {
  let store: SQLiteStore

  init() throws { store = try .inMemory(schema: TasksSchema.self) }

  private func refusal(_ sql: String) throws -> TransactionMisuse? {
    let statement = _RenderedStatement(sql: sql)
    try store.write { db in try db.insertProject(sql) }
    for _ in 1...2 {
      try store.read { db in
        _ = #expect(throws: TransactionMisuse.self) { try db.fetchFirst(statement) { _ in } }
      }
    }
    return try store.write { db in
      let misuse = #expect(throws: TransactionMisuse.self) { try db.execute(statement) }
      // The transaction goes on.
      try db.execute(_RenderedStatement(sql: #"DELETE FROM "project""#))
      return misuse
    }
  }

  @Test(
    "A pragma that changes a setting of the connection is refused",
    arguments: [
      "ignore_check_constraints", "foreign_keys", "recursive_triggers", "query_only", "writable_schema",
      "case_sensitive_like",
      "legacy_alter_table", "synchronous", "cache_size", "temp_store", "journal_mode", "locking_mode", "max_page_count",
      "schema_version", "trusted_schema", "busy_timeout", "mmap_size", "secure_delete", "automatic_index",
      "reverse_unordered_selects", "hard_heap_limit",
    ])
  func settings(_ name: String) throws {
    for sql in ["PRAGMA \(name) = 1", "PRAGMA main.\(name)(1)", "pragma \(name.uppercased())=1"] {
      #expect(
        try refusal(sql)
          == .statementNotAllowed(
            sql: sql,
            reason: "'PRAGMA \(name)' would stay in effect for later blocks; set it for all connections with "
              + "'SQLiteOptions.prepareConnection'"))
    }
  }

  @Test("Attaching and detaching a database is refused", arguments: ["ATTACH ':memory:' AS other", "DETACH temp"])
  func attachments(_ sql: String) throws {
    #expect(
      try refusal(sql)
        == .statementNotAllowed(
          sql: sql,
          reason: "an attached database would stay attached for later blocks; attach it on all connections with "
            + "'SQLiteOptions.prepareConnection'"))
  }

  @Test(
    "Creating and dropping temporary objects is refused",
    arguments: [
      "CREATE TEMP TABLE t (n)", "CREATE TABLE temp.t (n)", "CREATE TEMPORARY TABLE t AS SELECT 1",
      "CREATE TEMP VIEW v AS SELECT 1", "CREATE TEMP TRIGGER t AFTER INSERT ON project BEGIN SELECT 1; END",
      "CREATE INDEX temp.i ON own (n)", "CREATE VIRTUAL TABLE temp.words USING fts5(a)", "DROP TABLE own",
      "ALTER TABLE own RENAME TO other", "DROP VIEW own_view",
    ])
  func temporaryObjects(_ sql: String) throws {
    try store.write { db in try db.connection.run("CREATE TEMP TABLE own (n); CREATE TEMP VIEW own_view AS SELECT 1") }
    #expect(
      try refusal(sql)
        == .statementNotAllowed(
          sql: sql,
          reason:
            "a temporary object would still exist in later blocks; use a common table expression ('WITH'), or create it "
            + "on all connections with 'SQLiteOptions.prepareConnection'"))
  }

  @Test("Pragmas that change nothing, that the file stores, or that end with the transaction are allowed")
  func allowedPragmas() throws {
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "PRAGMA user_version = 7"))
      try db.execute(_RenderedStatement(sql: "PRAGMA main.application_id = 8"))
      try db.execute(_RenderedStatement(sql: "PRAGMA defer_foreign_keys = ON"))
      for sql in [
        "table_info(project)", "index_list('item')", "foreign_key_check(item)", "integrity_check(1)", "optimize",
      ] {
        try db.execute(_RenderedStatement(sql: "PRAGMA " + sql))
      }
    }
    try store.read { db throws in
      #expect(try db.value("PRAGMA user_version") == 7)
      #expect(try db.value("PRAGMA application_id") == 8)
      #expect(try db.value("PRAGMA defer_foreign_keys") == 0)
      #expect(try db.value("PRAGMA foreign_keys") == 1)
      #expect(try db.value("SELECT count(*) FROM pragma_table_info('project')") == 2)
    }
  }

  @Test("Temporary tables that exist already can be written and read")
  func existingTemporaryTable() throws {
    try store.write { db in
      try db.connection.run("CREATE TEMP TABLE own (n)")
      try db.execute(_RenderedStatement(sql: "INSERT INTO own VALUES (1)"))
      #expect(try db.value("SELECT n FROM own") == 1)
    }
  }
}
