import Foundation
import Postil

// @table
struct Edition: Codable, Hashable, Sendable {
  let isbn: String  // @primaryKey
  let printing: Int  // @primaryKey
  var publisher: String

  // @manyToMany(dealers: Dealer, inverse: editions)
}

// @table
struct Review: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String

  // @references(inverse: reviews, onDelete: cascade)
  var editionID: Edition.ID

  // @references
  var betterID: Edition.ID?
}

// @table
struct Chapter: Codable, Hashable, Sendable {
  // @primaryKey @references(inverse: chapters, onDelete: cascade)
  let editionID: Edition.ID
  let number: Int  // @primaryKey
  var title: String
}

// @table
struct Dealer: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}
