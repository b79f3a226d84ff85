import Postil

/// A row with two columns of JSON.
// @table
public struct Document: Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String
  public var address: Address  // @json
  public var labels: [String]  // @json
}

/// Where a document was sent to.
public struct Address: Codable, Hashable, Sendable {
  public var street: String
  public var city: String
  public var number: Int

  /// An address; see the properties.
  public init(street: String, city: String, number: Int) {
    self.street = street
    self.city = city
    self.number = number
  }
}
