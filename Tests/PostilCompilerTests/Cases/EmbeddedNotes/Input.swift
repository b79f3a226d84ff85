// @table
struct Customer: Sendable {
  let id: ID
  var a: Address  // @embedded @column("x")
  var b: Address  // @embedded @references
  var c: Address  // @embedded @collate(nocase)
  var d: Address  // @embedded @default(sql: "1")
  let e: Address  // @embedded(suffix: "x")
  var f: Address  // @embedded(prefix: x)
  var g: Address  // @embedded @transient
}

// @table
struct Point: Sendable {
  let key: Location  // @embedded @primaryKey
  var name: String
}

struct Location: Sendable {
  var x: Int
}

struct Address: Sendable {
  var city: String  // @unique
  var street: String  // @index
  var number: Int  // @default(sql: "1")
  let key: Int  // @primaryKey
  // @references(inverse: addresses)
  var otherID: Customer.ID
  // @hasMany(customers: Customer, inverse: address)
  let madeAt: Date  // @createdAt
  let changedAt: Date  // @updatedAt @store(as: unixSeconds)
  let goneAt: Date?  // @softDelete
  let version: Int  // @version
  let length: Int  // @generated("length(city)")
}
