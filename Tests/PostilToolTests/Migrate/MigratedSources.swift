/// Versions of one model, as somebody goes from one to the next.
enum Version {
  static let first = source("var title: String")
  static let withDueDay = source("var title: String\n  var dueDay: Int?")
  static let withNote = source("var title: String\n  var note: String?")
  static let uniqueTitle = source("var title: String  // @unique")

  static let swapped = source(
    "var a: String  // @renamed(from: \"b\")\n  var b: String  // @renamed(from: \"a\")")

  static func source(_ members: String, notes: String = "") -> String {
    """
    /// Something to do.
    // @table \(notes)
    struct Item: Sendable {
      let id: ID
      \(members)
    }
    """
  }
}

extension Tool {
  /// Times that differ, in their order.
  static func time(_ number: Int) -> String { "202611211830" + (number < 10 ? "0" : "") + String(number) }

  /// A project whose first version has its migration.
  static func project(_ source: String = Version.first) throws -> Tool {
    let tool = try Tool(["Tasks/Item.swift": source])
    _ = try tool.run("migrate", "new", "create", "Tasks", "--timestamp", time(0))
    return tool
  }

  /// The next version of the model, and its migration.
  func move(to source: String, _ name: String, at number: Int, _ options: String...) throws -> Result {
    try write(source, to: "Tasks/Item.swift")
    return try run(["migrate", "new", name, "Tasks", "--timestamp", Self.time(number)] + options)
  }
}
