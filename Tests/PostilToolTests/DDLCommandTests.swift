import Foundation
import PostilTestSupport
import Testing

/// What `postil ddl` prints of every target with models, line by line.
@Suite("postil ddl")
struct DDLCommandTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  /// The folders of models, and what each is compiled with.
  static let targets: [[String]] = [
    ["Models/Items"], ["Models/House"], ["Models/Journal", "Models/Items", "Models/Shipping"], ["Models/Profile"],
    ["Models/Catalog"], ["Models/Playlists"], ["Models/Notes"], ["Tests/TourTests"], ["Tests/IntegrationTests/Models"],
    ["Tests/CombinationTests/Models"], ["Tests/ChinookTests/Models"], ["Tests/PropertyTests/Models"],
    ["Tests/PostgreSQL/Models"],
  ]

  private func script(_ paths: [String], _ options: String...) throws -> String {
    let paths = paths.map { Self.root.appending(path: $0).path }
    let result = try Tool().run(["ddl"] + paths + options)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output
  }

  @Test("SQLite runs the printed script, and every reference has its table", arguments: targets)
  func execution(paths: [String]) throws {
    let script = try script(paths)
    let database = try RawDatabase(path: ":memory:", decimals: true)
    try database.execute(script)
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    let made = try database.rows("SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE %'")
    // The tables that full-text search keeps to itself are none of the script's.
    let shadows = try database.rows("SELECT count(*) FROM pragma_table_list WHERE type = 'shadow'")
    let statements = script.split(separator: "\n").filter { $0.hasPrefix("CREATE ") }.count
    #expect(Int(made[0][0] ?? "")! - Int(shadows[0][0] ?? "")! == statements)
  }

  @Test("columns come before constraints, each on its own line, and every constraint has a name", arguments: targets)
  func constraints(paths: [String]) throws {
    var isInTable = false
    var sawConstraint = false
    for line in try script(paths).split(separator: "\n") {
      if line.hasPrefix("CREATE TABLE ") {
        (isInTable, sawConstraint) = (true, false)
      } else if isInTable, line.hasPrefix(")") {
        #expect(line == ") STRICT;" || line == ") STRICT, WITHOUT ROWID;")
        #expect(sawConstraint, "a table without a key")
        isInTable = false
      } else if isInTable, line.hasPrefix("  CONSTRAINT \"") {
        sawConstraint = true
      } else if isInTable, !line.hasPrefix("  --") {
        #expect(line.hasPrefix("  \"") && !sawConstraint, "\(line)")
        // What stands in quotes may say anything.
        let words = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
        for word in ["PRIMARY KEY", "UNIQUE", "REFERENCES", "CHECK", "CONSTRAINT"] {
          #expect(!words.contains(word), "\(line)")
        }
      }
    }
  }

  @Test("a table comes after those that it references, except in a circle", arguments: targets)
  func order(paths: [String]) throws {
    var tables: [String] = []
    var references: [String: Set<String>] = [:]
    for line in try script(paths).split(separator: "\n") {
      let names = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      if line.hasPrefix("CREATE TABLE ") { tables.append(names[1]) }
      if line.hasPrefix("  CONSTRAINT "), let range = line.firstRange(of: " REFERENCES \"") {
        let other = line[range.upperBound...].prefix { $0 != "\"" }
        references[tables.last ?? "", default: []].insert(String(other))
      }
    }
    func reaches(_ start: String, _ goal: String) -> Bool {
      var seen: Set<String> = []
      var open = [start]
      while let next = open.popLast() {
        if next == goal { return true }
        if seen.insert(next).inserted { open += references[next] ?? [] }
      }
      return false
    }
    for (index, table) in tables.enumerated() {
      for other in references[table] ?? [] where !tables[...index].contains(other) {
        #expect(reaches(other, table), "'\(table)' comes before '\(other)', which it references")
      }
    }
  }

  @Test("the output doesn't depend on the order of the files, in every dialect and format")
  func stability() throws {
    let folder = Self.root.appending(path: "Models/Catalog")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .sorted().map { "Models/Catalog/\($0)" }
    for options in [[], ["--dialect", "postgresql"], ["--format", "markdown"]] {
      let paths = files.map { Self.root.appending(path: $0).path }
      let first = try Tool().run(["ddl"] + paths + options)
      let second = try Tool().run(["ddl"] + paths.reversed() + options)
      #expect(first.status == 0 && first.output == second.output && !first.output.isEmpty)
    }
  }

  @Test("documentation is above its table or column, even if it contains the end of a comment")
  func documentation() throws {
    let tool = try Tool([
      "Tasks/Item.swift": """
      /// Something to do;
      ///
      /// DROP TABLE item; -- and */ more.
      // @table
      struct Item: Sendable {
        let id: ID
        /// A few words.
        var title: String
      }
      """
    ])
    let output = try tool.run("ddl", "Tasks").output
    #expect(
      output == """
        -- Something to do;
        --
        -- DROP TABLE item; -- and */ more.
        CREATE TABLE "item" (
          "id"    INTEGER NOT NULL,
          -- A few words.
          "title" TEXT    NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        """)
    try RawDatabase(path: ":memory:").execute(output)
  }

  @Test("SQL that PostgreSQL doesn't support is reported at its place, and nothing is printed")
  func refused() throws {
    let tool = try Tool([
      "Tasks/Item.swift": """
      // @table
      struct Item: Sendable {
        let id: ID
        var price: Double  // @check("quote(price) = '1'")
      }
      """
    ])
    let result = try tool.run("ddl", "Tasks", "--dialect", "postgresql")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors == """
        Tasks/Item.swift:4:33: error: 'quote()' has no PostgreSQL equivalent that returns the same result for every \
        value; use the functions listed in Docs/PostgreSQL.md

        """)
    #expect(try tool.run("ddl", "Tasks").status == 0)
  }

  @Test("the data dictionary has a section for every table and view, and every link has a target", arguments: targets)
  func dictionary(paths: [String]) throws {
    for dialect in ["sqlite", "postgresql"] {
      let text = try script(paths, "--format", "markdown", "--dialect", dialect)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let sections = lines.filter { $0.hasPrefix("### `") }.map { $0.dropFirst(5).dropLast() }
      let made = try script(paths).split(separator: "\n")
        .filter { $0.hasPrefix("CREATE TABLE ") || $0.hasPrefix("CREATE VIEW ") }.map { $0.split(separator: "\"")[1] }
      #expect(sections == made)
      let links = text.split(separator: "](#").dropFirst().map { $0.prefix { $0 != ")" } }
      // GitHub's links are in lower case.
      #expect(Set(links.map(String.init)).isSubset(of: Set(sections.map { $0.lowercased() })))
      #expect(links.count >= sections.count)
      // Every row of a table has as many cells as its head.
      var cells: Int?
      for line in lines {
        guard line.hasPrefix("|") else {
          cells = nil
          continue
        }
        let count = line.replacing("\\|", with: "").count { $0 == "|" }
        #expect(cells == nil || cells == count, "\(line)")
        cells = count
      }
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n") && !text.contains("\n\n\n"))
    }
  }
}
