import Foundation
import Postil

/// Somebody who has lists.
// @table
// @sync
public struct User: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var name: String  // @unique
}
