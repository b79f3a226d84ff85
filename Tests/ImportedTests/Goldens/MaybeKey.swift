import Foundation
import Postil

// To know of 'maybe_key':
// - the table has a primary key that no model can have, so that 'id' is SQLite's rowid: 'VACUUM' may give the rows
//   other numbers, and nothing can refer to them

// @table(sql: "CREATE TABLE maybe_key (k TEXT PRIMARY KEY, v BLOB)")
struct MaybeKey: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("rowid")
  var k: String?
  var v: Data?
}
