import Foundation
import PostilCompiler
import Testing

@Suite("Generated code under conditions")
struct ConditionTests {
  /// The items, with tags that exist on Linux only.
  private var graph: ModelGraph {
    var graph = ItemsGraph.graph
    graph.models[3].conditions = ["os(Linux)"]
    return graph
  }

  @Test("of a model has the model's condition around it")
  func model() {
    let text = Emitter(graph: graph).file(for: "Models/Items/Tag.swift").text
    #expect(text.contains("#if os(Linux)\n  // MARK: - Tag\n"))
    #expect(text.hasSuffix("#endif\n"))
  }

  @Test("of a relationship has the condition of the model that it leads to")
  func relationship() {
    let text = Emitter(graph: graph).file(for: "Models/Items/Item.swift").text
    // The columns' accessor, the description, and the operations.
    #expect(text.components(separatedBy: "#if os(Linux)").count == 4)
    #expect(text.components(separatedBy: "#endif").count == 4)
  }

  @Test("counts the tables that exist")
  func tables() {
    let text = Emitter(graph: graph).schemaFile().text
    #expect(text.contains("    #if os(Linux)\n      tables.append(Tag.table)\n    #endif\n    return tables\n"))
  }
}
