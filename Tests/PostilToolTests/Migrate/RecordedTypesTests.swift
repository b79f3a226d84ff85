import Foundation
import PostilTestSupport
import Testing

/// Changes between types that SQL stores alike, which only `-- @types(…)` tells apart.
@Suite("postil migrate, with recorded column types")
struct RecordedTypesTests {
  private func text(_ tool: Tool, _ name: String) throws -> String { try tool.read("Tasks/Migrations/\(name)") }

  @Test("A file records column types that SQL doesn't determine, and only changed ones")
  func recorded() throws {
    let tool = try Tool.project(
      Version.source("var dueAt: Date?\n  var token: UUID\n  var title: String\n  var done = false"))
    #expect(
      try text(tool, "20261121183000_create.sql") == """
        -- Create.
        -- @migration(schema: "9d079d10de019040")
        -- @types(timestamp: "item.due_at", uuid: "item.token")

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
    let added = try tool.move(
      to: Version.source(
        "var dueAt: Date?\n  var token: UUID\n  var title: String\n  var done = false\n  var place: String?"), "place",
      at: 1)
    #expect(added.status == 0, "\(added.errors)")
    #expect(
      try text(tool, "20261121183001_place.sql") == """
        -- Place.
        -- @migration(after: "20261121183000_create", schema: "748711d56e09d02e")

        -- Table 'item': column 'place' is added.
        ALTER TABLE "item" ADD COLUMN "place" TEXT;

        """)
  }

  @Test("An empty record is written if SQL determines every type")
  func plain() throws {
    #expect(
      try text(Tool.project(), "20261121183000_create.sql") == """
        -- Create.
        -- @migration(schema: "3d5c42364ae267b2")
        -- @types()

        -- Something to do.
        CREATE TABLE "item" (
          "id"    INTEGER NOT NULL,
          "title" TEXT    NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

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

  @Test("A change between unrecorded types is mentioned, and the next file records the types")
  func unrecorded() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?  // @store(as: unixSeconds)"))
    let path = "Tasks/Migrations/20261121183000_create.sql"
    let old = try tool.read(path).split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("-- @types")
    }
    try tool.write(old.joined(separator: "\n"), to: path)
    let nothing = try tool.move(
      to: Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)"), "change", at: 1)
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(
      nothing.errors == """
        Tasks: the migrations match the models; nothing was written
        Tasks/Migrations: note: these migrations don't record the types of columns, so a change between types that SQL stores \
        alike, such as 'unixSeconds' and 'unixMilliseconds', can't be detected; the next file that is written records it

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    let next = try tool.run("migrate", "new", "begin", "Tasks", "--empty", "--timestamp", Tool.time(1))
    #expect(next.status == 0, "\(next.errors)")
    #expect(
      try text(tool, "20261121183001_begin.sql") == """
        -- Begin.
        -- @migration(after: "20261121183000_create", schema: "356a2aad44fdc72b")
        -- @types(unixMilliseconds: "item.due_at")

        -- Write the statements here; lines that begin with '--' are comments.

        """)
    let seen = try tool.move(to: Version.source("var dueAt: Date?  // @store(as: unixSeconds)"), "back", at: 2)
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

  @Test("--empty leaves a changed type to 'new', and shows the line that converts it by hand")
  func empty() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?  // @store(as: unixSeconds)"))
    try tool.write(
      Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)\n  var doneAt: Date?"), to: "Tasks/Item.swift")
    _ = try tool.run("migrate", "new", "by hand", "Tasks", "--empty", "--timestamp", Tool.time(1))
    let script = try text(tool, "20261121183001_by_hand.sql")
    #expect(
      script == """
        -- By hand.
        -- @migration(after: "20261121183000_create", schema: "188be28a11f42e2e")
        -- @types(timestamp: "item.done_at")

        -- These columns have other types in the models. 'postil migrate new' converts their values; to convert them here
        -- instead, move this line below '@migration':  @types(unixMilliseconds: "item.due_at")
        -- Write the statements here; lines that begin with '--' are comments.

        """)
    let claimed = script.replacing(
      #"-- @types(timestamp: "item.done_at")"#,
      with: #"-- @types(timestamp: "item.done_at", unixMilliseconds: "item.due_at")"#)
    try tool.write(
      claimed + "UPDATE item SET due_at = due_at * 1000;\nALTER TABLE item ADD COLUMN done_at TEXT;\n",
      to: "Tasks/Migrations/20261121183001_by_hand.sql")
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
  }

  @Test("A checkpoint keeps the recorded types, and branches with different types are refused")
  func squashAndMerge() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?"))
    #expect(try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(1)).status == 0)
    #expect(
      try text(tool, "20261121183001_checkpoint.sql") == """
        -- Replaces the migrations up to '20261121183000_create'.
        -- @migration(schema: "54319a7a49950e0c")
        -- @checkpoint(replaces: "20261121183000_create")
        -- @types(timestamp: "item.due_at")

        -- Something to do.
        CREATE TABLE "item" (
          "id"     INTEGER NOT NULL,
          "due_at" TEXT,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        """)

    let other = try Tool.project(Version.source("var value: Int"))
    let after = #"-- @migration(after: "20261121183000_create", schema: "1")"#
    try other.write("\(after)\n-- @types(duration: \"item.value\")\n", to: "Tasks/Migrations/20261121183001_a.sql")
    try other.write("\(after)\n-- @types(unixSeconds: \"item.value\")\n", to: "Tasks/Migrations/20261121183002_b.sql")
    let merged = try other.run("migrate", "merge", "Tasks")
    #expect(merged.status == 1)
    #expect(
      merged.errors == """
        Tasks/Migrations: error: the branches can't be merged, because their order matters: the order '20261121183000_create', \
        '20261121183002_b', '20261121183001_a' produces another schema than the other order
        Tasks/Migrations: note: column 'item.value' stores 'duration' values after the migrations, but 'unixSeconds' values in \
        the models
        Tasks/Migrations: note: rewrite the branch that was not applied to any database yet, after merging the models: \
        'postil migrate merge PATH --rewrite 20261121183001_a' or 'postil migrate merge PATH --rewrite 20261121183002_b'

        """)
  }

  @Test("An unknown type is refused")
  func unknown() throws {
    let tool = try Tool.project()
    try tool.write(
      "-- @migration(schema: \"1\")\n-- @types(timestmp: \"item.due_at\")\nCREATE TABLE item (id);\n",
      to: "Tasks/Migrations/20261121183000_create.sql")
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Tasks/Migrations/20261121183000_create.sql: error: unknown type 'timestmp' in '@types'
        Tasks/Migrations/20261121183000_create.sql: note: the types are any, boolean, bytes, day, decimal, duration, integer, \
        integer16, integer32, integer8, json, julianDay, packed1, packed16, packed2, packed4, packed8, real, real32, \
        referenceDate, text, timestamp, unixMilliseconds, unixSeconds, unsigned16, unsigned32, unsigned64, unsigned8, uuid, \
        uuidBytes

        """)
  }
}
