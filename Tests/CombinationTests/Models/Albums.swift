import Foundation
import Postil

/// An album of tracks that can be had back when they were deleted; their keys are texts.
// @table
// @manyToMany(extras: Track, inverse: extraOf)
struct Album: Hashable, Identifiable, Sendable {
  let id: ID
}

// @table
struct Track: Hashable, Identifiable, Sendable {
  let id: String
  let deletedAt: Date?  // @softDelete
}

/// A house with its address, which is in the same street as another house, or has no address.
// @table
struct House: Decodable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var floors = 1
  var color: String? = "red"
  var address: Address?  // @embedded
  var builtAt: Date?

  // @references(inverse: neighbors)
  var neighborID: House.ID?

  struct Address: Decodable, Hashable, Sendable {
    var street: String
    var number: Int?
  }
}
