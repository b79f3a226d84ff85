import PostilDialects
import PostilMigrations
import PostilSchema
import PostilTranslation
import Testing

/// What migrations do to a server that a program uses, and what they offer to its owner.
@Suite("Plans for a PostgreSQL server in use")
struct PostgreSQLUseTests {
  @Test("The locks come first: parents before their references, and no stronger ones than the statements need")
  func locks() throws {
    let tag = model("Tag")
    let item = model("Item", "// @references\n  var projectID: Project.ID?") + model("Project", "var name: String")
    let joined = try ServerPlan(
      from: model("Item", "// @manyToMany(tags: Tag)") + tag,
      to: model("Item", "// @manyToMany(tags: Tag, through: Tagging)") + tag
        + model(
          "Tagging", "// @references(onDelete: cascade)", "let itemID: Item.ID", "// @references(onDelete: cascade)",
          "let tagID: Tag.ID",
          notes: "@unique(itemID, tagID)"))
    #expect(
      joined.locks == ["item", "tag", "item_tags"].map { #"LOCK TABLE "\#($0)" IN ACCESS EXCLUSIVE MODE"# })
    #expect(
      joined.plan.steps.first?.statements == joined.locks
        && joined.plan.findings.filter { !$0.query.isEmpty }.map(\.message) == [
          "table 'item_tags' is locked while its rows are copied to 'tagging'; on a large table do it when the program isn't running; "
            + "pass '--allow longLock:item_tags'"
        ])
    let added = try ServerPlan(from: item, to: item + model("Note", "// @references\n  var itemID: Item.ID?"))
    #expect(added.locks == [#"LOCK TABLE "item" IN SHARE ROW EXCLUSIVE MODE"#])
    let both = try ServerPlan(
      from: item,
      to: item.replacing("var name", with: "var place: String?\n  var name").replacing(
        "Project.ID?", with: "Project.ID?\n  var place: String?"))
    #expect(both.locks == ["project", "item"].map { #"LOCK TABLE "\#($0)" IN ACCESS EXCLUSIVE MODE"# })
    let index = try ServerPlan(
      from: model("Item", "var place: String?"), to: model("Item", "var place: String?  // @index"))
    #expect(index.locks == [])
  }

  @Test("An index that changes is used until the new one is built")
  func changedIndex() throws {
    let plan = try ServerPlan(
      from: model("Item", "var place: String?", "var size: Int", notes: "@index(place)"),
      to: model("Item", "var place: String?", "var size: Int", notes: "@index(place, where: \"size > 0\")"))
    #expect(
      plan.statements == [
        #"ALTER INDEX "item_place_idx" RENAME TO "postil_old_item_place_idx""#,
        #"CREATE INDEX CONCURRENTLY "item_place_idx" ON "item" ("place" NULLS FIRST) WHERE "size" > 0"#,
        #"DROP INDEX CONCURRENTLY IF EXISTS "postil_old_item_place_idx""#,
      ])
    #expect(plan.locks == [])
    let gone = try ServerPlan(
      from: model("Item", "var place: String?  // @index"), to: model("Item", "var place: String?"))
    #expect(gone.statements == [#"DROP INDEX CONCURRENTLY IF EXISTS "item_place_idx""#])
  }

  @Test("A key is built while the program writes, and a table always has its primary key")
  func keys() throws {
    let unique = try ServerPlan(
      from: model("Item", "var title: String"), to: model("Item", "var title: String  // @unique"))
    #expect(
      unique.statements == [
        #"CREATE UNIQUE INDEX CONCURRENTLY "item_title_key" ON "item" ("title")"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_title_key" UNIQUE USING INDEX "item_title_key""#,
      ])
    #expect(unique.plan.findings.map(\.code) == [.newUnique])
    #expect(unique.undo == [#"ALTER TABLE "item" DROP CONSTRAINT "item_title_key""#])
    let item = "// @table\nstruct Item: Sendable {\n  let code: UUID  // @primaryKey\n  let number: UUID\n}\n"
    let primary = try ServerPlan(
      from: item,
      to: item.replacing("code: UUID  // @primaryKey", with: "code: UUID").replacing(
        "number: UUID", with: "number: UUID  // @primaryKey"))
    #expect(
      primary.statements == [
        #"ALTER INDEX "item_pkey" RENAME TO "postil_old_item_pkey""#,
        #"CREATE UNIQUE INDEX CONCURRENTLY "item_pkey" ON "item" ("number")"#,
        #"ALTER TABLE "item" DROP CONSTRAINT IF EXISTS "postil_old_item_pkey", ADD CONSTRAINT "item_pkey" PRIMARY KEY USING INDEX "item_pkey""#,
      ])
    for sql in primary.statements.suffix(2) { #expect(PostgreSQLMigrationStatement.canFollow(sql)) }
    #expect(PostgreSQLMigrationStatement.addedKey(primary.statements[2]) == "item_pkey")
  }

  @Test("A statement that is offered runs on PostgreSQL, above the statement that it is offered for")
  func offered() throws {
    let tags = model("Item", "// @manyToMany(tags: Tag)") + model("Tag")
    let items = model("Item") + model("Tag", "// @manyToMany(items: Item)")
    let asked = try ServerPlan(from: tags, to: items)
    #expect(
      asked.plan.problems.first?.notes.first
        == "for the same pairs under another name: allow the drop, and add 'INSERT INTO \"tag_items\" (\"tag_id\", \"item_id\") "
        + "SELECT \"tag_id\", \"item_id\" FROM \"item_tags\";' above it in the file")
    let moved = try ServerPlan(from: tags, to: items, allowing: ["dropTable:item_tags"])
    let created = try #require(moved.statements.firstIndex { $0.hasPrefix("CREATE TABLE \"tag_items\"") })
    let dropped = try #require(moved.statements.firstIndex { $0.hasPrefix("DROP TABLE \"item_tags\"") })
    #expect(created < dropped)
    let split = try ServerPlan(
      from: model("Person", "var name: String"), to: model("Person", "var first: String", "var last: String"))
    #expect(
      split.plan.problems.first?.notes.first { $0.hasPrefix("a split") }
        == "a split, which keeps the text: pass '--allow dropColumn:person.name --allow newRequired:person.first --allow "
        + "newRequired:person.last', then in the file delete the '@precheck' and '@allow' lines of 'newRequired', and add this line above the first 'DROP "
        + "COLUMN', and adjust it to your text: UPDATE "
        + "\"person\" SET \"first\" = substr(\"name\", 1, strpos(\"name\" || ' ', ' ') - 1), \"last\" = ltrim(substr(\"name\", "
        + "strpos(\"name\" || ' ', ' ')));")
  }
}
