/// The name of a column, with the property that it stores; two are equal when their names in the database are.
public struct ColumnName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `due_at`.
  public let name: String
  /// The name in Swift: `dueAt`.
  public let property: String

  /// A column with its names in the database and in Swift.
  public init(_ name: String, property: String) {
    self.name = name
    self.property = property
  }

  /// A column whose names are the same.
  public init(stringLiteral name: String) { self.init(name, property: name) }

  /// Whether the names in the database are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  /// Hashes the name in the database.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  /// The name in Swift.
  public var description: String { property }
}
