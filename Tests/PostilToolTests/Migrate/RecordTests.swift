import Foundation
import Testing

@Suite("postil migrate record")
struct RecordTests {
  private static let file = "Tasks/Migrations/20261121183000_create"

  /// A project whose only migration was edited, so that its record isn't true.
  private static func edited(_ sql: String, _ source: String = Version.first) throws -> Tool {
    let tool = try Tool.project(source)
    try tool.write(try tool.read("\(file).sql") + sql, to: "\(file).sql")
    return tool
  }

  @Test(
    "A file that was edited is reported with both sides, until its schema is recorded",
    arguments: ["new", "verify", "apply"])
  func refused(_ command: String) throws {
    let tool = try Self.edited("ALTER TABLE item ADD COLUMN note TEXT;\nCREATE INDEX quick ON item (title);\n")
    let arguments = ["new": ["x"], "verify": [], "apply": ["tasks.sqlite"]][command] ?? []
    let run = ["migrate", command] + arguments + ["Tasks"]
    #expect(
      try tool.run(run).errors.hasPrefix(
        """
        \(Self.file).sql: error: the migrations up to '20261121183000_create' lead to another schema than \
        '20261121183000_create.schema.json' records; if they are right, run 'postil migrate record PATH'; otherwise restore the \
        files from version control
        \(Self.file).sql: note: the migrations, compared with the record: table 'item' differs: unexpected column note TEXT
        \(Self.file).sql: note: the migrations, compared with the record: index 'quick' is not expected

        """))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("tasks.sqlite")))
    let recorded = try tool.run("migrate", "record", "Tasks")
    #expect(recorded.status == 0 && recorded.output == "\(Self.file).schema.json\n", "\(recorded.errors)")
    #expect(
      try tool.read("\(Self.file).schema.json").contains(
        #""statements": [\#n  "CREATE INDEX quick ON item (title)"\#n ]"#))
    try tool.write(Version.withNote, to: "Tasks/Item.swift")
    let next = try tool.run("migrate", "new", "next", "Tasks", "--timestamp", Tool.time(1))
    #expect(next.status == 0, "\(next.errors)")
    #expect(try tool.read("Tasks/Migrations/20261121183001_next.sql").hasSuffix("\nDROP INDEX \"quick\";\n"))
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
  }

  @Test("A branch whose files were edited isn't merged")
  func branch() throws {
    let tool = try Tool.branches()
    let path = "Tasks/Migrations/20261121183002_add_note"
    try tool.write(try tool.read("\(path).sql") + "CREATE INDEX quick ON item (title);\n", to: "\(path).sql")
    let refused = try tool.run("migrate", "merge", "Tasks")
    #expect(
      refused.status == 1
        && refused.errors.hasPrefix(
          "\(path).sql: error: the migrations up to '20261121183002_add_note' lead to another schema than"),
      "\(refused.errors)")
  }

  @Test("If the files lead to the models, the models are recorded")
  func models() throws {
    let tool = try Self.edited("ALTER TABLE item ADD COLUMN due_day INTEGER;\n")
    try tool.write(Version.withDueDay, to: "Tasks/Item.swift")
    #expect(try tool.run("migrate", "verify", "Tasks").status == 1)
    #expect(try tool.run("migrate", "record", "Tasks").status == 0)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    let fresh = try Tool.project(Version.withDueDay)
    #expect(try tool.read("\(Self.file).schema.json") == fresh.read("\(Self.file).schema.json"))
  }

  @Test("Types that the files don't show are those that were recorded before")
  func types() throws {
    let tool = try Self.edited(
      "CREATE INDEX quick ON item (due_at);\n", Version.source("var dueAt: Date?  // @store(as: unixSeconds)"))
    try tool.write(Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)"), to: "Tasks/Item.swift")
    #expect(try tool.run("migrate", "record", "Tasks").status == 0)
    #expect(try tool.read("\(Self.file).schema.json").contains(#""type": "unixSeconds""#))
  }

  @Test("A record with an error is refused, and written again")
  func malformed() throws {
    let tool = try Self.edited("")
    let text = try tool.read("\(Self.file).schema.json")
    try tool.write(text.replacing("\"text\"", with: "\"texts\""), to: "\(Self.file).schema.json")
    let refused = try tool.run("migrate", "new", "x", "Tasks")
    #expect(
      refused.status == 1
        && refused.errors
          == "\(Self.file).schema.json: error: this isn't the record of a schema: unknown type 'texts' at 'tables[0].columns[1].type'; "
          + "restore it from version control, or run 'postil migrate record PATH'\n",
      "\(refused.errors)")
    #expect(try tool.run("migrate", "record", "Tasks").status == 0)
    #expect(try tool.read("\(Self.file).schema.json") == text)
  }

  @Test("Without migrations there is nothing to record")
  func nothing() throws {
    let result = try Tool(["Tasks/Item.swift": Version.first]).run("migrate", "record", "Tasks")
    #expect(
      result.status == 1
        && result.errors
          == "Tasks/Migrations: error: there are no migrations; write the first one with 'postil migrate new create PATH'\n"
    )
  }

  @Test("Without its record, the next migration for PostgreSQL isn't planned")
  func missing() throws {
    let tool = try Tool(["Tasks/Item.swift": Version.source("var dueAt: Date?  // @store(as: unixSeconds)")])
    let options = ["--dialect", "postgresql"]
    _ = try tool.run(["migrate", "new", "create", "Tasks", "--timestamp", Tool.time(0)] + options)
    try tool.remove("\(Self.file).postgresql.schema.json")
    let missing = try tool.run(["migrate", "new", "next", "Tasks"] + options)
    #expect(
      missing.errors.hasPrefix("\(Self.file).postgresql.schema.json: error: the file is missing"), "\(missing.errors)")
  }
}
