import Postil

/// A monster always has a room, and a room with a monster in it cannot be torn down.
// @table
// @index(kind, strength.descending)
public struct Monster: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @collate(nocase)
  public var kind: Kind = .ghost
  public var strength: Int32 = 1  // @check("strength BETWEEN 1 AND 100", name: "monster_strength")
  /// What people tell of it.
  public var legend: Legend?  // @json

  // @references(onDelete: deny)
  public var roomID: Room.ID

  /// The weapon that it wields; no other monster wields the same.
  // @references(inverse: wielder, onDelete: nullify) @unique
  public var weaponID: Weapon.ID?

  /// The monster that it follows.
  // @references(inverse: followers)
  public var leaderID: Monster.ID?

  /// What kind of monster it is.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case ghost, vampire, werewolf
    case livingDead = "living dead"
  }

  /// A legend, with all that `Codable` has to offer in it.
  public struct Legend: Codable, Hashable, Sendable {
    public var title: String?
    public var fears: [String]
    /// Who saw it, by the year; `nil` where nobody gave a name.
    public var witnesses: [String: String?]

    public init(title: String? = nil, fears: [String] = [], witnesses: [String: String?] = [:]) {
      self.title = title
      self.fears = fears
      self.witnesses = witnesses
    }
  }
}
