import Postil
import Shipping

/// A way somewhere; where it begins and ends are structs of another target, whose models embed them too.
// @table
// @index(start.latitude, start.longitude)
public struct Outing: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  public var start: Location  // @embedded
  public var lunch: Shipping.Address?  // @embedded
}
