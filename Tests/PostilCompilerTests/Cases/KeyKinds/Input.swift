// @table
struct Item: Sendable {
  let id: Int?
}

// @table
struct Tag: Sendable {
  let id: Double
}

// @table
struct Step: Sendable {
  var id: Int = 0  // @transient
}

// @table
struct Part: Sendable {
  let number: ID  // @primaryKey
}
