/// The integer primary key of a model's rows: `RowID<Item>` and `RowID<Tag>` are different types.
///
/// Generated as `Item.ID` if the model doesn't declare its own `ID`. It is compared, hashed, printed and encoded like
/// its integer.
@frozen
public struct RowID<Owner>: RawColumnValue, Comparable, Codable, CustomStringConvertible {
  /// The integer in the database.
  public var rawValue: Int64

  /// Creates the identifier with this integer. A row with this key doesn't need to exist.
  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates the identifier with this integer. A row with this key doesn't need to exist.
  @inlinable
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Decodes the identifier from a single integer.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the identifier as a single integer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// Whether the first integer is less than the second.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The integer.
  public var description: String { "\(rawValue)" }
}
