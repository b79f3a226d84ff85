import PostilTestSupport
import Testing

/// A folder with models, a database with their tables, and seed files.
struct SeededTasks {
  let tool: Tool

  /// - Parameters:
  ///   - models: the source of the models.
  ///   - seeds: the seed files by their names.
  init(models: String = SeededTasks.models, _ seeds: [String: String] = [:]) throws {
    tool = try Tool(["Tasks/Models.swift": models])
    let ddl = try tool.run("ddl", "Tasks")
    try #require(ddl.status == 0, "\(ddl.errors)")
    try database().execute(ddl.output)
    for (name, text) in seeds { try write(text, to: name) }
  }

  func write(_ text: String, to name: String = "demo.json") throws { try tool.write(text, to: "Tasks/Seeds/\(name)") }

  func run(_ arguments: String...) throws -> Tool.Result {
    try tool.run(["seed", "tasks.sqlite", "Tasks"] + arguments)
  }

  /// Seeds, and expects that it works.
  @discardableResult
  func seed(_ arguments: String...) throws -> String {
    let result = try tool.run(["seed", "tasks.sqlite", "Tasks"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    return result.output
  }

  func database() throws -> RawDatabase { try RawDatabase(path: tool.folder.path("tasks.sqlite"), decimals: true) }

  /// The rows of a query, with `|` between the values.
  func rows(_ sql: String) throws -> [String] {
    try database().rows(sql).map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }
  }

  static let models = """
    import Foundation

    // @table
    struct Item: Sendable {
      let id: ID
      var title: String  // @check("length(title) > 0")
      var dueAt: Date?
      var priority: Priority = .normal
      var done = false
      // @references(inverse: items, onDelete: cascade)
      var projectID: Project.ID
      // @manyToMany(tags: Tag, inverse: items)
      // @hasMany(steps: Step, inverse: item, ordered, max: 20)
    }

    enum Priority: Int, Sendable {
      case low, normal, high
    }

    // @table
    struct Project: Sendable {
      let id: ID
      var name: String  // @unique
    }

    // @table
    struct Step: Sendable {
      let id: ID
      var text: String
      // @references(onDelete: cascade)
      var itemID: Item.ID
    }

    // @table
    struct Tag: Sendable {
      let id: ID
      var name: String  // @unique
    }
    """

  static let seed = """
    {
      "Item": {
        "oil": {
          "title": "Oil the door", "project": "home", "priority": "high", "dueAt": "2026-12-01T08:00:00Z",
          "tags": ["urgent", "quick"],
          "steps": { "buy": { "text": "Buy oil" }, "open": { "text": "Open it" }, "close": { "text": "Close it" } }
        },
        "rest": { "title": "Rest", "project": "home" }
      },
      "Project": { "home": { "name": "Home" } },
      "Tag": { "urgent": { "name": "urgent" }, "quick": { "name": "quick" } }
    }
    """
}
