import Postil

/// One step of an entry.
// @table
public struct Step: Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String
  public var done = false

  // @references(onDelete: cascade)
  public var entryID: Entry.ID
}
