// @table
struct Item: Sendable {
  let id: ID
  var p0: Int128
  var p1: UInt128
  var p2: Float16
  var p6: Character
  var p8: Any
  var p9: CGFloat
  var p10: [Int]
  var p11: [String: Int]
  var p12: Set<Int>
  var p13: Array<Double>
  var p14: (Int, Int)
  var p15: () -> Void
  var p16: any Error
  var p17: some Equatable
  var p18: String!
  var p19: Int??
  var p20: Optional<Int?>
  var p21: Int.Type
  var p22: Range<Int>
  var p23: Sting
  var p24: Address
  var p25: Node
  var p26: Widget<Int>
  var p27: Item
  var p28: [Item]
  var p29: Priority
  var p31: Secret
  var p32: Loop
}

struct Address: Sendable {
  var street: String
}

final class Node: Sendable {}

struct Widget<Value: Sendable>: Sendable {
  var value: Value
}

enum Priority: Sendable {
  case low
  case custom(Int)
}

private enum Secret: Int {
  case a
}

typealias Loop = Pool
typealias Pool = Loop
