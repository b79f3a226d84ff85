import Postil

/// A day, as somebody remembers it.
// @table
public struct Entry: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String
}
