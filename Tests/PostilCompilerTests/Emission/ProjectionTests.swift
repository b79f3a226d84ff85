import Foundation
import PostilCompiler
import Testing

@Suite("Projections")
struct ProjectionTests {
  private let line = "// @projection\nstruct Line: Sendable {\n  let title: String\n}"

  private func generated(_ files: [String: String]) throws -> String {
    Emitter(graph: try compile(files)).files().map(\.text).joined()
  }

  @Test("are no table and no view of the schema")
  func noDDL() throws {
    let graph = try compile(["Line.swift": line, "Item.swift": item("var title: String")])
    #expect(graph.schema.tables.map(\.name) == ["item"])
    #expect(graph.schema.views.isEmpty)
    #expect(graph.projections.map(\.swiftName) == ["Line"])
    #expect(graph.projections.map(\.table.name) == ["line"])
    #expect(!Emitter(graph: graph).schemaFile().text.contains("Line"))
  }

  @Test("may have the name of a table, and properties that are words of SQL")
  func names() throws {
    let graph = try compile(
      [
        "Item.swift": item("var title: String"),
        "Shop.swift": "enum Shop {\n// @projection\nstruct Item: Sendable { var order: Int }\n}",
      ])
    #expect(graph.projections.first?.table.name == "shop_item")
    #expect(graph.projections.first?.table.columns.map(\.name) == ["order"])
  }

  @Test("have a condition of their own around what is generated")
  func condition() throws {
    let text = try generated(["Line.swift": "#if os(Linux)\n\(line)\n#endif"])
    #expect(text.contains("#if os(Linux)\n  // MARK: - Line\n"))
    #expect(text.contains("#endif\n"))
  }

  @Test("do not make the schema public, whatever they are")
  func access() throws {
    let text = try generated([
      "Line.swift":
        "// @projection\npublic struct Line: Sendable {\n  public let title: String\n  let note: String?\n}",
      "Item.swift": item("var title: String"),
    ])
    #expect(text.contains("public nonisolated enum") == false)
    #expect(text.contains("public struct Columns: ProjectionColumns {"))
    #expect(text.contains("public let title: SQLOperation<String>"))
    // What takes an argument for a property that is not public is not public either.
    #expect(text.contains("\n    init(title: some SQLExpression<String>, note: some SQLOptionalExpression<String>) {"))
  }

  @Test("of another target are that target's to generate")
  func targets() {
    let own = CompilerPipeline.Source(
      path: "Own.swift", bytes: Array("import Base\n\(item("var title: String"))".utf8))
    let base = CompilerPipeline.Source(
      path: "Base.swift", bytes: Array(line.replacing("struct", with: "public struct").utf8))
    let result = CompilerPipeline(target: "Tasks").run(
      sources: [own], dependencies: [.init(module: "Base", sources: [base])])
    #expect(result.diagnostics.isEmpty)
    #expect(result.graph?.projections.map(\.swiftName) == ["Base.Line"])
    #expect(result.graph?.ownStructs.map(\.swiftName) == ["Item"])
  }

  @Test("of five properties are at most 60 lines")
  func budget() throws {
    let text = try generated([
      "Line.swift":
        "// @projection\nstruct Line: Sendable { var a: String; var b: Int?; var c: Bool; var d: Double; var e: String? }"
    ])
    let section = text.components(separatedBy: "// MARK: - Line\n")[1].components(separatedBy: "// Written")[0]
    #expect(section.split(separator: "\n").count <= 60)
  }

  @Test("keep the JSON types beside them, which are generated once")
  func jsonTypes() throws {
    let text = try generated([
      "Line.swift": """
      // @projection
      struct Line: Sendable {
        var place: Place  // @json
      }
      struct Place: Codable, Sendable { var city: String }
      """
    ])
    #expect(text.components(separatedBy: "extension Place: JSONPathed").count == 2)
  }
}
