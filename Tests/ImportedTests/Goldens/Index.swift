import Postil

// @table(sql: """
//   CREATE TABLE "index" ("from" INTEGER NOT NULL, "to" INTEGER NOT NULL REFERENCES draft (id), PRIMARY KEY ("from", "to"))
//   """)
struct Index: Codable, Hashable, Identifiable, Sendable {
  let from: Int  // @primaryKey
  // @references(inverse: indices, onDelete: noAction, unindexed) @primaryKey @column("to")
  let toID: DraftRow.ID
}
