import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilTestSupport
import Testing

@Suite("The case of names")
struct FoldedNameTests {
  @Test("Tables and columns that differ in the case of a non-ASCII letter are distinct")
  func catalog() throws {
    let catalog = try Sample.catalog(
      """
      CREATE TABLE "É" (a TEXT, "K" TEXT, "\u{212A}" INTEGER); CREATE TABLE "é" (b TEXT);
      CREATE TRIGGER "on É" AFTER INSERT ON "É" BEGIN SELECT 1; END;
      CREATE VIEW "Ö" AS SELECT 1; CREATE VIEW "ö" AS SELECT 2;
      """)
    #expect(catalog.table("É")?.columns.map(\.name) == ["a", "K", "\u{212A}"])
    #expect(catalog.table("é")?.columns.map(\.name) == ["b"])
    #expect(catalog.table("É")?.triggers.map(\.name) == ["on É"])
    #expect(catalog.table("é")?.triggers.map(\.name) == [])
    #expect(catalog.table("É")?.column("k")?.declaredType == "TEXT")
    #expect(catalog.table("É")?.column("\u{212A}")?.declaredType == "INTEGER")
    #expect(catalog.view("ö")?.sql == #"CREATE VIEW "ö" AS SELECT 2"#)
  }

  @Test("A name that SQLite considers different is reported as a difference")
  func differences() throws {
    let file = SchemaObject(kind: "table", name: "t", sql: #"CREATE TABLE t ("É" TEXT, "Name" TEXT)"#)
    let program = SchemaObject(kind: "table", name: "T", sql: #"CREATE TABLE T ("é" TEXT, name TEXT)"#)
    #expect(
      file.differences(from: program) == [
        #"column "é" TEXT is missing"#, #"unexpected column "É" TEXT"#,
      ])
  }
}
