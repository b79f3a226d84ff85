import Foundation
import Postil

enum Priority: Int, Sendable { case low, high }
enum Mood: String, Sendable { case glad, `default` }

struct Address: Codable, Hashable, Sendable {
  var city: String
  var zip: Int?
}

/// A thing with values of every kind, for predicates that the studio writes.
// @table
struct Thing: Sendable {
  let id: UUID
  var priority: Priority?
  var mood: Mood
  var price: Decimal
  var weight: Double?
  var big: UInt64
  var seconds: Date  // @store(as: unixSeconds)
  var day: DateComponents  // @store(as: day)
  var link: URL?
  var code: UUID?  // @store(as: blob)
  var flag: Bool?
  var data: Data?
  var duration: Duration
  var home: Address  // @embedded
  var mail: Address?  // @embedded
  var `in`: String
  // @references(inverse: things)
  var parcelID: Parcel.ID?
  // @references(inverse: thing) @unique
  var cardID: Card.ID?
  // @hasMany(parts: Part, inverse: thing)
}

// @table
struct Parcel: Sendable {
  let carrier: String  // @primaryKey
  let number: Int  // @primaryKey
  var note: String
}

// @table
struct Card: Sendable {
  let id: ID
  var name: String?
}

// @table
struct Part: Sendable {
  let id: ID
  // @references
  var thingID: Thing.ID
}
