import Postil

// @table(sql: "CREATE TABLE leaf (id INTEGER PRIMARY KEY, code TEXT)")
struct Leaf: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var code: String?
}
