// @table
struct Item<Value: Sendable>: Sendable {
  let id: Int64
}

enum Box<Value> {
  // @table
  struct Tag: Sendable {
    let id: ID
  }
}
