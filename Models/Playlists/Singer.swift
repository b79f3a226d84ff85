import Postil

/// Somebody who sings, with albums, the favourite first.
// @table
// @hasMany(albums: Album, inverse: singer, min: 1)
public struct Singer: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
}

/// What a singer has recorded.
// @table
public struct Album: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  // @references(ordered, max: 3, onDelete: cascade)
  public var singerID: Singer.ID
}
