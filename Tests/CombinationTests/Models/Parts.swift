import Foundation
import Postil

/// A part of a machine, by a key of two columns, and the part that it belongs to.
// @table
struct Part: Codable, Hashable, Sendable {
  let maker: String  // @primaryKey
  let number: Int  // @primaryKey
  var name: String
  let deletedAt: Date?  // @softDelete

  // @references(inverse: parts, ordered, max: 3, onDelete: nullify)
  var wholeID: Part.ID?

  // @manyToMany(spares: Part, inverse: spareOf)
  // @manyToMany(shops: Shop, through: Offer, inverse: parts)
  // @manyToMany(fits: Part, through: Fit, from: one, to: other, inverse: fitsIn)
}

// @table
struct Shop: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
}

/// That a shop sells a part: its reference to the part is two properties.
// @table
// @references(part: Part, from: maker, partNumber, inverse: offers, onDelete: cascade)
// @unique(shopID, maker, partNumber)
struct Offer: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: offers, onDelete: cascade)
  let shopID: Shop.ID
  let maker: String
  let partNumber: Int
  var price: Decimal?
}

/// That a part fits in another one of the same maker: the two references share a property.
// @table
// @references(one: Part, from: maker, number, onDelete: cascade)
// @references(other: Part, from: maker, otherNumber, onDelete: cascade)
struct Fit: Codable, Hashable, Sendable {
  let maker: String  // @primaryKey
  let number: Int  // @primaryKey
  let otherNumber: Int  // @primaryKey
}

/// What a part is made from and where its values stand already.
// @table
// @references(part: Part, from: maker, partNumber, inverse: wheels, ordered, min: 1, onDelete: cascade)
struct Wheel: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var maker: String
  var partNumber: Int
  var size: Double
}
