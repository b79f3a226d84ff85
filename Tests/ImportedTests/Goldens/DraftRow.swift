import Postil

// @table(sql: """
//   CREATE TABLE draft (id INTEGER PRIMARY KEY, main_id INTEGER REFERENCES main (id), "unique" INT UNIQUE)
//   """)
struct DraftRow: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: draftRows, onDelete: noAction, unindexed)
  var mainID: MainRow.ID?
  var unique: Int?  // @unique
}
