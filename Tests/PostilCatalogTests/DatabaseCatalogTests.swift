import PostilCatalog
import PostilSQL
import PostilTestSupport
import Testing

@Suite("The catalog of a database")
struct DatabaseCatalogTests {
  @Test func tablesTellTheirKeysReferencesAndIndexes() throws {
    let catalog = try Sample.catalog(
      """
      CREATE TABLE project ("id" INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE) STRICT;
      CREATE TABLE item (
        project_id INTEGER CONSTRAINT item_project REFERENCES project ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
        number INTEGER NOT NULL DEFAULT -1 CHECK (number <> 0),
        title VARCHAR(20) DEFAULT 'a, (b)' NOT NULL,
        total INTEGER GENERATED ALWAYS AS (number * 2) STORED,
        CONSTRAINT "item pk" PRIMARY KEY (number, project_id),
        FOREIGN KEY (project_id, number) REFERENCES other (a, b) ON UPDATE CASCADE
      ) WITHOUT ROWID;
      CREATE INDEX item_title ON item (lower(title) DESC, number) WHERE title <> '';
      CREATE TRIGGER item_added AFTER INSERT ON item BEGIN SELECT 1; END;
      CREATE VIEW late AS SELECT number AS n, title FROM item;
      CREATE TRIGGER late_added INSTEAD OF INSERT ON late BEGIN SELECT 1; END;
      """)
    #expect(catalog.tables.map(\.name) == ["project", "item"])
    let project = try #require(catalog.table("PROJECT"))
    #expect(project.isStrict && project.primaryKey == ["id"])
    #expect(project.column("name")?.constraint(.collation)?.content == "NOCASE")
    let item = try #require(catalog.table("item"))
    #expect(item.isWithoutRowID && !item.isStrict)
    #expect(item.primaryKey == ["number", "project_id"])
    #expect(item.columns.map(\.name) == ["project_id", "number", "title", "total"])
    #expect(item.columns.map(\.declaredType) == ["INTEGER", "INTEGER", "VARCHAR(20)", "INTEGER"])
    #expect(item.columns.map(\.defaultExpression) == [nil, "-1", "'a, (b)'", nil])
    #expect(item.column("title")?.constraint(.default)?.content == "'a, (b)'")
    #expect(item.column("number")?.constraint(.check)?.content == "number <> 0")
    #expect(item.column("total")?.constraint(.generation)?.content == "number * 2")
    #expect(item.column("total")?.constraint(.generation)?.isStored == true)
    let reference = try #require(item.column("project_id")?.constraint(.foreignKey))
    #expect(reference.name == "item_project" && reference.isDeferred && reference.columns.isEmpty)
    #expect(
      item.foreignKeys == [
        CatalogForeignKey(
          columns: ["project_id"], referencedTable: "project", referencedColumns: nil, onUpdate: "NO ACTION",
          onDelete: "SET NULL"),
        CatalogForeignKey(
          columns: ["project_id", "number"], referencedTable: "other", referencedColumns: ["a", "b"],
          onUpdate: "CASCADE", onDelete: "NO ACTION"),
      ])
    let constraints = try #require(item.definition).constraints.compactMap(\.constraint)
    #expect(constraints.map(\.name) == ["item pk", nil])
    #expect(constraints.map(\.columns) == [["number", "project_id"], ["project_id", "number"]])
    let index = try #require(item.indexes.first { $0.name == "item_title" })
    #expect(index.terms.map(\.column) == [nil, "number"] && index.terms.map(\.isDescending) == [true, false])
    #expect(index.definition?.terms.map(\.onOneLine) == ["lower(title) DESC", "number"])
    #expect(index.definition?.condition?.onOneLine == "title <> ''")
    #expect(item.triggers.map(\.name) == ["item_added"])
    #expect(catalog.views.map(\.columns) == [["n", "title"]])
    #expect(catalog.view("late")?.triggers.map(\.name) == ["late_added"])
  }

  @Test func whatAVirtualTableKeepsIsItsOwnAffair() throws {
    let catalog = try Sample.catalog("CREATE VIRTUAL TABLE words USING fts5(a, b)")
    #expect(catalog.tables.map(\.name) == ["words"])
    #expect(catalog.tables.first?.isVirtual == true && catalog.tables.first?.columns.map(\.name) == ["a", "b"])
  }

  @Test func aTableNamedLikeAFunctionDoesNotHideIt() throws {
    let names = ["table_list", "table_xinfo", "index_list", "index_xinfo", "foreign_key_list"].map { "pragma_\($0)" }
    let catalog = try Sample.catalog(
      names.map { "CREATE TABLE \($0) (name TEXT, type TEXT);" }.joined()
        + "CREATE TABLE item (id INTEGER PRIMARY KEY, item_id INTEGER UNIQUE REFERENCES item);")
    #expect(catalog.tables.map(\.name) == names + ["item"])
    #expect(catalog.table("item")?.columns.map(\.name) == ["id", "item_id"])
    #expect(catalog.table("item")?.column("item_id")?.constraint(.foreignKey) != nil)
  }

  @Test func aViewThatIsBrokenHasNoColumnsAndBreaksNothingElse() throws {
    let catalog = try Sample.catalog("CREATE TABLE a (b); CREATE VIEW v AS SELECT * FROM gone;")
    #expect(catalog.tables.map(\.name) == ["a"] && catalog.views.map(\.columns) == [[]])
  }
}

/// A database in memory.
enum Sample {
  /// The catalog of a database that these statements create.
  static func catalog(_ sql: String) throws -> DatabaseCatalog {
    let database = try RawDatabase(foreignKeys: false)
    try database.execute(sql)
    return try DatabaseCatalog { try database.rows($0, $1) }
  }
}
