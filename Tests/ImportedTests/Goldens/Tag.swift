import Postil

// @table(sql: "CREATE TABLE tag (name TEXT PRIMARY KEY) STRICT")
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let name: String  // @primaryKey
}
