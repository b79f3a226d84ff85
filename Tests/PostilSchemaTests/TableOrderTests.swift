import PostilSchema
import Testing

struct TableOrderTests {
  @Test func `a table stands after those that it references, and ties keep their order`() {
    #expect(
      order(["item: list", "list", "step: item", "tag", "item_tags: item tag"]) == "list item step tag item_tags")
    #expect(order(["b", "a", "c"]) == "b a c")
  }

  @Test func `a circle keeps the order given, and what depends on it alone waits for no more`() {
    #expect(order(["x: a", "a: b", "b: a", "c"]) == "c a x b")
    #expect(order(["node: node", "leaf: node"]) == "node leaf")
  }

  @Test func `a reference to a table that is not there is no reason to wait`() {
    #expect(order(["a: gone", "b"]) == "a b")
  }

  /// `"item: list tag"` is a table that references two.
  private func order(_ descriptions: [String]) -> String {
    let tables = descriptions.map { description in
      let parts = description.split(separator: ":")
      let targets = parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : []
      return Table(
        name: String(parts[0]), columns: [], primaryKey: KeyConstraint(name: "k", columns: []),
        foreignKeys: targets.map {
          ForeignKey(name: "f", columns: ["c"], referencedTable: $0, referencedColumns: ["id"], onDelete: .deny)
        })
    }
    return TableOrder.sorted(tables).map(\.name).joined(separator: " ")
  }
}
