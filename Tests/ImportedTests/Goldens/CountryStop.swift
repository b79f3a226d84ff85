import Postil

// @table(sql: "CREATE TABLE country_stop (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
struct CountryStop: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}
