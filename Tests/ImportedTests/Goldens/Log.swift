import Foundation
import Postil

// Import notes for 'log':
// - the table has no primary key, so 'id' is SQLite's rowid: 'VACUUM' can change its values, and foreign keys can't
//   reference it

// @table(sql: #"CREATE TABLE log (at TEXT, "message text" TEXT, level INT DEFAULT 1)"#)
struct Log: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("rowid")
  var at: Date?
  var messageText: String?  // @column("message text")
  var level: Int?  // @default(sql: "1")
}
