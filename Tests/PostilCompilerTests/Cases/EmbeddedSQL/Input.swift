// @table
struct Customer: Sendable {
  let id: ID
  var name: String
  var home: Address  // @embedded
  var work: Address?  // @embedded @check("length(city) > 0")
}

struct Address: Sendable {
  var city: String  // @check("length(home_city) > 0")
  var zipCode: String  // @check("length(zipCode) > 0")
  var code: String  // @check("code <> ''); DROP TABLE customer")
  var name: Int  // @collate(nocase)
}
