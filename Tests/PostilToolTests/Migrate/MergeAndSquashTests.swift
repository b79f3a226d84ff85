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
    #expect(
      result.output == "Tasks/Migrations/20261121183003_merge.sql\nTasks/Migrations/20261121183003_merge.schema.json\n")
    let text = try tool.read("Tasks/Migrations/20261121183003_merge.sql")
    #expect(
      text == """
        -- Merges '20261121183001_add_due_day' and '20261121183002_add_note', which were written independently. Their order makes \
        no difference.
        -- @migration(after: "20261121183001_add_due_day", "20261121183002_add_note", schema: "0f9a292090f658be")

        """)
    for ending in ["sql", "schema.json"] { try tool.remove("Tasks/Migrations/20261121183003_merge.\(ending)") }
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
        Tasks/Migrations: note: rewrite the branch that was not applied to any database yet, after merging the models: \
        'postil migrate merge PATH --rewrite 20261121183001_one' or 'postil migrate merge PATH --rewrite 20261121183002_other'

        """)
  }

  @Test("A branch that rebuilds the same table as another one is planned again after it, and the rows are kept")
  func rewriting() throws {
    let tool = try Tool.project()
    let check = "  // @check(\"length(title) > 0\")"
    // A database of the branch that stays.
    #expect(
      try tool.move(
        to: Version.source("var title: String\(check)\n  var place: String?"), "add_place", at: 1, "--allow", "newCheck"
      ).status == 0)
    try tool.addRelease("1.0")
    let database = try RawDatabase(path: tool.folder.path("Releases/1.0.sqlite"))
    try database.execute("UPDATE item SET place = 'attic'")
    let names = try tool.names(in: "Tasks/Migrations").filter { $0.contains("add_place") }
    let files = try names.map { ("Tasks/Migrations/\($0)", try tool.read("Tasks/Migrations/\($0)")) }
    for (path, _) in files { try tool.remove(path) }
    #expect(
      try tool.move(
        to: Version.source("var title: String\n  // @check(\"size > 0\")\n  var size = 3"), "add_size", at: 2
      ).status == 0)
    #expect(
      try tool.move(
        to: Version.source("var title: String  // @unique\n  // @check(\"size > 0\")\n  var size = 3"), "unique_title",
        at: 3,
        "--allow", "newUnique"
      ).status == 0)
    let head = "20261121183003_unique_title"
    try tool.write(
      tool.read("Tasks/Migrations/\(head).sql") + "\nUPDATE item SET size = size + 1;\n",
      to: "Tasks/Migrations/\(head).sql")
    for (path, text) in files { try tool.write(text, to: path) }
    try tool.write(
      Version.source(
        "var title: String\(check) @unique\n  var place: String?\n  // @check(\"size > 0\")\n  var size = 3"),
      to: "Tasks/Item.swift")

    let merged = try tool.run("migrate", "merge", "Tasks", "--timestamp", Tool.time(4))
    #expect(merged.status == 1 && merged.errors.contains("--rewrite \(head)"), "\(merged.errors)")
    let unknown = try tool.run("migrate", "merge", "Tasks", "--rewrite", "20261121183002_add_size")
    #expect(
      unknown.errors
        == "Tasks/Migrations: error: '20261121183002_add_size' isn't the last migration of a branch; write one of "
        + "'20261121183001_add_place', '\(head)'\n")
    let result = try tool.run(
      "migrate", "merge", "Tasks", "--rewrite", head, "--name", "sizes", "--timestamp", Tool.time(4), "--allow",
      "newUnique")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Tasks/Migrations/20261121183004_sizes.sql\n"))
    #expect(
      result.errors.contains(
        "Tasks/Migrations: warning: this statement of '\(head)' isn't in the new file; add it if it is still needed: UPDATE item SET "
          + "size = size + 1\n"))
    #expect(
      try !tool.names(in: "Tasks/Migrations").contains { $0.contains("add_size") || $0.contains("unique_title") })
    let verified = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(try tool.run("migrate", "apply", "Releases/1.0.sqlite", "Tasks").status == 0)
    #expect(try database.rows("SELECT title, place, size FROM item", []) == [["Oil the door", "attic", "3"]])
  }

  @Test("A swap of names in a branch that is planned again is made once")
  func rewrittenSwap() throws {
    let tool = try Tool.project()
    let plain = "var title: String\n  var first: String?\n  var last: String?"
    #expect(try tool.move(to: Version.source(plain), "add_names", at: 1).status == 0)
    #expect(
      try tool.move(
        to: Version.source(plain + "  // @check(\"length(last) > 0\")"), "check_last", at: 2, "--allow", "newCheck"
      )
      .status == 0)
    try tool.addRelease("1.0")
    let database = try RawDatabase(path: tool.folder.path("Releases/1.0.sqlite"))
    try database.execute("UPDATE item SET first = 'Ada', last = 'Byron'")
    let names = try tool.names(in: "Tasks/Migrations").filter { $0.contains("check_last") }
    let files = try names.map { ("Tasks/Migrations/\($0)", try tool.read("Tasks/Migrations/\($0)")) }
    for (path, _) in files { try tool.remove(path) }
    let swapped =
      "var title: String\n  var first: String?  // @renamed(from: \"last\")\n  var last: String?  // @renamed(from: \"first\")"
    #expect(try tool.move(to: Version.source(swapped), "swap_names", at: 3).status == 0)
    for (path, text) in files { try tool.write(text, to: path) }
    try tool.write(
      Version.source(swapped.replacing("\"last\")", with: "\"last\") @check(\"length(first) > 0\")")),
      to: "Tasks/Item.swift")
    let result = try tool.run(
      "migrate", "merge", "Tasks", "--rewrite", "20261121183003_swap_names", "--timestamp", Tool.time(4), "--allow",
      "newCheck",
      "--allow", "dropConstraint")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    #expect(try tool.run("migrate", "apply", "Releases/1.0.sqlite", "Tasks").status == 0)
    #expect(try database.rows("SELECT first, last FROM item", []) == [["Byron", "Ada"]])
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
    #expect(
      result.output
        == "Tasks/Migrations/20261121183003_checkpoint.sql\nTasks/Migrations/20261121183003_checkpoint.schema.json\n")
    let text = try tool.read("Tasks/Migrations/20261121183003_checkpoint.sql")
    #expect(
      text == """
        -- Replaces the migrations up to '20261121183002_add_due_day'.
        -- @migration(schema: "15def6e8cf7f0423")
        -- @checkpoint(replaces: "20261121183002_add_due_day")

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

  @Test("squash leaves the entries of a full-text index to its triggers")
  func squashFullText() throws {
    let tool = try Tool.project(
      """
      // @table
      // @fullText(text)
      struct Page: Sendable {
        let book: String  // @primaryKey
        let number: Int  // @primaryKey
        var text: String
      }
      """)
    try tool.write(
      """
      -- @migration(after: "20261121183000_create", schema: "0")
      INSERT INTO page VALUES ('a', 1, 'milk');
      """, to: "Tasks/Migrations/20261121183001_seed.sql")
    #expect(try tool.run("migrate", "squash", "Tasks", "--timestamp", Tool.time(3)).status == 0)
    let text = try tool.read("Tasks/Migrations/20261121183003_checkpoint.sql")
    #expect(text.hasSuffix("INSERT INTO \"page\" (\"book\", \"number\", \"text\") VALUES ('a', 1, 'milk');\n"))
    #expect(try tool.run("migrate", "apply", "new.sqlite", "Tasks").status == 0)
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
