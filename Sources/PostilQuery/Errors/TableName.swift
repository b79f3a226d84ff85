/// The name of a table, with the model that it stores; two are equal when their names in the database are.
public struct TableName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `item`.
  public let name: String
  /// The name in Swift: `Item`. A table of no model, such as a join table, has its name in the database here too.
  public let model: String

  /// The table `name` of the model `model`.
  public init(_ name: String, model: String) {
    self.name = name
    self.model = model
  }

  /// The table with this name, to compare with one that an error carries.
  public init(stringLiteral name: String) { self.init(name, model: name) }

  /// Whether both have the same name in the database.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Hashes the name in the database.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name in Swift.
  public var description: String { model }
}
