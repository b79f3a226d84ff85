import Foundation
import Postil

/// A table with nothing but its key.
// @table
public struct Ticket: Hashable, Sendable {
  public let id: ID
}

/// A key that people give, whose type is the model's `ID`.
// @table
public struct Country: Codable, Hashable, Identifiable, Sendable {
  public let code: String  // @primaryKey
  public var name: String
  public let continent: String
}

/// A key that is bytes, which JSON cannot hold.
// @table
public struct Blob: Hashable, Sendable {
  public let id: Data
  public var size: Int

  // @references(inverse: blobs)
  public var countryID: Country.ID?

  // @manyToMany(parts: Blob, inverse: wholes)
}

/// A key that is an integer of the model's own type.
// @table
package struct Page: Hashable, Sendable {
  package struct ID: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
  }

  package let id: ID
  package var text: String
}

/// A key of two columns, and nothing that could change.
// @table
// @allow(reservedName, reason: "names that need quotes are what is tried here")
struct Pair: Codable, Hashable, Sendable {
  let left: Int  // @primaryKey
  let right: String  // @primaryKey
}

/// A plain integer key.
// @table
struct Counter: Hashable, Sendable {
  let id: Int
  var count = 0
}
