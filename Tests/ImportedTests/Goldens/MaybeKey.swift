import Foundation
import Postil

// Import notes for 'maybe_key':
// - the table has a primary key that a model can't use, so 'id' is SQLite's rowid: 'VACUUM' can change its values,
//   and foreign keys can't reference it

// @table(sql: "CREATE TABLE maybe_key (k TEXT PRIMARY KEY, v BLOB)")
struct MaybeKey: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("rowid")
  var k: String?
  var v: Data?
}
