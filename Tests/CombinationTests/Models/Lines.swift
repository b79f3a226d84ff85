import Foundation
import Postil

// Owners with a key of two columns, members with keys of a UUID, of a blob and of three columns.

/// A tram line: its key has two columns.
// @table
// @hasMany(stops: Stop, inverse: line, ordered, min: 1, max: 4)
// @manyToMany(drivers: Driver, inverse: lines, ordered, min: 1, max: 3)
// @manyToMany(cities: City, through: Service, inverse: lines)
struct Line: Codable, Hashable, Sendable {
  let network: String  // @primaryKey @collate(nocase)
  let number: Int  // @primaryKey
  var name: String
}

/// A stop of a line, or of none, whose key is a line's and a blob.
// @table
struct Stop: Codable, Hashable, Identifiable, Sendable {
  let code: Data  // @primaryKey
  let side: Int  // @primaryKey
  var name: String
  let version: Int  // @version
  let deletedAt: Date?  // @softDelete

  // @references(onDelete: nullify)
  var lineID: Line.ID?
}

/// Somebody who drives, known by a UUID in 16 bytes.
// @table
struct Driver: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @store(as: blob)
  var name: String
  let version: Int  // @version

  struct ID: RawRepresentable, Codable, Hashable, Sendable {
    let rawValue: UUID
  }
}

/// A place, known by a UUID.
// @table
struct City: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
  let deletedAt: Date?  // @softDelete
}

/// That a line serves a city: the pair is the key.
// @table
struct Service: Codable, Hashable, Sendable {
  // @primaryKey @references(inverse: services, onDelete: cascade)
  let lineID: Line.ID
  // @primaryKey @references(inverse: services, onDelete: cascade)
  let cityID: City.ID
  var daily = 1
  let version: Int  // @version
  let startedAt: Date  // @createdAt
}
