/// The constants of ordered relationships. The statements that the compiler writes use the same ones.
///
/// Appended members are 2¹² apart. After inserts at one place, a range of 2 to the power of i positions contains at
/// most 1.6 to the power of i members.
@usableFromInline
package enum OrderedPositions {
  /// The distance from the last member to an appended one.
  @usableFromInline package static let spacing: Int64 = 4096
  /// Positions are `-2^61 ..< 2^61`.
  @usableFromInline package static let bits: Int64 = 61
  /// Every position; the schema's checks allow no other, but a program can turn them off.
  @usableFromInline package static let all = -(Int64(1) << bits)...(Int64(1) << bits - 1)

  /// The aligned range of 2 to the power of `bits` positions that contains a position.
  @usableFromInline
  package static func range(_ bits: Int64, around position: Int64) -> ClosedRange<Int64> {
    let mask = (Int64(1) << bits) - 1
    return (position & ~mask)...(position | mask)
  }

  /// The number of members that is too many for a range of 2 to the power of `bits` positions: 1.6 to that power, rounded up.
  @usableFromInline
  package static func capacity(_ bits: Int64) -> Int64 {
    var capacity = 1.0
    for _ in 0..<bits { capacity *= 1.6 }
    return Int64(capacity.rounded(.up))
  }

  /// A position between two positions, one of which may be missing; `nil` if there is none.
  @usableFromInline
  package static func between(_ lower: Int64?, _ upper: Int64?) -> Int64? {
    let bound = Int64(1) << bits
    let low = lower ?? max((upper ?? 0) - 2 * spacing, -bound - 1)
    let high = upper ?? min((lower ?? 0) + 2 * spacing, bound)
    return high - low >= 2 ? low + (high - low) / 2 : nil
  }
}
