// @table
struct Customer: Sendable {
  let id: ID
  var addressCity: String
  var address: Address  // @embedded
  var home: Address  // @embedded(prefix: "")
  var work: Address  // @embedded(prefix: "")
  var order: Order  // @embedded(prefix: "")
  var mail: Address  // @embedded(prefix: "CITY")
}

struct Address: Sendable {
  var city: String
  var town: String  // @column("city")
}

struct Order: Sendable {
  var order: Int
  var columnSlice: Int
}
