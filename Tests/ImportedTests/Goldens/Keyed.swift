import Postil

// Import notes for 'keyed':
// - 'k' is 'SQLValue', because its values have several storage classes (1 INTEGER, 1 REAL, 1 TEXT, 1 BLOB)
// - 'body' is 'SQLValue', because 1 of its texts is not valid UTF-8, which a 'String' can't contain

// @table(sql: "CREATE TABLE keyed (k PRIMARY KEY NOT NULL, body TEXT) WITHOUT ROWID")
struct Keyed: Codable, Hashable, Identifiable, Sendable {
  let k: SQLValue  // @primaryKey
  var body: SQLValue?
}
