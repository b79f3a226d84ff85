import PostilSQL
import PostilSchema
import Testing

@Suite("Views in the DDL")
struct ViewTests {
  @Test func `views come after the tables, with their columns, and after the views that they read`() {
    let table = Table(
      name: "item", columns: [Column(name: "id", type: .integer(bits: 64))],
      primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]))
    let views = View.sorted([
      View(name: "last", columns: ["a\"b"], select: "SELECT id FROM [Middle]", documentation: ["The last."]),
      View(name: "middle", columns: ["id"], select: "SELECT 'last' AS id\nFROM first"),
      View(name: "first", columns: ["id"], select: "SELECT id FROM item"),
    ])
    #expect(
      Schema(tables: [table], views: views).script().text == """
        CREATE TABLE "item" (
          "id" INTEGER NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        CREATE VIEW "first" ("id") AS
        SELECT id FROM item;

        CREATE VIEW "middle" ("id") AS
        SELECT 'last' AS id
        FROM first;

        -- The last.
        CREATE VIEW "last" ("a""b") AS
        SELECT id FROM [Middle];

        """)
  }

  @Test func `views that read each other in a circle keep their order`() {
    let views = [
      View(name: "a", columns: ["x"], select: "SELECT x FROM b"),
      View(name: "b", columns: ["x"], select: "SELECT x FROM a"),
    ]
    #expect(View.sorted(views) == views)
  }
}
