import Postil

// @table(sql: """
//   CREATE TABLE order_tag (
//     order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
//     tag_name TEXT NOT NULL REFERENCES tag (name),
//     weight REAL NOT NULL DEFAULT 0.5,
//     PRIMARY KEY (order_id, tag_name)
//   )
//   """)
// @references(tag: Tag, from: tagName, inverse: orderTags, onDelete: noAction, unindexed)
struct OrderTag: Codable, Hashable, Identifiable, Sendable {
  // @references(inverse: orderTags, onDelete: cascade) @primaryKey
  let orderID: Order.ID
  let tagName: Tag.ID  // @primaryKey
  var weight: Double  // @default(sql: "0.5")
}
