/// The integer primary key of a model's rows: `RowID<Item>` and `RowID<Tag>` are different types.
///
/// Generated as `Item.ID` where the model declares no `ID` of its own. It compares, hashes, prints and encodes as its
/// integer.
@frozen
public struct RowID<Owner>: RawColumnValue, Comparable, Codable, CustomStringConvertible {
  /// The integer in the database.
  public var rawValue: Int64

  /// The identifier with this integer; no row needs to have it.
  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The identifier with this integer; no row needs to have it.
  @inlinable
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Reads the identifier from a single integer.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes the identifier as a single integer.
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
