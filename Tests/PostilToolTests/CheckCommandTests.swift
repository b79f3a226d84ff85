import Foundation
import Testing

@Suite("postil check")
struct CheckCommandTests {
  @Test("Sources without findings give no output and exit status 0")
  func fineSources() throws {
    let result = try Tool(["Tasks/Project.swift": fine]).run("check", "Tasks")
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
  }

  @Test("Findings are on standard error in the compiler's form, with exit status 1")
  func finding() throws {
    let result = try Tool(["Tasks/Item.swift": suspicious]).run("check", "Tasks")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        Tasks/Item.swift:4:7: warning: 'price' looks like money, and 'Double' can't represent 0.1 exactly; write 'Decimal', or \
        'Int64' to store the smallest currency unit [floatingPointMoney]

        """)
  }

  @Test("Errors are printed like findings, with exit status 1")
  func mistake() throws {
    let result = try Tool(["Tasks/Item.swift": wrong]).run("check", "Tasks/Item.swift")
    #expect(result.status == 1)
    #expect(
      result.errors == "Tasks/Item.swift:5:6: error: unknown annotation '@chekc'; did you mean '@check'?\n")
  }

  @Test(
    "Incorrect use exits with 2, and says what to do",
    arguments: [
      (["check"], "Error: Missing PATH; pass Swift files, or folders that contain Swift files."),
      (["check", "Tsaks"], "postil: error: 'Tsaks' doesn't exist"),
      (["check", "Empty"], "postil: error: 'Empty' contains no Swift file"),
      (["check", "Tasks", "--profile", "icloud"], "Error: Unknown profile 'icloud'; use 'cloudkit' or 'citus'."),
      (["check", "Tasks", "--target", ""], "Error: '--target' can't be empty."),
      (["check", "Tasks", "--jsno"], "Error: Unknown option '--jsno'. Did you mean '--json'?"),
      (["chekc", "Tasks"], "Error: 2 unexpected arguments: 'chekc', 'Tasks'"),
    ])
  func misuse(arguments: [String], message: String) throws {
    let tool = try Tool(["Tasks/Item.swift": fine, "Empty/README.md": ""])
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.firstError == message, "\(result.errors)")
  }

  /// An object of the array that `--json` prints; a key that is not among these would be a new one.
  private struct Entry: Decodable, Equatable {
    var severity: String
    var code: String?
    var file: String
    var line: Int?
    var column: Int?
    var message: String
    var notes: [Entry]?
  }

  private func entries(_ text: String) throws -> [Entry] {
    try JSONDecoder().decode([Entry].self, from: Data(text.utf8))
  }

  @Test("--json prints an empty array if there are no findings")
  func emptyJSON() throws {
    let result = try Tool(["Tasks/Project.swift": fine]).run("check", "--json", "Tasks")
    #expect(result.status == 0)
    #expect(try entries(result.output) == [])
    #expect(result.errors.isEmpty)
  }

  @Test("--json prints one object per finding, with the keys in Docs/Commands.md")
  func json() throws {
    let indexes = """
      // @table
      // @index(name)
      // @index(name, number)
      struct Street: Sendable {
        let id: ID
        var name: String
        var number: Int
      }
      """
    let result = try Tool(["Tasks/Item.swift": suspicious, "Tasks/Street.swift": indexes]).run(
      "check", "Tasks", "--json")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    let entries = try entries(result.output)
    #expect(entries.map(\.code) == ["floatingPointMoney", "redundantIndex"])
    #expect(entries.map(\.severity) == ["warning", "warning"])
    #expect(entries.map(\.file) == ["Tasks/Item.swift", "Tasks/Street.swift"])
    #expect(entries[1].line == 2 && entries[1].column == 4)
    #expect(
      entries[1].notes == [
        Entry(severity: "note", file: "Tasks/Street.swift", line: 3, column: 4, message: "the other one is here")
      ])
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(objects[0].keys.sorted() == ["code", "column", "file", "line", "message", "severity"])
    #expect(objects[1].keys.sorted() == ["code", "column", "file", "line", "message", "notes", "severity"])
  }

  @Test("--json prints errors without a code")
  func jsonOfMistakes() throws {
    let result = try Tool(["Tasks/Item.swift": wrong]).run("check", "Tasks", "--json")
    #expect(result.status == 1)
    let entries = try entries(result.output)
    #expect(entries.map(\.severity) == ["error"] && entries[0].code == nil)
    #expect(entries[0].line == 5 && entries[0].column == 6)
  }

  @Test("Folders are targets that can import each other, and each is checked once")
  func targets() throws {
    let entry = """
      import Items
      // @table
      struct Entry: Sendable {
        let id: ID
        // @references(inverse: entries)
        var itemID: Item.ID
      }
      """
    let item =
      "public " + suspicious.replacing("struct", with: "public struct").replacing("let id", with: "public let id")
    let tool = try Tool([
      "Items/Item.swift": item.replacing("public //", with: "//"), "Journal/Entry.swift": entry,
    ])
    let both = try tool.run("check", "Items", "Journal")
    #expect(both.status == 1)
    #expect(both.errors.split(separator: "\n").count == 1, "\(both.errors)")
    #expect(
      both.errors == """
        Items/Item.swift:4:7: warning: 'price' looks like money, and 'Double' can't represent 0.1 exactly; write 'Decimal', or \
        'Int64' to store the smallest currency unit [floatingPointMoney]

        """)
    let alone = try tool.run("check", "Journal")
    #expect(
      alone.errors == """
        Journal/Entry.swift:6:15: error: 'Item.ID' is not declared in this target; use a type that a column can hold, or mark \
        the property '@transient'

        """)
  }

  @Test("--profile cloudkit adds findings")
  func profile() throws {
    let tool = try Tool(["Tasks/Project.swift": fine])
    #expect(
      try tool.run("check", "Tasks", "--profile", "cloudkit").errors == """
        Tasks/Project.swift:5:7: warning: CloudKit can deliver a row without 'name'; write 'String?', or add a default \
        [cloudKitRequired]

        """)
  }
}
