import Postil

// @table(sql: "CREATE TABLE country (code CHAR(2) PRIMARY KEY NOT NULL, name TEXT NOT NULL)")
// @trigger("BEFORE DELETE", do: "SELECT RAISE(ABORT, 'countries stay')", name: "trg_country")
struct Country: Codable, Hashable, Identifiable, Sendable {
  let code: String  // @primaryKey
  var name: String
}
