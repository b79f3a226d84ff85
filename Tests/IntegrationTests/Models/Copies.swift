import Foundation
import Postil

// @table
// @references(edition: Edition, from: isbn, printing, inverse: copies, onDelete: cascade)
struct Copy: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var isbn: String
  var printing: Int
  var room: String
}

// @table
// @references(edition: Edition, from: isbn, printing, inverse: plates, onDelete: cascade)
// @references(original: Plate, from: isbn, printing, originalNumber, inverse: replacements, onDelete: cascade)
struct Plate: Codable, Hashable, Sendable {
  let isbn: String  // @primaryKey
  let printing: Int  // @primaryKey
  let number: Int  // @primaryKey
  var originalNumber: Int?
}
