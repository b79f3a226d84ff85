import Foundation
import Postil

/// A weapon, which lies in a room or is wielded.
// @table
public struct Weapon: Codable, Hashable, Identifiable, Sendable {
  public let id: UUID
  public var name: String
  public var damage: Float
  /// What is engraved on it: any number of 64 bits.
  public var mark: UInt64?

  // @references(inverse: weapons)
  public var roomID: Room.ID?
}
