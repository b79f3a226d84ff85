import Postil

/// A folder of a tree of files. Only the root has no parent.
// @table
// @unique(parentID, name)
public struct Folder: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  /// How many folders are above it.
  public var depth: Int

  // @references(inverse: folders, onDelete: cascade)
  // @allow(cascadeCycle, reason: "paths have an end")
  public var parentID: Folder.ID?
}
