import Postil

// To know of 'mixed':
// - 'anything' is 'SQLValue', because its values are of several kinds (1 INTEGER, 1 TEXT, 1 BLOB)
// - 'name' is declared 'STRING', which is a number to SQLite: it stores a text of digits as a number, which 'String'
//   can't read

// @table(sql: "CREATE TABLE mixed (id INTEGER PRIMARY KEY, anything, name STRING)")
struct Mixed: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var anything: SQLValue?
  var name: String?
}
