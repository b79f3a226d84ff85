import PostilQuery
import Testing

/// The members of an ordered relationship come in its order, wherever their order can be seen and nowhere else.
@Suite("Queries of ordered relationships")
struct OrderedQueryTests {
  private static let steps = Relationship<Item, Step>(
    "steps", from: ["id"], to: ["item_id"], orderedBy: "steps_position")
  private static let tags = Relationship<Item, Tag>(
    "tags", from: ["id"], through: _JoinTable("item_tags", near: ["item_id"], far: ["tag_id"]), to: ["id"],
    orderedBy: "tags_position")

  private let query = Query(steps, of: Item.ID(1))

  private func end(_ query: Query<Step>) throws -> String {
    String(try query.sql.split(separator: " WHERE ", maxSplits: 1)[1])
  }

  @Test("An ordered relationship is sorted by its position last")
  func position() throws {
    #expect(try end(query) == #"t0."item_id" = ?1 ORDER BY t0."steps_position", t0."id""#)
    #expect(
      try end(query.limit(2, offset: 1))
        == #"t0."item_id" = ?1 ORDER BY t0."steps_position", t0."id" LIMIT ?2 OFFSET ?3"#)
  }

  @Test("A query's own order comes first, and the position breaks ties")
  func tieBreak() throws {
    #expect(
      try end(query.order { $0.text.descending })
        == #"t0."item_id" = ?1 ORDER BY t0."text" DESC, t0."steps_position", t0."id""#)
  }

  @Test("The position of pairs is read from the join table")
  func joinTable() throws {
    #expect(
      try Query(Self.tags, of: Item.ID(1)).sql.hasSuffix(
        #"WHERE t0."item_id" = ?1 ORDER BY t0."tags_position", t0."tag_id""#))
  }

  @Test("Counts and existence tests don't sort")
  func unsorted() {
    let members = ToMany(Self.steps, of: _Source(Item.table))
    for query in [Item.where { _ in members.isEmpty }, Item.where { _ in members.count > 1 }] {
      #expect(!"\(query)".contains("ORDER BY"))
    }
  }
}
