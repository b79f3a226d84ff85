import Postil

/// A note, which has nothing to do with items.
// @table
public struct Nöte: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String
}
