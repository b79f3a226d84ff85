import Postil

/// What a file is: `text`, `header`, `library`, `executable`. A file has several kinds.
// @table
public struct Kind: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
