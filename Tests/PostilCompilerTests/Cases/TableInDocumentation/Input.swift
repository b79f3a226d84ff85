/// @table
struct Item: Sendable {
  let id: ID
}

/* @table */
struct Tag: Sendable {
  let id: ID
}
