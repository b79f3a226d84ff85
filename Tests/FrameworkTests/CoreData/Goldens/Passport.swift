import Postil

// @table
struct Passport: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var number: String
  // @references(inverse: passport, onDelete: cascade) @unique
  var projectID: Project.ID
}
