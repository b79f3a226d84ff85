import Foundation
import Postil

/// What the archive keeps of a book.
// @table
// @unique(title, author)
// @unique(mark, where: "removed_at IS NULL")
struct Record: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  let title: String
  let author: String
  var publishedIn: Int16?
  var copies = 1
  var mark: String?
  let initial: String  // @generated("substr(title, 1, 1)")
  let version: Int  // @version
  let updatedAt: Date  // @updatedAt
  let removedAt: Date?  // @softDelete
}

/// What it costs to come in.
// @table
struct Tariff: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
  var cents: Int
}

/// Who may come in, and for how much.
// @table
struct Fare: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var cents = 0
  var reducedCents: Int?
  let version: Int  // @version
  let updatedAt: Date  // @updatedAt

  // @references(inverse: fares, onDelete: cascade)
  var tariffID: Tariff.ID
  // @references(inverse: reducedFares)
  var reducedID: Tariff.ID?
}
