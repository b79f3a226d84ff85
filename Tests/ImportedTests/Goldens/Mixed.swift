import Postil

// To know of 'mixed':
// - 'anything' has no property: the column 'anything' holds values of several kinds (1 INTEGER, 1 TEXT, 1 BLOB),
//   which no one type of Swift reads
// - the column 'name' is declared 'STRING', which to SQLite is a number: a text of digits alone becomes one, and
//   cannot be read as 'String' then

// @table(sql: "CREATE TABLE mixed (id INTEGER PRIMARY KEY, anything, name STRING)")
struct Mixed: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String?
}
