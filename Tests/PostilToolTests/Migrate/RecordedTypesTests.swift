import Foundation
import PostilTestSupport
import Testing

/// Changes between types that SQL stores alike, which only records tell apart.
@Suite("postil migrate, with recorded column types")
struct RecordedTypesTests {
  private func text(_ tool: Tool, _ name: String) throws -> String { try tool.read("Tasks/Migrations/\(name)") }

  @Test("A record has the types of all columns, which the file doesn't have")
  func recorded() throws {
    let tool = try Tool.project(
      Version.source("var dueAt: Date?\n  var token: UUID\n  var title: String\n  var done = false"))
    #expect(
      try text(tool, "20261121183000_create.sql") == """
        -- Create.
        -- @migration(schema: "9d079d10de019040")

        -- Something to do.
        CREATE TABLE "item" (
          "id"     INTEGER NOT NULL,
          "due_at" TEXT,
          "token"  TEXT    NOT NULL,
          "title"  TEXT    NOT NULL,
          "done"   INTEGER NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "item_done_range" CHECK ("done" IN (0, 1))
        ) STRICT;

        """)
    #expect(
      try text(tool, "20261121183000_create.schema.json") == """
        {
         "format": "1",
         "tables": [
          {
           "name": "item",
           "documentation": [
            "Something to do."
           ],
           "columns": [
            {"name": "id", "type": "integer", "assigned": true},
            {"name": "due_at", "type": "timestamp", "optional": true},
            {"name": "token", "type": "uuid"},
            {"name": "title", "type": "text"},
            {"name": "done", "type": "boolean", "initial": "0"}
           ],
           "primaryKey": {"name": "item_pkey", "columns": ["id"]}
          }
         ]
        }

        """)
  }

  @Test("verify refuses an undo that restores values in another form")
  func wrongUndo() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?"))
    _ = try tool.move(to: Version.source("var dueAt: Date?  // @index"), "index", at: 1)
    try tool.write(
      "DROP INDEX \"item_due_at_idx\";\nUPDATE \"item\" SET \"due_at\" = julianday(\"due_at\");\n",
      to: "Tasks/Migrations/20261121183001_index.down.sql")
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Tasks/Migrations/20261121183001_index.down.sql: error: this doesn't undo '20261121183001_index', because values are \
        restored in another form; fix or delete this file
        Tasks/Migrations/20261121183001_index.down.sql: note: 'item.due_at' is 'a' before the migration, and NULL after the undo

        """)
  }

  @Test("verify reports an undo that was tested without rows")
  func withoutRows() throws {
    let tool = try Tool.project(Version.source("var title: String", notes: "@check(\"title <> title\")"))
    _ = try tool.move(
      to: Version.source("var title: String\n  var place: String?", notes: "@check(\"title <> title\")"), "place", at: 1
    )
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        Tasks: 2 migrations produce the schema of the models
        Tasks: 2 undos restore the previous schema
        Tasks: the undo of '20261121183001_place' was tested without rows in 'item', because Postil can't generate rows that \
        its constraints allow

        """)
  }

  @Test("Where nothing records the types, a change between them is unknown, and the next command records them")
  func unrecorded() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?  // @store(as: unixSeconds)"))
    let record = "Tasks/Migrations/20261121183000_create.schema.json"
    try tool.remove(record)
    let nothing = try tool.move(
      to: Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)"), "change", at: 1)
    #expect(nothing.status == 0 && nothing.output == "\(record)\n")
    #expect(nothing.errors == "Tasks: the migrations match the models; nothing was written\n")
    #expect(try tool.read(record).contains(#"{"name": "due_at", "type": "unixMilliseconds", "optional": true}"#))
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    let seen = try tool.move(to: Version.source("var dueAt: Date?  // @store(as: unixSeconds)"), "back", at: 1)
    #expect(seen.status == 1)
    #expect(
      seen.errors == """
        Tasks/Item.swift:5:7: error: column 'due_at' of 'item' can't store every value as 'unixSeconds'; first correct the rows \
        that the query finds [unconvertible]
        Tasks/Item.swift:5:7: note: this query counts the rows that would be refused: SELECT count(*) FROM (SELECT "due_at" AS \
        "postil_value", "due_at" / 1000 - ("due_at" % 1000 < 0) AS "due_at" FROM "item") AS "item" WHERE "postil_value" IS NOT \
        NULL AND ("postil_value" NOT BETWEEN -999021692799999 AND 1000978307199999)
        Tasks/Item.swift:5:7: note: if no database has such rows, pass '--allow unconvertible:item.due_at'
        Tasks/Item.swift:5:7: error: column 'due_at' of 'item' loses part of its values as 'unixSeconds'; pass '--allow \
        narrowType:item.due_at' [narrowType]
        Tasks/Item.swift:5:7: note: this query counts the rows that would lose values: SELECT count(*) FROM "item" WHERE \
        "due_at" IS NOT NULL AND NOT ("due_at" NOT BETWEEN -999021692799999 AND 1000978307199999) AND ("due_at" % 1000 <> 0)

        """)
  }

  @Test("After a file without a record, what it doesn't change has the types of the record before it")
  func earlier() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)"))
    try tool.write(
      "-- @migration(after: \"20261121183000_create\", schema: \"1\")\nUPDATE item SET due_at = NULL;\n",
      to: "Tasks/Migrations/20261121183001_clear.sql")
    let back = try tool.move(to: Version.source("var dueAt: Date?  // @store(as: unixSeconds)"), "back", at: 2)
    #expect(back.errors.contains("'unixSeconds'; pass '--allow narrowType:item.due_at'"), "\(back.errors)")
  }

  @Test("Without a record, limits and orders that were there before aren't new, and a stricter one is")
  func limits() throws {
    func models(_ notes: String) -> String {
      """
      // @table
      struct Item: Sendable {
        let id: ID
      }
      // @table
      struct Step: Sendable {
        let id: ID
        var itemID: Item.ID  // @references(inverse: steps\(notes))
      }
      """
    }
    let tool = try Tool.project(models(", ordered, min: 1, max: 9"))
    let record = "Tasks/Migrations/20261121183000_create.schema.json"
    try tool.remove(record)
    let same = try tool.move(to: models(", ordered, min: 1, max: 9"), "same", at: 1)
    #expect(same.status == 0 && same.output == "\(record)\n", "\(same.errors)")
    try tool.remove(record)
    let stricter = try tool.move(to: models(", ordered, min: 1, max: 2"), "stricter", at: 1)
    #expect(stricter.errors.contains("newMaximum") && !stricter.errors.contains("newMinimum"), "\(stricter.errors)")
    let looser = try tool.move(to: models(", ordered, min: 1, max: 12"), "looser", at: 1)
    #expect(looser.status == 0, "\(looser.errors)")
  }

  @Test("--empty leaves a changed type to 'new', and says where to write it if its statements convert the values")
  func empty() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?  // @store(as: unixSeconds)"))
    let models = Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)\n  var doneAt: Date?")
    try tool.write(models, to: "Tasks/Item.swift")
    _ = try tool.run("migrate", "new", "by hand", "Tasks", "--empty", "--timestamp", Tool.time(1))
    let path = "Tasks/Migrations/20261121183001_by_hand"
    let script = try tool.read("\(path).sql")
    #expect(
      script == """
        -- By hand.
        -- @migration(after: "20261121183000_create", schema: "188be28a11f42e2e")

        -- Some columns have other types in the models. 'postil migrate new' converts their values; to convert them here
        -- instead, write the new types into '20261121183001_by_hand.schema.json'.
        -- Write the statements here; lines that begin with '--' are comments.

        """)
    try tool.write(script + "ALTER TABLE item ADD COLUMN done_at TEXT;\n", to: "\(path).sql")
    let left = try tool.move(to: models, "milliseconds", at: 2, "--allow", "unconvertible")
    #expect(left.status == 0 && left.output.hasPrefix("Tasks/Migrations/20261121183002_milliseconds.sql\n"))
    for name in try tool.names(in: "Tasks/Migrations") where name.contains("milliseconds") {
      try tool.remove("Tasks/Migrations/\(name)")
    }
    try tool.write(
      script + "UPDATE item SET due_at = due_at * 1000;\nALTER TABLE item ADD COLUMN done_at TEXT;\n", to: "\(path).sql"
    )
    try tool.write(
      try tool.read("\(path).schema.json").replacing("unixSeconds", with: "unixMilliseconds"), to: "\(path).schema.json"
    )
    let done = try tool.run("migrate", "verify", "Tasks")
    #expect(done.status == 0, "\(done.errors)")
  }

  @Test("A checkpoint has a record, and branches with different types are refused")
  func squashAndMerge() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?"))
    #expect(try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(1)).status == 0)
    #expect(
      try text(tool, "20261121183001_checkpoint.sql") == """
        -- Replaces the migrations up to '20261121183000_create'.
        -- @migration(schema: "54319a7a49950e0c")
        -- @checkpoint(replaces: "20261121183000_create")

        -- Something to do.
        CREATE TABLE "item" (
          "id"     INTEGER NOT NULL,
          "due_at" TEXT,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        """)
    #expect(try text(tool, "20261121183001_checkpoint.schema.json").contains("\"timestamp\""))

    let other = try Tool.project(Version.source("var value: Int"))
    let path = "Tasks/Migrations/20261121183000_create"
    let record = try other.read("\(path).schema.json")
    func branch(_ name: String, _ type: String) throws {
      let path = "Tasks/Migrations/\(name)"
      try other.write(
        "-- @migration(after: \"20261121183000_create\", schema: \"1\")\nUPDATE item SET value = 1;\n",
        to: "\(path).sql")
      try other.write(
        record.replacing(#""value", "type": "integer""#, with: #""value", "type": "\#(type)""#),
        to: "\(path).schema.json")
    }
    try branch("20261121183001_a", "duration")
    try branch("20261121183002_b", "unixSeconds")
    let merged = try other.run("migrate", "merge", "Tasks")
    #expect(merged.status == 1)
    #expect(
      merged.errors == """
        Tasks/Migrations: error: the branches can't be merged, because they give a column different types
        Tasks/Migrations: note: column 'item.value' stores 'unixSeconds' values after '20261121183002_b', but 'duration' values \
        after another branch
        Tasks/Migrations: note: rewrite the branch that was not applied to any database yet, after merging the models: \
        'postil migrate merge PATH --rewrite 20261121183001_a' or 'postil migrate merge PATH --rewrite 20261121183002_b'

        """)
    // What one branch changes stays.
    try branch("20261121183001_a", "integer")
    try other.write(Version.source("var value: Date  // @store(as: unixSeconds)"), to: "Tasks/Item.swift")
    let changed = try other.run("migrate", "merge", "Tasks", "--timestamp", Tool.time(3))
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try other.run("migrate", "verify", "Tasks").status == 0)
  }
}
