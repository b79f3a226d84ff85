import PostilCompiler
import PostilSchema
import Testing

@Suite("The size of generated code")
struct BudgetTests {
  /// DESIGN.md's budget: 250 lines for a table of ten columns with two relationships.
  @Test("Ten columns, a reference and another relationship of any kind are at most 250 lines", arguments: [1, 2])
  func tenColumns(other: Int) {
    let text = Emitter(graph: graph(with: [0, other])).file(for: "Models/Items/Item.swift").text
    #expect(lines(of: text) <= 250, "\(lines(of: text)) lines")
  }

  @Test("A many-to-many relationship, which has ten operations, is at most 100 lines")
  func manyToMany() {
    let without = Emitter(graph: graph(with: [0])).file(for: "Models/Items/Item.swift").text
    let with = Emitter(graph: graph(with: [0, 1])).file(for: "Models/Items/Item.swift").text
    #expect(lines(of: with) - lines(of: without) <= 100, "\(lines(of: with) - lines(of: without)) lines")
  }

  @Test("A model of ten columns that the drafts of another take has at most 30 lines more")
  func takenByDrafts() {
    let without = graph(with: [0])
    var with = without
    with.models[1] = ItemsGraph.drafting(with.models[1])
    let texts = [without, with].map { Emitter(graph: $0).file(for: "Models/Items/Item.swift").text }
    #expect(texts[1].contains("struct DraftOfList"))
    #expect(lines(of: texts[1]) - lines(of: texts[0]) <= 30, "\(lines(of: texts[1]) - lines(of: texts[0])) lines")
  }

  private func lines(of text: String) -> Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

  /// The items with ten columns and some of their three relationships.
  private func graph(with relationships: [Int]) -> ModelGraph {
    var graph = ItemsGraph.graph
    graph.rawTypes = []
    var item = ItemsGraph.item
    for name in ["notes", "place", "color", "author"] {
      item.properties.append(ItemsGraph.property(name, "String?"))
      item.table.columns.append(Column(name: name, type: .text, isNullable: true))
    }
    item.relationships = relationships.map { ItemsGraph.item.relationships[$0] }
    graph.models[0] = ItemsGraph.drafting(item)
    return graph
  }
}
