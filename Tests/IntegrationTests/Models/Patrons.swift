import Postil

/// A person who donates to the library.
// @table
// @renamed(from: "donor")
// @unique("lower(email)")
// @index(city, "lower(name)", where: "city <> ''")
struct Patron: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var email: String
  var city = ""  // @renamed(from: "town")
}
