import Foundation
import Postil

// A key of two columns, a relationship with a minimum, and one whose pairs are rows of a model.

/// A venue, with one room at least.
// @table
// @hasMany(rooms: Room, inverse: venue, min: 1)
// @manyToMany(bands: Band, through: Visit, inverse: venues)
struct Venue: Codable, Hashable, Sendable {
  let city: String  // @primaryKey
  let number: Int  // @primaryKey
  var name: String
}

/// A room of a venue, or of none.
// @table
struct Room: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var seats: Int

  // @references(onDelete: cascade)
  var venueID: Venue.ID?
}

/// That a band visits a venue: the pair is the key.
// @table
struct Visit: Codable, Hashable, Sendable {
  // @primaryKey @references(onDelete: cascade)
  let venueID: Venue.ID
  // @primaryKey @references(onDelete: cascade)
  let bandID: Band.ID
  var nights = 1
}
