import Foundation
import PostilTestSupport
import Testing

/// `postil import --from`, and the commands of the pages for people who come from Core Data and SwiftData.
///
/// `POSTIL_RECORD=1 swift test --filter StoreImportTests` writes what the commands print now into the documents.
@Suite("postil import --from")
struct StoreImportTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  /// The classes of Docs/FromSwiftData.md.
  private static let classes = """
    import SwiftData

    @Model
    final class Item {
      var title: String
      var dueAt: Date?
      var done = false
      var project: Project
      @Relationship(inverse: \\Tag.items) var tags: [Tag] = []
      init(title: String, project: Project) { self.title = title }
    }

    @Model
    final class Project {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Item.project) var items: [Item] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Tag {
      @Attribute(.unique) var name: String
      var items: [Item] = []
      init(name: String) { self.name = name }
    }
    """

  private static let store = """
    CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDONE INTEGER, ZPROJECT INTEGER, ZDUEAT TIMESTAMP, ZTITLE VARCHAR);
    CREATE TABLE ZPROJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_3TAGS));
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 2), (2, 'Project', 0, 1), (3, 'Tag', 0, 2);
    INSERT INTO ZPROJECT VALUES (1, 2, 1, 'Home');
    INSERT INTO ZITEM VALUES (1, 1, 1, 0, 1, 786000000.5, 'Oil the door'), (2, 1, 1, 1, 1, NULL, 'Sweep');
    INSERT INTO ZTAG VALUES (1, 3, 1, 'urgent'), (2, 3, 1, 'home');
    INSERT INTO Z_1TAGS VALUES (1, 1), (2, 2);
    """

  private func tool() throws -> Tool {
    let tool = try Tool(["Sources/App/Models.swift": Self.classes])
    try RawDatabase(path: tool.folder.path("default.store"), foreignKeys: false).execute(Self.store)
    return tool
  }

  // MARK: Documents

  @Test("Docs/FromCoreData.md shows the output of its commands")
  func coreDataDocument() throws {
    let tool = try Tool()
    let source = Self.root.appending(path: "Tests/FrameworkTests/CoreData")
    try RawDatabase(path: tool.folder.path("Tasks.sqlite"), foreignKeys: false).execute(
      String(contentsOf: source.appending(path: "Store.sql"), encoding: .utf8))
    try tool.write("a photo", to: ".Tasks_SUPPORT/_EXTERNAL_DATA/0A0B0C0D-0000-4000-8000-000000000001")
    try FileManager.default.copyItem(
      at: source.appending(path: "Tasks.xcdatamodeld"), to: tool.folder.url.appending(path: "Tasks.xcdatamodeld"))
    try walk("FromCoreData.md", tool, commands: 2)
    #expect(
      try rows(tool, "tasks-copy.sqlite", "SELECT title FROM item WHERE is_done ORDER BY id") == [
        ["Paint the fence"], [""],
      ])
  }

  @Test("Docs/FromSwiftData.md shows the output of its commands")
  func swiftDataDocument() throws {
    let tool = try tool()
    try walk("FromSwiftData.md", tool, commands: 3)
    #expect(
      try rows(
        tool, "tasks.sqlite", "SELECT title, due_at, name FROM item JOIN project ON project.id = project_id ORDER BY 1")
        == [
          ["Oil the door", "2025-11-28 05:20:00.5", "Home"], ["Sweep", nil, "Home"],
        ])
  }

  private func rows(_ tool: Tool, _ path: String, _ sql: String) throws -> [[String?]] {
    try RawDatabase(path: tool.folder.path(path), decimals: true).rows(sql)
  }

  /// Runs each line that begins with `$` of the `console` blocks that begin with `$ postil`, and compares what it prints with the lines
  /// after it. Studio/Tests runs the other ones.
  private func walk(_ document: String, _ tool: Tool, commands: Int) throws {
    let file = Self.root.appending(path: "Docs/\(document)")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    var walked: [String] = []
    var isConsole = false
    var count = 0
    for line in lines.map(String.init) {
      if walked.last == "```console" {
        isConsole = line.hasPrefix("$ postil ")
      } else if line == "```" {
        isConsole = false
      }
      if !isConsole {
        walked.append(line)
      } else if line.hasPrefix("$ postil ") {
        walked.append(line)
        count += 1
        let result = try tool.run(line.dropFirst(9).split(separator: " ").map(String.init))
        #expect(result.status < 2, "\(line): \(result.errors)")
        let printed = result.output + result.errors
        walked += printed.split(separator: "\n").map(String.init)
      }
    }
    #expect(count == commands)
    if Self.isRecording { return try Data(walked.joined(separator: "\n").utf8).write(to: file) }
    #expect(walked == lines.map(String.init), "POSTIL_RECORD=1 updates the document")
  }

  // MARK: The command

  @Test("A store is imported with the sources of its classes, and the sources alone give the same structs")
  func sources() throws {
    let tool = try tool()
    let result = try tool.run(
      "import", "--from", "coredata", "default.store", "Sources/App", "-o", "Sources/Tasks", "--copy", "tasks.sqlite")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(try tool.run("import", "--from", "swiftdata", "Sources/App", "-o", "Sources/Models").status == 0)
    for name in ["Item.swift", "Project.swift", "Tag.swift"] {
      #expect(try tool.read("Sources/Tasks/\(name)") == tool.read("Sources/Models/\(name)"))
    }
    #expect(
      try tool.read("Sources/Tasks/Item.swift") == """
        import Foundation
        import Postil

        // @table
        // @manyToMany(tags: Tag, inverse: items)
        struct Item: Codable, Hashable, Identifiable, Sendable {
          let id: ID
          var title: String
          var dueAt: Date?
          var done: Bool = false
          // @references(inverse: items, onDelete: cascade)
          var projectID: Project.ID
        }

        """)
  }

  @Test("A required property without values needs its column, and a model without a store gives structs")
  func columns() throws {
    let tool = try tool()
    try RawDatabase(path: tool.folder.path("default.store"), foreignKeys: false).execute("UPDATE ZTAG SET ZNAME = NULL")
    let arguments = [
      "import", "--from", "coredata", "default.store", "Sources/App", "-o", "out", "--copy", "tasks.sqlite",
    ]
    let refused = try tool.run(arguments)
    #expect(refused.status == 2)
    #expect(
      refused.firstError.hasPrefix(
        "postil: error: 'Tag.name' is required by the model, but 2 rows have no value in its column"))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("tasks.sqlite")))
    let confirmed = try tool.run(arguments + ["--columns", "Tag.name=ZNAME"])
    #expect(confirmed.status == 0, "\(confirmed.errors)")
    #expect(try tool.read("out/Tag.swift").contains("var name: String?"))
    try tool.write(
      #"<?xml version="1.0"?><model><entity name="Item"><attribute name="title" attributeType="String"/></entity></model>"#,
      to: "Tasks.xcdatamodel/contents")
    #expect(try tool.run("import", "--from", "coredata", "Tasks.xcdatamodel", "-o", "alone").status == 0)
    #expect(try tool.read("alone/Item.swift").contains("var title: String\n"))
  }

  @Test("Misuse is refused before anything is written")
  func misuse() throws {
    let tool = try tool()
    func errors(_ arguments: String...) throws -> String {
      let result = try tool.run(["import", "-o", "out"] + arguments)
      #expect(result.status == 2)
      #expect(!FileManager.default.fileExists(atPath: tool.folder.path("out")))
      return result.firstError
    }
    #expect(try errors("default.store", "--copy", "a.sqlite") == "Error: '--copy' needs '--from coredata'.")
    #expect(
      try errors("default.store", "Sources/App")
        == "Error: 'Sources/App' needs '--from coredata' or '--from swiftdata'.")
    #expect(
      try errors("default.store", "--columns", "Item.title=ZTITLE") == "Error: '--columns' needs '--from coredata'.")
    #expect(
      try errors("--from", "coredata", "App.xcdatamodeld", "--copy", "a.sqlite")
        == "postil: error: 'App.xcdatamodeld' is a model without rows; pass the store before it: 'default.store App.xcdatamodeld'"
    )
    #expect(try errors("--from", "coredata", "none.store") == "postil: error: file 'none.store' doesn't exist")
    #expect(
      try errors("--from", "coredata", "default.store", "--copy", "default.store")
        == "postil: error: file 'default.store' already exists; choose another name")
    #expect(
      try errors("--from", "coredata", "default.store", "App.momd", "--copy", "a.sqlite")
        == "postil: error: 'App.momd' is a compiled model, which can be read only by Core Data; pass the '.xcdatamodeld' of the project"
    )
    #expect(
      try errors("--from", "coredata", "Sources/App/Models.swift")
        == "postil: error: cannot read 'Sources/App/Models.swift': the file is not an SQLite database, or it is encrypted"
    )
    #expect(try errors("--from", "swiftdata", "default.store").hasPrefix("postil: error: "))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("a.sqlite")))
  }
}
