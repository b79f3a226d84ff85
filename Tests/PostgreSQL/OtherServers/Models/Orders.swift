import Foundation
import Postil

/// A product of a shop.
// @table
struct Product: Codable, Hashable, Sendable {
  // @primaryKey
  let code: String
  var name: String  // @check("name < 'zzz' AND name <> 'COLLATE \"C\"'")
  var price: Decimal
  var retiredAt: Date?
}

enum Priority: Int, Codable, Sendable {
  case low, high
}

// @table
// @index(dueAt, priority.descending)
// @index(note.descending)
// @query(urgent(from day: Date): "WHERE priority = 1 AND due_at > :day ORDER BY due_at")
struct Order: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  // @references(inverse: orders, onDelete: cascade)
  var productID: Product.ID
  var count: Int32
  var priority: Priority = .low
  var dueAt: Date?
  var note: String?
  var tags: [String]  // @json
  var isLarge: Bool  // @generated("count > 100", stored)
  // @manyToMany(parcels: Parcel, inverse: orders)
}

// @table
struct Parcel: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var weight: Double
  // @references(inverse: parts)
  var wholeID: Parcel.ID?
}
