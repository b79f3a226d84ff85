import Postil

/// Where somebody lives or works; no table, but columns of the tables that embed it.
public struct Address: Codable, Hashable, Sendable {
  public var line: String?
  public var street: String  // @check("length(street) > 0", name: "street_given")
  public var city: String  // @collate(nocase)
  public var kind: Kind = .home
  public var location: Location?  // @embedded

  public init(
    line: String? = nil, street: String, city: String, kind: Kind = .home, location: Location? = nil
  ) {
    self.line = line
    self.street = street
    self.city = city
    self.kind = kind
    self.location = location
  }

  public enum Kind: String, Codable, Sendable {
    case home, work
  }
}

/// A point on the earth.
public struct Location: Codable, Hashable, Sendable {
  public var latitude: Double  // @check("latitude BETWEEN -90 AND 90")
  public var longitude: Double  // @check("longitude BETWEEN -180 AND 180")

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
