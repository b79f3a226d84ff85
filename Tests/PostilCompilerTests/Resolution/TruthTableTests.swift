import Foundation
import PostilSchema
import Testing

@testable import PostilCompiler

/// The truth tables of Docs/Language.md, a test a row: what each kind of relationship generates, and what becomes of its
/// rows when the other row is deleted.
@Suite("The truth table of relationships")
struct TruthTableTests {
  /// A row of the document: the code in each of its cells, or the text of a cell without code.
  struct Row: CustomTestStringConvertible, Sendable {
    var cells: [String]
    var testDescription: String { cells.joined(separator: " | ") }

    /// The pieces of code in a cell.
    func code(_ cell: Int) -> [String] {
      cells[cell].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }

  // MARK: - What is generated

  @Test(
    "Each kind of relationship generates the listed members on both sides",
    arguments: try rows("| annotations | Item has | Project has |"))
  func generated(_ row: Row) throws {
    let members = try Self.members(of: Self.sources(row.code(0)))
    #expect(members["Item"] == row.code(1), "Item: \(Self.cell(members["Item"]))")
    #expect(members["Project"] == row.code(2), "Project: \(Self.cell(members["Project"]))")
  }

  @Test("The table has a row for each kind, required and optional, 'var' and 'let', with and without an inverse")
  func everyKind() throws {
    let given = Set(try Self.rows("| annotations | Item has | Project has |").map { $0.code(0).joined(separator: " ") })
    var wanted: Set<String> = []
    for property in [
      "var projectID: Project.ID", "let projectID: Project.ID", "var projectID: Project.ID?",
      "let projectID: Project.ID?",
    ] {
      wanted.insert("@references \(property)")
      wanted.insert("@references @unique \(property)")
      wanted.insert("@references(inverse: items) \(property)")
      wanted.insert("@references(inverse: item) @unique \(property)")
    }
    wanted.insert("@references var projectID: Project.ID @hasMany(items: Item, inverse: project)")
    wanted.insert("@references @unique var projectID: Project.ID @hasOne(item: Item, inverse: project)")
    for note in ["@references", "@references(inverse: children)", "@references(inverse: next) @unique"] {
      wanted.insert("\(note) var parentID: Item.ID?")
    }
    wanted.insert(
      "@references(inverse: made) var makerID: Project.ID @references(inverse: owned) var ownerID: Project.ID?")
    for kind in [
      "projects: Project", "projects: Project, inverse: items", "projects: Project, through: Entry, inverse: items",
      "projects: Project, through: Score, inverse: items", "others: Item", "others: Item, inverse: origins",
    ] { wanted.insert("@manyToMany(\(kind))") }
    #expect(given == wanted)
  }

  // MARK: - When the other row is deleted

  @Test(
    "Each delete rule has the listed effect, for every kind",
    arguments: try rows("| reference | rule | when the project is deleted |"), [false, true])
  func deleted(_ row: Row, isUnique: Bool) throws {
    let rule = row.cells[1] == "none given" ? "" : "(\(row.code(1)[0]))"
    let notes = ["@references\(rule)" + (isUnique ? " @unique" : ""), row.code(0)[0]]
    let source = Self.sources(notes).values.joined(separator: "\n")
    let outcome = row.cells[2]
    guard diagnostics(source).isEmpty else { return #expect(outcome == "a build error") }
    let database = try Self.database(of: source)
    for sql in ["INSERT INTO project (id) VALUES (1)", "INSERT INTO item (id, project_id) VALUES (1, 1)"] {
      try database.run(sql)
    }
    try expect(outcome, in: database, rows: "item", keys: "project_id")
  }

  @Test(
    "Deleting a row deletes its many-to-many pairs",
    arguments: try rows("| relationship | references of the join model | when either row is deleted |"))
  func deletedPair(_ row: Row) throws {
    let rule = row.cells[1] == "none" ? "" : row.code(1)[0]
    let source = Self.sources(row.code(0), entry: rule).values.joined(separator: "\n")
    let table = rule.isEmpty ? "item_projects" : "entry"
    for other in ["project", "item"] {
      let database = try Self.database(of: source)
      try database.run("INSERT INTO project (id) VALUES (1)")
      try database.run("INSERT INTO item (id) VALUES (1)")
      try database.run(
        "INSERT INTO \(table) (item_id, project_id\(rule.isEmpty ? "" : ", note")) VALUES (1, 1\(rule.isEmpty ? "" : ", ''"))"
      )
      try expect(row.cells[2], in: database, rows: table, keys: "\(other)_id", deleting: other)
    }
  }

  @Test("The table has a row for each rule, for a required and an optional reference")
  func everyRule() throws {
    let given = Set(
      try Self.rows("| reference | rule | when the project is deleted |").map { "\($0.code(0)[0]) \($0.cells[1])" })
    let rules = ["cascade", "nullify", "deny", "noAction"].map { "`onDelete: \($0)`" } + ["none given"]
    #expect(
      given
        == Set(
          ["var projectID: Project.ID", "var projectID: Project.ID?"].flatMap { type in rules.map { "\(type) \($0)" } })
    )
  }

  private func expect(
    _ outcome: String, in database: ScratchDatabase, rows: String, keys: String, deleting other: String = "project"
  ) throws {
    let delete = "DELETE FROM \(other) WHERE id = 1"
    switch outcome {
    case "the row is deleted too", "the pair is deleted too":
      try database.run(delete)
      #expect(try database.run("SELECT count(*) FROM \(rows)") == ["0"])
    case "its reference becomes `nil`":
      try database.run(delete)
      #expect(try database.run("SELECT \(keys) FROM \(rows)") == [nil])
    case "the deletion fails at once", "the deletion fails when the statement ends":
      #expect(throws: ScratchDatabase.Failure.self) { try database.run(delete) }
      // What repairs the reference before the statement ends is too late for a rule that acts at once.
      try database.run(
        "CREATE TRIGGER repair AFTER DELETE ON \(other) BEGIN DELETE FROM \(rows) WHERE \(keys) = OLD.id; END")
      #expect(((try? database.run(delete)) == nil) == (outcome == "the deletion fails at once"))
    default: Issue.record("'\(outcome)' is no outcome")
    }
  }

  // MARK: - Parts

  /// The rows below the head of a table of the document.
  static func rows(_ head: String) throws -> [Row] {
    let file = URL(fileURLWithPath: #filePath).appending(path: "../../../../Docs/Language.md").standardizedFileURL
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == head }, "no table '\(head)'")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      Row(cells: line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// The models of a row: `@hasMany` and `@hasOne` are Project's, notes before a property are that property's.
  private static func sources(_ code: [String], entry: String = "onDelete: cascade") -> [String: String] {
    var item = "", members = "", project = "", notes = ""
    for piece in code {
      if piece.hasPrefix("@hasMany") || piece.hasPrefix("@hasOne") {
        project += "// \(piece)\n"
      } else if piece.hasPrefix("@manyToMany") {
        item += "// \(piece)\n"
      } else if piece.hasPrefix("@") {
        notes += "  // \(piece)\n"
      } else {
        members += notes + "  \(piece)\n"
        notes = ""
      }
    }
    var sources = [
      "Item.swift": "// @table\n\(item)struct Item: Sendable {\n  let id: ID\n\(members)}\n",
      "Project.swift": "// @table\n\(project)struct Project: Sendable {\n  let id: ID\n}\n",
    ]
    for (name, other) in [("Entry", "var note = \"\""), ("Score", "var points: Int")]
    where item.contains("through: \(name)") {
      sources["\(name).swift"] = """
        // @table
        // @unique(itemID, projectID)
        struct \(name): Sendable {
          let id: ID
          // @references(\(entry.isEmpty ? "onDelete: cascade" : entry))
          let itemID: Item.ID
          // @references(\(entry.isEmpty ? "onDelete: cascade" : entry))
          let projectID: Project.ID
          \(other)
        }

        """
    }
    return sources
  }

  /// What each model gets for its relationships, in the order of the generated code.
  private static func members(of sources: [String: String]) throws -> [String: [String]] {
    let graph = try compile(sources)
    var members: [String: [String]] = [:]
    for name in ["Item", "Project"] {
      let text = Emitter(graph: graph).file(for: "\(name).swift").text
      var found: [String] = []
      for line in text.split(separator: "\n") where line.hasPrefix("  ") && !line.hasPrefix("   ") {
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        guard let keyword = words.firstIndex(where: { ["func", "var", "struct"].contains($0) }),
          keyword + 1 < words.count,
          !["Draft", "Columns", "UniqueKeys", "uniqueKeys", "bindColumns", "bindUpdate"].contains(words[keyword + 1]),
          !found.contains(words[keyword + 1])
        else { continue }
        found.append(words[keyword + 1])
      }
      members[name] = found
    }
    return members
  }

  private static func cell(_ members: [String]?) -> String {
    (members ?? []).map { "`\($0)`" }.joined(separator: " ")
  }

  private static func database(of source: String) throws -> ScratchDatabase {
    let graph = try compile(source)
    let database = try ScratchDatabase()
    try database.run("PRAGMA foreign_keys = ON")
    for statement in graph.schema.script().statements { try database.run(statement.sql) }
    return database
  }
}
