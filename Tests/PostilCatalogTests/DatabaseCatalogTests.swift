import CSQLite
import PostilCatalog
import Testing

@Suite("The database catalog")
struct DatabaseCatalogTests {
  @Test func tablesTellTheirKeysReferencesAndIndexes() throws {
    let catalog = try Sample.catalog(
      """
      CREATE TABLE list ("id" INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE) STRICT;
      CREATE TABLE item (
        list_id INTEGER CONSTRAINT item_list REFERENCES list ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
        number INTEGER NOT NULL DEFAULT -1 CHECK (number <> 0),
        title VARCHAR(20) DEFAULT 'a, (b)' NOT NULL,
        total INTEGER GENERATED ALWAYS AS (number * 2) STORED,
        CONSTRAINT "item pk" PRIMARY KEY (number, list_id),
        FOREIGN KEY (list_id, number) REFERENCES other (a, b) ON UPDATE CASCADE
      ) WITHOUT ROWID;
      CREATE INDEX item_title ON item (lower(title) DESC, number) WHERE title <> '';
      CREATE TRIGGER item_added AFTER INSERT ON item BEGIN SELECT 1; END;
      CREATE VIEW late AS SELECT number AS n, title FROM item;
      CREATE TRIGGER late_added INSTEAD OF INSERT ON late BEGIN SELECT 1; END;
      """)
    #expect(catalog.tables.map(\.name) == ["list", "item"])
    let list = try #require(catalog.table("LIST"))
    #expect(list.isStrict && list.primaryKey == ["id"])
    #expect(list.column("name")?.constraint(.collation)?.content == "NOCASE")
    let item = try #require(catalog.table("item"))
    #expect(item.isWithoutRowID && !item.isStrict)
    #expect(item.primaryKey == ["number", "list_id"])
    #expect(item.columns.map(\.name) == ["list_id", "number", "title", "total"])
    #expect(item.columns.map(\.declaredType) == ["INTEGER", "INTEGER", "VARCHAR(20)", "INTEGER"])
    #expect(item.columns.map(\.defaultExpression) == [nil, "-1", "'a, (b)'", nil])
    #expect(item.column("title")?.constraint(.default)?.content == "'a, (b)'")
    #expect(item.column("number")?.constraint(.check)?.content == "number <> 0")
    #expect(item.column("total")?.constraint(.generation)?.content == "number * 2")
    #expect(item.column("total")?.constraint(.generation)?.isStored == true)
    let reference = try #require(item.column("list_id")?.constraint(.foreignKey))
    #expect(reference.name == "item_list" && reference.isDeferred && reference.columns.isEmpty)
    #expect(
      item.foreignKeys == [
        CatalogForeignKey(
          columns: ["list_id"], referencedTable: "list", referencedColumns: nil, onUpdate: "NO ACTION",
          onDelete: "SET NULL"),
        CatalogForeignKey(
          columns: ["list_id", "number"], referencedTable: "other", referencedColumns: ["a", "b"],
          onUpdate: "CASCADE", onDelete: "NO ACTION"),
      ])
    let constraints = try #require(item.definition).constraints.compactMap(\.constraint)
    #expect(constraints.map(\.name) == ["item pk", nil])
    #expect(constraints.map(\.columns) == [["number", "list_id"], ["list_id", "number"]])
    let index = try #require(item.indexes.first { $0.name == "item_title" })
    #expect(index.terms.map(\.column) == [nil, "number"] && index.terms.map(\.isDescending) == [true, false])
    #expect(index.definition?.terms == ["lower(title) DESC", "number"])
    #expect(index.definition?.condition == "title <> ''")
    #expect(item.triggers.map(\.name) == ["item_added"])
    #expect(catalog.views.map(\.columns) == [["n", "title"]])
    #expect(catalog.view("late")?.triggers.map(\.name) == ["late_added"])
  }

  @Test func whatAVirtualTableKeepsIsItsOwnAffair() throws {
    let catalog = try Sample.catalog("CREATE VIRTUAL TABLE words USING fts5(a, b)")
    #expect(catalog.tables.map(\.name) == ["words"])
    #expect(catalog.tables.first?.isVirtual == true && catalog.tables.first?.columns.map(\.name) == ["a", "b"])
  }

  @Test func aViewThatIsBrokenHasNoColumnsAndBreaksNothingElse() throws {
    let catalog = try Sample.catalog("CREATE TABLE a (b); CREATE VIEW v AS SELECT * FROM gone;")
    #expect(catalog.tables.map(\.name) == ["a"] && catalog.views.map(\.columns) == [[]])
  }
}

/// A database in memory.
enum Sample {
  struct Failure: Error { var message: String }

  /// The catalog of a database that these statements make.
  static func catalog(_ sql: String) throws -> DatabaseCatalog {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    return try DatabaseCatalog { sql, values in
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
        throw Failure(message: String(cString: sqlite3_errmsg(handle)))
      }
      for (index, value) in values.enumerated() {
        postil_bind_text_copy(statement, Int32(index + 1), value, UInt64(value.utf8.count))
      }
      var rows: [[String?]] = []
      while sqlite3_step(statement) == SQLITE_ROW {
        rows.append(
          (0..<sqlite3_column_count(statement)).map { sqlite3_column_text(statement, $0).map { String(cString: $0) } })
      }
      return rows
    }
  }
}
