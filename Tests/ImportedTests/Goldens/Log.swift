import Foundation
import Postil

// To know of 'log':
// - the table has no primary key, so that 'id' is SQLite's rowid: 'VACUUM' may give the rows other numbers, and
//   nothing can refer to them

// @table(sql: #"CREATE TABLE log (at TEXT, "message text" TEXT, level INT DEFAULT 1)"#)
struct Log: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("rowid")
  var at: Date?
  var messageText: String?  // @column("message text")
  var level: Int?  // @default(sql: "1")
}
