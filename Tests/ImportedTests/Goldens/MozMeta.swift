import Postil

// Import notes for 'moz_meta':
// - 'value' is 'SQLValue', because 1 of its texts is not valid UTF-8, which a 'String' can't contain

// @table(sql: "CREATE TABLE moz_meta (key TEXT NOT NULL PRIMARY KEY, value NOT NULL) WITHOUT ROWID")
struct MozMeta: Codable, Hashable, Identifiable, Sendable {
  let key: String  // @primaryKey
  var value: SQLValue
}
