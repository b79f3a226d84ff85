import Postil

/// The house, of which there is one, and its floors in the order in which the lift stops at them.
// @table
// @singleton
// @hasMany(floors: Floor, inverse: house, ordered, min: 1, max: 100)
public struct House: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  public var street: String?
}
