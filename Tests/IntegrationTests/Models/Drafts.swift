import Foundation
import Postil

/// What is sent for work done: its draft takes its lines, beside columns that the database fills.
// @table
// @hasMany(lines: BillLine, inverse: bill)
struct Bill: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var number: String  // @unique
  let version: Int  // @version
  let createdAt: Date  // @createdAt
  let cancelledAt: Date?  // @softDelete
}

// @table
// @hasOne(discount: Discount, inverse: line)
struct BillLine: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var pieces: Int
  var cents: Int
  let total: Int  // @generated("pieces * cents", stored)
  let version: Int  // @version
  let removedAt: Date?  // @softDelete

  // @references(onDelete: cascade)
  let billID: Bill.ID
}

// @table
struct Discount: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var percent: Int  // @check("percent BETWEEN 1 AND 99")
  let version: Int  // @version

  // @references(onDelete: cascade) @unique
  var lineID: BillLine.ID
}

/// Those who play together, in their order.
// @table
// @hasMany(players: Player, inverse: team, ordered, min: 2, max: 3)
struct Team: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

// @table
struct Player: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(onDelete: cascade)
  let teamID: Team.ID
}

/// A garden bed, known by two columns; what grows in it is planted with it.
// @table
// @hasMany(plants: Plant, inverse: bed)
// @hasOne(sign: Sign, inverse: bed)
// @manyToMany(gardeners: Gardener, through: Shift, inverse: beds)
struct Bed: Codable, Hashable, Identifiable, Sendable {
  let row: String  // @primaryKey
  let number: Int  // @primaryKey
  var soil = "loam"
}

// @table
struct Plant: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(onDelete: cascade)
  let bedID: Bed.ID
}

/// The bed is its whole key.
// @table
struct Sign: Codable, Hashable, Identifiable, Sendable {
  // @primaryKey @references(onDelete: cascade)
  let bedID: Bed.ID
  var text: String
}

// @table
struct Gardener: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

/// A pair of which one side is two columns, and whose version counts what became of it.
// @table
// @unique(bedID, gardenerID)
struct Shift: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(onDelete: cascade)
  let bedID: Bed.ID
  // @references(onDelete: cascade)
  let gardenerID: Gardener.ID
  var hours = 1
  let minutes: Int  // @generated("hours * 60")
  let version: Int  // @version
  let createdAt: Date  // @createdAt
}
