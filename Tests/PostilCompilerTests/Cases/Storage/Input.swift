import Foundation

// @table
struct Item: Sendable {
  let id: ID
  var p0: Date  // @store(as: packed)
  var p1: Date  // @store(as: unixTime)
  var p2: UUID  // @store(as: integer)
  var p3: String  // @store(as: text)
  var p4: DateComponents
  var p5: DateComponents?  // @store(as: iso8601)
  var p6: [UInt64]
  var p7: [UInt64]  // @store(as: blob)
  var p8: [String]  // @store(as: packed)
  var p9: [Int?]  // @store(as: packed)
  var p10: [UInt8]  // @store(as: text)
  var p11: [UInt64]  // @json @store(as: packed)
  var p12: [UInt64]  // @store
  var p13: Kind  // @store(as: integer)
  var p14: Outside  // @store(as: day)
  var p15 = 5  // @store(as: text)
  // @references(inverse: children)
  var parentID: Item.ID?  // @store(as: text)
}

enum Kind: String, Sendable {
  case a, b
}
