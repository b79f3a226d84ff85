import Foundation
import PostilCompiler
import PostilDialects
import PostilDictionary
import PostilSchema
import Testing

/// What `postil ddl` prints of Models/ in each dialect and format, as it was when somebody last looked at it:
/// `Scripts/NAME.sqlite.sql`, `.postgresql.sql` and `.md`.
///
/// `POSTIL_RECORD=1 swift test --filter ScriptGoldenTests` records what is printed now.
struct ScriptGoldenTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  @Test(
    "the printed scripts are the recorded ones, for any order of the sources",
    arguments: ["Items", "House", "Catalog", "Notes", "Shipping"])
  func scripts(folder: String) throws {
    let models = Self.tests.appending(path: "../../Models/\(folder)")
    let sources = try CaseTests.sources(in: models)
    for reversed in [false, true] {
      let result = CompilerPipeline(target: folder)
        .run(sources: reversed ? sources.reversed() : sources, dialect: .postgresql)
      #expect(result.diagnostics.isEmpty)
      let graph = try #require(result.graph)
      try compare(graph.schema.script().text, with: "\(folder).sqlite.sql")
      try compare(graph.schema.script(for: .postgresql).text, with: "\(folder).postgresql.sql")
      try compare(DataDictionary(graph).text, with: "\(folder).md")
    }
  }

  @Test("the script of distributed tables has Citus' calls, and SQLite's has none")
  func distributed() throws {
    let sources = try CaseTests.sources(in: Self.tests.appending(path: "../PostgreSQL/Citus/Models"))
    let result = CompilerPipeline(target: "Tenants").run(sources: sources, dialect: .postgresql)
    #expect(result.diagnostics.flatMap(\.lines) == [])
    let graph = try #require(result.graph)
    try compare(graph.schema.script(for: .postgresql).text, with: "Tenants.postgresql.sql")
    #expect(!graph.schema.script().text.contains("SELECT"))
  }

  @Test("The scripts for other servers leave out what they lack", arguments: [DDLDialect.cockroachdb, .yugabytedb])
  func otherServers(dialect: DDLDialect) throws {
    let sources = try CaseTests.sources(in: Self.tests.appending(path: "../PostgreSQL/OtherServers/Models"))
    let result = CompilerPipeline(target: "Orders").run(sources: sources, dialect: dialect)
    #expect(result.diagnostics.flatMap(\.lines) == [])
    let graph = try #require(result.graph)
    try compare(graph.schema.script(for: dialect).text, with: "Orders.\(dialect.rawValue).sql")
    let tenants = try CaseTests.sources(in: Self.tests.appending(path: "../PostgreSQL/Citus/Models"))
    let distributed = try #require(CompilerPipeline(target: "Tenants").run(sources: tenants, dialect: dialect).graph)
    #expect(!distributed.schema.script(for: dialect).text.contains("citus"))
    #expect(!distributed.schema.script(for: dialect).text.contains("SELECT"))
  }

  private func compare(_ text: String, with name: String) throws {
    let file = Self.tests.appending(path: "Scripts/\(name)")
    if Self.isRecording { return try Data(text.utf8).write(to: file) }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(golden == text, "Scripts/\(name) differs: POSTIL_RECORD=1 swift test --filter ScriptGoldenTests")
  }
}

extension ScriptGoldenTests {
  @Test("The documents show statements that are printed", arguments: ["PostgreSQL", "Servers"])
  func document(name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    let document = try String(contentsOf: root.appending(path: "Docs/\(name).md"), encoding: .utf8)
    let script = try String(
      contentsOf: root.appending(path: "Tests/PostilCompilerTests/Scripts/Items.postgresql.sql"), encoding: .utf8)
    let distributed = try String(
      contentsOf: root.appending(path: "Tests/PostilCompilerTests/Scripts/Tenants.postgresql.sql"), encoding: .utf8)
    let blocks = document.split(separator: "```sql\n").dropFirst().map { $0.split(separator: "\n```")[0] }
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(script.contains(block) || distributed.contains(block)) }
  }
}

extension ScriptGoldenTests {
  @Test("The script of partitioned tables creates their first partitions, and SQLite's has ordinary tables")
  func partitioned() throws {
    let sources = try CaseTests.sources(
      in: Self.tests.appending(path: "../PostgreSQL/Engine/Tests/EngineTests/Models/Partitions"))
    let result = CompilerPipeline(target: "Partitions").run(sources: sources, dialect: .postgresql)
    #expect(result.diagnostics.flatMap(\.lines) == [])
    let graph = try #require(result.graph)
    try compare(graph.schema.script(for: .postgresql).text, with: "Partitions.postgresql.sql")
    #expect(!graph.schema.script().text.contains("PARTITION"))
    let other = CompilerPipeline(target: "Partitions").run(sources: sources, dialect: .yugabytedb)
    #expect(
      other.diagnostics.first?.message
        == "YugabyteDB divides tables among its nodes itself, and Postil doesn't create PostgreSQL's partitions there; remove "
        + "'@partitioned'")
  }
}
