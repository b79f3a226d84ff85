// @table
// @renamed(from: "project")
struct Item: Sendable {
  let id: ID
  var title: String  // @renamed(from: "done")
  var done: Bool  // @renamed(from: "finished")
  var isOpen: Bool  // @renamed(from: "Finished")
  var count: Int  // @renamed(from: "")
  var number: Int  // @renamed("old")
  var place: Int  // @renamed
  var size: Int  // @renamed(from: "weight")
  var weight: Int
  var label: String  // @renamed(from: "Label")
}

// @table
// @renamed(from: "board")
struct Project: Sendable {
  let id: ID
  var cache = 0  // @transient @renamed(from: "store")
}

// @table
// @renamed(from: "board")
struct Desk: Sendable {
  let id: ID
}

// @table
// @renamed(from: "lamp")
struct Chair: Sendable {
  let id: ID
}

// @table
struct Lamp: Sendable {
  let id: ID
}
