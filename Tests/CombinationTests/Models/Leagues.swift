import Foundation
import Postil

/// The association: there is one.
// @table
// @singleton
// @hasMany(teams: Team, inverse: association, ordered, max: 6)
struct Association: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

/// A team, with the matches at home and those away, each in an order.
// @table
struct Team: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
  let slug: String  // @generated("lower(name)", stored) @unique
  let createdAt: Date  // @createdAt

  // @references(onDelete: cascade)
  let associationID: Association.ID
}

/// A match between two teams.
// @table
struct Match: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  let version: Int  // @version
  let updatedAt: Date  // @updatedAt

  // @references(inverse: homeMatches, ordered, onDelete: cascade)
  var homeID: Team.ID
  // @references(inverse: awayMatches, ordered, onDelete: nullify)
  var awayID: Team.ID?
  // @references(inverse: umpired, ordered, onDelete: cascade)
  let umpireID: Team.ID
}
