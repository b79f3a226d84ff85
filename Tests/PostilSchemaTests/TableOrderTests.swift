import PostilSchema
import Testing

struct TableOrderTests {
  @Test func `a table comes after those that it references, and ties keep their order`() {
    #expect(
      order(["item: project", "project", "step: item", "tag", "item_tags: item tag"])
        == "project item step tag item_tags")
    #expect(order(["b", "a", "c"]) == "b a c")
  }

  @Test func `a circle keeps the given order, and tables that only depend on it follow`() {
    #expect(order(["x: a", "a: b", "b: a", "c"]) == "c a x b")
    #expect(order(["node: node", "leaf: node"]) == "node leaf")
  }

  @Test func `a reference to a missing table doesn't affect the order`() {
    #expect(order(["a: gone", "b"]) == "a b")
  }

  /// `"item: project tag"` is a table that references two.
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
