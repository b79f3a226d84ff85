import Postil

/// A folder in a tree, its children in an order.
// @table
public struct Folder: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  // @references(inverse: children, ordered, onDelete: cascade)
  // @allow(cascadeCycle, reason: "nobody nests folders a thousand deep")
  public var parentID: Folder.ID?
}
