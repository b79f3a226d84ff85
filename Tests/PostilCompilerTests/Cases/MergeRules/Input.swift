import Foundation

// @table
struct Local: Identifiable, Sendable {
  let id: UUID
  var title: String  // @merge(last)
}

// @table
// @sync
struct Words: Identifiable, Sendable {
  let id: UUID
  var a: Int  // @merge(summ)
  var b: Int  // @merge(average)
  var c: Int  // @merge("sum")
  var d: Int  // @merge
  var e: Int  // @merge(sum, max)
  // @merge(sum)
}

// @table
// @sync
struct Counter: Identifiable, Sendable {
  let id: UUID  // @merge(last)
  // @references
  var wordsID: Words.ID?  // @merge(max)
  // @references
  var otherID: Words.ID?  // @merge(server)
  var code: String  // @merge(sum)
  var isDone: Bool  // @merge(max)
  var picture: Data  // @merge(min)
  var big: UInt64  // @merge(sum)
  var maybe: Int?  // @merge(sum)
  var day: Date  // @merge(sum)
  var kind: Kind  // @merge(sum)
  var tags: [String]  // @json @merge(max)
  var place: Place  // @embedded @merge(sum)
  var cover: Cover?  // @embedded @merge(max)
  var changes: Int  // @version @merge(sum)
  let twice: Int  // @generated("big * 2") @merge(max)
  var seen = false  // @transient @merge(last)
  var labels: [String]  // @json @merge(members)
  var byKind: [Kind: Int]  // @json @merge(members)
  var shape: Shape?  // @json @merge(members)
  var size: Numbers  // @json @merge(members)
  var length: Int  // @merge(members)
  // @references
  var thirdID: Words.ID?  // @merge(members)

  typealias Numbers = Set<Int>

  enum Kind: Int, Codable, Sendable {
    case first = 1
    case second
  }

  enum Shape: Codable, Sendable {
    case circle(radius: Int)
    case square(side: Int)
  }
}

struct Place: Sendable {
  var x: Int
  var name: String  // @merge(last)
}

struct Cover: Sendable {
  var width: Int
  var isHard: Bool
}

// @table
// @sync
struct Edition: Sendable {
  // @primaryKey @merge(last)
  let isbn: String
  // @primaryKey
  let printing: Int
}

/// Every rule where it can be.
// @table
// @sync
struct Good: Identifiable, Sendable {
  let id: UUID
  var a: Int  // @merge(sum)
  var b: Decimal  // @merge(sum)
  var c: Duration  // @merge(sum)
  var d: Double?  // @merge(max)
  var e: Date  // @merge(min)
  var f: String  // @merge(max)
  var g: Data  // @merge(server)
  // @references @merge(server)
  var editionID: Edition.ID?
  var place: Address?  // @json @merge(members)
  var counts: [String: Int]  // @json @merge(members)
  var names: Names  // @json @merge(members)
  var day: DateComponents  // @json @merge(members)
  var tags: [String]  // @json @merge(custom)

  typealias Names = [Int: String]

  struct Address: Codable, Sendable {
    var city: String
  }
}
