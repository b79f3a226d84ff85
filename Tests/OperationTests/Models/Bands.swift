import Foundation
import Postil

// Models with relationships of every kind, references with each delete rule, and rows that are deleted softly.

/// A band.
// @table
// @hasMany(players: Player, inverse: band, ordered, max: 5)
// @hasOne(van: Van, inverse: band)
// @manyToMany(songs: Song, inverse: bands, ordered)
struct Band: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
  var fans = 0
}

/// A player, of a band or of none.
// @table
// @manyToMany(styles: Style, inverse: players)
struct Player: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  let version: Int  // @version

  // @references(onDelete: nullify)
  var bandID: Band.ID?
  // @references(inverse: pupils, onDelete: deny)
  var teacherID: Player.ID?
}

/// A song.
// @table
struct Song: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @unique
}

/// A style, whose key people give.
// @table
struct Style: Codable, Hashable, Identifiable, Sendable {
  let id: String
}

/// A van, of one band at most.
// @table
struct Van: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(onDelete: cascade) @unique
  var bandID: Band.ID?
}

/// A concert.
// @table
// @manyToMany(crew: Player, inverse: crewed)
struct Gig: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var fee: Int
  var ticket: String?  // @unique
  let version: Int  // @version
  let deletedAt: Date?  // @softDelete

  // @references(inverse: gigs, onDelete: cascade)
  var bandID: Band.ID
  // @references(inverse: hosted, onDelete: noAction)
  var hostID: Player.ID?
}
