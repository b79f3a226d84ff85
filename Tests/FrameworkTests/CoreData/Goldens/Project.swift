import Foundation
import Postil

// @table
struct Project: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String  // @unique
}
