import Foundation
import PostilCompiler
import Testing

@Suite("Generated code with conditions")
struct ConditionTests {
  /// The items, with tags that exist on Linux only.
  private var graph: ModelGraph {
    var graph = ItemsGraph.graph
    graph.models[3].conditions = ["os(Linux)"]
    return graph
  }

  @Test("The code of a model has the model's condition")
  func model() {
    let text = Emitter(graph: graph).file(for: "Models/Items/Tag.swift").text
    #expect(text.contains("#if os(Linux)\n  // MARK: - Tag\n"))
    #expect(text.hasSuffix("#endif\n"))
  }

  @Test("The code of a relationship has the condition of the model that it references")
  func relationship() {
    let text = Emitter(graph: graph).file(for: "Models/Items/Item.swift").text
    // The columns' accessor, the description, and the operations.
    #expect(text.components(separatedBy: "#if os(Linux)").count == 4)
    #expect(text.components(separatedBy: "#endif").count == 4)
  }

  @Test("The number of tables depends on the conditions")
  func tables() {
    let text = Emitter(graph: graph).schemaFile().text
    #expect(text.contains("    #if os(Linux)\n      tables.append(Tag.table)\n    #endif\n    return tables\n"))
  }
}
