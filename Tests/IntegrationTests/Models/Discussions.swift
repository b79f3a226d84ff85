import Foundation
import Postil

/// A question that readers discuss.
// @table
struct Debate: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  let deletedAt: Date?  // @softDelete
}

/// An answer, to a question or to another answer.
// @table
struct Reply: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
  let version: Int  // @version
  let deletedAt: Date?  // @softDelete(with: debate, parent)

  // @references(inverse: replies)
  let debateID: Debate.ID
  // @references(inverse: replies)
  var parentID: Reply.ID?
}
