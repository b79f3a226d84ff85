// @table
struct Item: Sendable {
  let id: ID
  var p0: Plain  // @json
  var p1: [Plain]?  // @json
  var p2: [String: Widget<Plain>]  // @json
  var p3: Node  // @json
  var p4: (Int, Int)  // @json
  var p5: [Any]  // @json
  var p6: () -> Void  // @json
  var p7: Sting  // @json
  var p8: Character  // @json
  var p9: Address??  // @json
  var p10: Secret  // @json
  var p11: Shared  // @json
  var p12: Address
  var p13: Loadable<String>
  var p14: Loadable<Plain>
  var p15: Choice
  var p16: [Address]
  var p17: Int = 5  // @json(5)
  // @json
  var p18 = Address(street: "")
  var p19: String!  // @json
}

struct Plain: Sendable {}

struct Address: Codable, Sendable {
  var street: String
}

struct Widget<Value: Codable & Sendable>: Codable, Sendable {
  var value: Value
}

enum Loadable<Value: Codable & Sendable>: Codable, Sendable {
  case loading
  case loaded(Value)
}

enum Choice: Codable, Sendable {
  case none
  case one(Int)
}

final class Node: Codable, Sendable {}

private struct Secret: Codable {}

public struct Shared: Codable {}
