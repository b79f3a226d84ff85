import Foundation
import Postil

struct Address: Codable, Hashable, Sendable {
  var street: String  // @check("length(street) > 0")
  var city: String  // @collate(nocase)
  var addition: String?
  var location: Location?  // @embedded
}

struct Location: Codable, Hashable, Sendable {
  var latitude: Double
  var longitude: Double
}

/// A branch of the library.
// @table
// @index(address.city.descending, name)
struct Branch: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var address: Address  // @embedded
  var mail: Address?  // @embedded(prefix: "mail_to_")
}
