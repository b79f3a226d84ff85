import Foundation
import Postil

/// A boat, which needs at least two oars and has room for four.
// @table
// @hasMany(oars: Oar, inverse: boat, min: 2)
struct Boat: Hashable, Sendable {
  let id: ID
  var name: String
}

// @table
struct Oar: Hashable, Sendable {
  let id: ID
  var length: Int
  // @references(ordered, max: 4, onDelete: cascade)
  var boatID: Boat.ID
}

/// A line of a log: many rows, with a column of each kind.
// @table
struct Entry: Hashable, Sendable {
  let id: ID
  var text: String  // @check("length(text) < 100")
  var code: Int  // @unique
  var level: Int16 = 0
  var ratio: Double = 0.5
  var half: Float = 0.25
  var isDone = false
  var at: Date
  var day: DateComponents?  // @store(as: day)
  var key: UUID
  var price: Decimal?
  var data: Data = Data()
  var moods: [Mood] = []  // @json
  var big: UInt64 = .max
  // @references(onDelete: cascade)
  var projectID: Project.ID?
}
