import Foundation
import PostilCompiler
import PostilSchema
import Testing

struct DeterminismTests {
  private static let models = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Models").standardizedFileURL

  @Test("the same files in another order give the same bytes", arguments: ["Items", "House", "Catalog", "Profile"])
  func order(folder: String) throws {
    let folder = Self.models.appending(path: folder)
    let sources = try CaseTests.sources(in: folder)
    #expect(!sources.isEmpty)
    let pipeline = CompilerPipeline(target: "Tasks")
    let first = pipeline.run(sources: sources)
    #expect(first.diagnostics.isEmpty)
    let text = try #require(first.graph).schema.script().text
    for rotation in 1...sources.count {
      let other = pipeline.run(sources: Array(sources.dropFirst(rotation) + sources.prefix(rotation)).reversed())
      #expect(other.graph?.schema.script().text == text)
      #expect(other.graph?.models.map(\.relationships) == first.graph?.models.map(\.relationships))
    }
  }

  @Test func `tables come after those that they reference`() throws {
    let sources = try CaseTests.sources(in: Self.models.appending(path: "Items"))
    let graph = try #require(CompilerPipeline(target: "Items").run(sources: sources).graph)
    #expect(graph.schema.tables.map(\.name) == ["project", "item", "step", "tag", "item_tags"])
    #expect(graph.models.map(\.swiftName) == ["Item", "Project", "Step", "Tag"])
  }
}
