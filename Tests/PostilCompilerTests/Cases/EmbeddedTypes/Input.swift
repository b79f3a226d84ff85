// @table
struct Customer: Sendable {
  let id: ID
  var text: String  // @embedded
  var unknown: Nothing  // @embedded
  var list: [Address]  // @embedded
  var twice: Address??  // @embedded
  var kind: Kind  // @embedded
  var object: Object  // @embedded
  var other: Other  // @embedded
  var hidden: Hidden  // @embedded
  var box: Box  // @embedded
  var careless: Careless  // @embedded
  var empty: Empty  // @embedded
  var untyped = Address(city: "")  // @embedded
  var plain: Address
  var good: Address  // @embedded
  lazy var late: Address = Address(city: "")  // @embedded
}

// @table
struct Other: Sendable {
  let id: ID
}

struct Address: Sendable {
  var city: String
  private var secret = 1
  let fixed = 2
  var nested: Nested  // @embedded

  struct Columns {}
}

struct Nested: Sendable {
  var back: Deeper  // @embedded
}

struct Deeper: Sendable {
  var front: Nested?  // @embedded
}

enum Kind: Sendable { case a }
final class Object: Sendable {}
private struct Hidden: Sendable { var a: Int }
struct Box<T>: Sendable { var a: Int }
struct Careless { var a: Int }
struct Empty: Sendable {
  var a = 1  // @transient
}
