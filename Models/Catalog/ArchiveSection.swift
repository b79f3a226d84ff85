import Postil

/// A part of the archive: `games`, `contrib/utils`.
// @table
public struct ArchiveSection: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
