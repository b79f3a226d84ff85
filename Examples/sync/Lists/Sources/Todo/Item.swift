import Foundation
import Postil

/// A thing on a list.
// @table
// @sync
public struct Item: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var listID: TodoList.ID  // @references(onDelete: cascade)
  public var text: String
  /// How many of it. What several people add, is added up.
  public var amount = 1  // @merge(sum)
  public var isDone = false
}
