import Foundation
import PostilTestSupport
import Testing

@Suite("postil migrate merge and postil migrate squash")
struct MergeAndSquashTests {
  @Test("merge joins branches whose order makes no difference, and leaves their files unchanged")
  func merge() throws {
    let tool = try Tool.branches()
    let before = try tool.names(in: "Tasks/Migrations").map { try tool.read("Tasks/Migrations/\($0)") }
    let refused = try tool.run("migrate", "new", "more", "Tasks")
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        Tasks/Migrations: error: the migrations '20261121183001_add_due_day' and '20261121183002_add_note' are branches of \
        '20261121183000_create'; run 'postil migrate merge PATH'

        """)
    let result = try tool.run("migrate", "merge", "Tasks", "--timestamp", Tool.time(3))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "Tasks/Migrations/20261121183003_merge.sql\n")
    let text = try tool.read("Tasks/Migrations/20261121183003_merge.sql")
    #expect(
      text == """
        -- Merges '20261121183001_add_due_day' and '20261121183002_add_note', which were written independently. Their order makes \
        no difference.
        -- @migration(after: "20261121183001_add_due_day", "20261121183002_add_note", schema: "0f9a292090f658be")

        """)
    try tool.remove("Tasks/Migrations/20261121183003_merge.sql")
    #expect(try tool.names(in: "Tasks/Migrations").map { try tool.read("Tasks/Migrations/\($0)") } == before)
  }

  @Test("merge adds the statements that still lead to the models")
  func mergeWithChanges() throws {
    let tool = try Tool.branches()
    try tool.write(
      Version.source("var title: String\n  var dueDay: Int?\n  var note: String?\n  var place: String?"),
      to: "Tasks/Item.swift")
    #expect(try tool.run("migrate", "merge", "Tasks", "--timestamp", Tool.time(3), "--name", "join").status == 0)
    let text = try tool.read("Tasks/Migrations/20261121183003_join.sql")
    #expect(
      text == """
        -- Merges '20261121183001_add_due_day' and '20261121183002_add_note', which were written independently. Their order \
        makes no difference.
        -- @migration(after: "20261121183001_add_due_day", "20261121183002_add_note", schema: "93e9734ae9e297f8")

        -- Table 'item': column 'place' is added.
        ALTER TABLE "item" ADD COLUMN "place" TEXT;

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
  }

  @Test("Databases of both branches get the same schema")
  func mergedDatabases() throws {
    let tool = try Tool.branches()
    let files = ["20261121183001_add_due_day", "20261121183002_add_note"]
    for (index, other) in [files[1], files[0]].enumerated() {
      var kept: [(String, String)] = []
      for name in try tool.names(in: "Tasks/Migrations") where name.hasPrefix(other) {
        kept.append(("Tasks/Migrations/\(name)", try tool.read("Tasks/Migrations/\(name)")))
        try tool.remove("Tasks/Migrations/\(name)")
      }
      let models = try tool.read("Tasks/Item.swift")
      try tool.write(index == 0 ? Version.withDueDay : Version.withNote, to: "Tasks/Item.swift")
      try tool.addRelease(String(index))
      try tool.write(models, to: "Tasks/Item.swift")
      for (path, text) in kept { try tool.write(text, to: path) }
    }
    #expect(try tool.run("migrate", "merge", "Tasks").status == 0)
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("merge explains why branches can't be merged")
  func contradiction() throws {
    let tool = try Tool.project()
    for (number, name) in [(1, "one"), (2, "other")] {
      try tool.write(
        """
        -- @migration(after: "20261121183000_create", schema: "0")
        ALTER TABLE item ADD COLUMN note \(number == 1 ? "TEXT" : "INTEGER");
        """, to: "Tasks/Migrations/2026112118300\(number)_\(name).sql")
    }
    let result = try tool.run("migrate", "merge", "Tasks")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors == """
        Tasks/Migrations: error: the branches can't be merged, because they can't be replayed in the order \
        '20261121183000_create', '20261121183001_one', '20261121183002_other': '20261121183002_other' was not applied; \
        20261121183002_other.sql:2: error: SQLite error 1 (extended 1): duplicate column name: note, in: ALTER TABLE item ADD \
        COLUMN note INTEGER
        Tasks/Migrations: note: rewrite the one that was not applied to any database yet: delete its file, merge the models, \
        then run 'postil migrate new'

        """)
  }

  @Test("merge writes nothing without branches")
  func nothing() throws {
    let tool = try Tool.project()
    let result = try tool.run("migrate", "merge", "Tasks")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(result.errors == "Tasks: there are no branches; nothing was written\n")
  }

  @Test("squash writes one file that replaces all others, including rows that migrations inserted")
  func squash() throws {
    let tool = try Tool.project()
    try tool.write(
      """
      -- @migration(after: "20261121183000_create", schema: "0")
      INSERT INTO item (title) VALUES ('It''s here');
      """, to: "Tasks/Migrations/20261121183001_seed.sql")
    try tool.addRelease("1.0")
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 2)
    try tool.addRelease("1.1")
    let result = try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(3))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "Tasks/Migrations/20261121183003_checkpoint.sql\n")
    let text = try tool.read("Tasks/Migrations/20261121183003_checkpoint.sql")
    #expect(
      text == """
        -- Replaces the migrations up to '20261121183002_add_due_day'.
        -- @migration(schema: "15def6e8cf7f0423")
        -- @checkpoint(replaces: "20261121183002_add_due_day")
        -- @types()

        -- Something to do.
        CREATE TABLE "item" (
          "id"      INTEGER NOT NULL,
          "title"   TEXT    NOT NULL,
          "due_day" INTEGER,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        -- The rows that the migrations insert into a new database.
        INSERT INTO "item" ("id", "title", "due_day") VALUES (1, 'It''s here', NULL);

        """)
    // Databases at every point, with the replaced files and, where all are past them, without.
    #expect(
      try tool.run("migrate", "apply", "new.sqlite", "Tasks").output.withFixedTimes == """
        20261121183003_checkpoint: applied in 3 ms

        """)
    let all = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(all.status == 0, "\(all.errors)")
    for name in try tool.names(in: "Tasks/Migrations") where !name.contains("checkpoint") {
      try tool.remove("Tasks/Migrations/\(name)")
    }
    let later = try tool.run("migrate", "apply", "Releases/1.1.sqlite", "Tasks")
    #expect(
      later.output == """
        20261121183003_checkpoint: recorded without running, because the database has every migration that it replaces

        """)
    let middle = try tool.run("migrate", "apply", "Releases/1.0.sqlite", "Tasks")
    #expect(middle.status == 1)
    #expect(
      middle.errors == """
        Releases/1.0.sqlite: error: the last migration of 'Releases/1.0.sqlite' is '20261121183001_seed', but the first one of \
        this program is the checkpoint '20261121183003_checkpoint', which replaces everything up to \
        '20261121183002_add_due_day'. First open the database with a version of the program that has the migrations up to \
        '20261121183002_add_due_day'.

        """)
    // And life goes on.
    #expect(try tool.move(to: Version.first, "back", at: 4, "--allow", "dropColumn").status == 0)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
  }

  @Test("squash is refused while the models have annotations of exchanged names")
  func squashAfterSwap() throws {
    let tool = try Tool.project(Version.source("var a: String\n  var b: String"))
    _ = try tool.move(to: Version.swapped, "swap", at: 1)
    let refused = try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(2))
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        Tasks/Item.swift:3:8: error: columns 'a' and 'b' of 'item' changed places in an earlier migration, which the checkpoint can't record; first remove their '@renamed(from:)'

        """)
    try tool.write(Version.source("var a: String\n  var b: String"), to: "Tasks/Item.swift")
    #expect(try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(2)).status == 0)
  }

  @Test("squash is refused if the migrations don't match the models, and without migrations")
  func squashTooEarly() throws {
    let empty = try Tool(["Tasks/Item.swift": Version.first]).run("migrate", "squash", "Tasks")
    #expect(empty.status == 1)
    #expect(
      empty.errors == """
        Tasks/Migrations: error: there are no migrations to squash; write the first one with 'postil migrate new create PATH'

        """)
    let tool = try Tool.project()
    try tool.write(Version.withDueDay, to: "Tasks/Item.swift")
    let early = try tool.run("migrate", "squash", "Tasks")
    #expect(early.status == 1)
    #expect(
      early.errors == """
        Tasks/Migrations: error: the migrations don't produce the schema of the models; first run 'postil migrate new NAME PATH'
        Tasks/Migrations: note: table 'item' differs: column "due_day" INTEGER is missing

        """)
    try tool.write(Version.first, to: "Tasks/Item.swift")
    #expect(try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(1)).status == 0)
    let again = try tool.run("migrate", "squash", "Tasks")
    #expect(again.status == 1)
    #expect(
      again.errors == """
        Tasks/Migrations: error: the last migration, '20261121183001_checkpoint', is already a checkpoint

        """)
  }
}
