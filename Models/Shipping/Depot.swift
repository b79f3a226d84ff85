import Postil

/// Where parcels are kept on their way.
// @table
// @index(address.city.descending, name)
// @changes
public struct Depot: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  public var address: Address  // @embedded
  /// Where letters go, if not to the depot itself.
  public var mail: Address?  // @embedded(prefix: "mail_to_")
  /// Where the depot was built, which does not move.
  public let site: Location  // @embedded(prefix: "") @unique
  /// The way in.
  public var gate: Location = Location(latitude: 0, longitude: 0)  // @embedded
}
