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

  /// The positions before and after an index, without the member with the position `own`; `nil` if there are fewer members.
  /// - Parameter positions: reads the positions of members, from an index on, at most as many as the second number.
  @usableFromInline
  package static func gap(
    at index: Int, besides own: Int64?, in positions: (_ from: Int, _ limit: Int) throws -> [Int64]
  ) rethrows -> (lower: Int64?, upper: Int64?)? {
    guard index >= 0 else { return nil }
    let before = index == 0 ? 0 : 1
    var found = try positions(index - before, before + (own == nil ? 1 : 2))
    if let own {
      // Which of two members with the same position it is can't be told. There is no room between them, so they are spread.
      if let (shared, _) = zip(found, found.dropFirst()).first(where: ==) { return (shared, shared) }
      if let place = found.firstIndex(of: own) {
        found.remove(at: place)
      } else if let first = found.first, own < first {
        found.removeFirst()
      }
    }
    guard found.count >= before else { return nil }
    return (before == 0 ? nil : found[0], found.count > before ? found[before] : nil)
  }
}
