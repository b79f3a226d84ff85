import Postil

// @table(sql: #"CREATE TABLE "tags" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar NOT NULL)"#)
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}
