import Postil

// @table(sql: """
//   CREATE TABLE hen (id INTEGER PRIMARY KEY, egg_id INTEGER NOT NULL REFERENCES egg (id) DEFERRABLE INITIALLY DEFERRED)
//   """)
struct Hen: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: hens, onDelete: noAction, unindexed)
  var eggID: Egg.ID
}
