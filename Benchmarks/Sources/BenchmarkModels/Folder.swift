import Postil

/// What entries are in.
// @table
public struct Folder: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
