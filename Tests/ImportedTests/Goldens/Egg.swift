import Postil

// Import notes for 'egg':
// - the foreign key from 'hen_id' to 'hen' is only in the statement, without a relationship: 'Egg.henID' and
//   'Hen.eggID' require one another in a cycle, so the first row could never be inserted; make one of them optional
// - the foreign key from 'farm_id' to 'farm' is only in the statement, without a relationship: the table 'farm'
//   doesn't exist, so SQLite refuses to write to 'egg' while it enforces foreign keys

// @table(sql: """
//   CREATE TABLE egg (
//     id INTEGER PRIMARY KEY, hen_id INTEGER NOT NULL REFERENCES hen (id), farm_id INTEGER REFERENCES farm (id)
//   )
//   """)
struct Egg: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var henID: Int
  var farmID: Int?
}
