import Foundation
import Postil

// Import notes for 'branch':
// - the foreign key from 'leaf_code' to 'leaf' is only in the statement, without a relationship: 'leaf' has no unique
//   key of exactly 'code', so SQLite refuses to write to 'branch' and to delete from 'leaf' while it enforces foreign
//   keys
// - the foreign key from 'flight_day' to 'flight' is only in the statement, without a relationship: the primary key
//   of 'flight' has 2 columns, so SQLite refuses to write to 'branch' and to delete from 'flight' while it enforces
//   foreign keys

// @table(sql: """
//   CREATE TABLE branch (id INTEGER PRIMARY KEY, leaf_code TEXT REFERENCES leaf (code), flight_day TEXT REFERENCES flight)
//   """)
struct Branch: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var leafCode: String?
  var flightDay: DateComponents?  // @store(as: day)
}
