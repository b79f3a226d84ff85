// @table
struct Customer: Sendable {
  let id: ID
  var name: Name?  // @embedded
  var place: Place?  // @embedded
}

struct Name: Sendable {
  var first: String?
  var last: String?
}

struct Place: Sendable {
  var name: Name  // @embedded
  var point: Point?  // @embedded
}

struct Point: Sendable {
  var x: Int
}
