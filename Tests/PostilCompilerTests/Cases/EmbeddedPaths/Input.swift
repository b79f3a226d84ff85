// @table
// @index(address.town)
// @index(address.city, address)
// @index(address.city.up)
// @index(name.city)
// @unique(address.city.descending)
// @index(adress.city)
// @unique(address.secret)
struct Customer: Sendable {
  let id: ID
  var name: String
  var address: Address  // @embedded
}

struct Address: Sendable {
  var city: String
  var secret = 1  // @transient
}
