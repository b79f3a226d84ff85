import Postil

// Import notes for 'mixed':
// - 'anything' is 'SQLValue', because its values have several storage classes (1 INTEGER, 1 TEXT, 1 BLOB)
// - 'name' is declared 'STRING', which has numeric affinity: SQLite stores a text of digits as a number, which
//   'String' can't read

// @table(sql: "CREATE TABLE mixed (id INTEGER PRIMARY KEY, anything, name STRING)")
struct Mixed: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var anything: SQLValue?
  var name: String?
}
