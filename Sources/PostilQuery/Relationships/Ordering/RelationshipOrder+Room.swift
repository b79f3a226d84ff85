// Makes room between two neighbors with consecutive positions.
extension _RelationshipOrder {
  /// Spreads the members of the smallest aligned range around a position that is sparse enough.
  @inlinable
  func makeRoom<DB: WriteTransaction>(around position: Int64, of owner: Owner.ID, in db: DB) throws {
    for bits in 1...OrderedPositions.bits {
      let capacity = OrderedPositions.capacity(bits)
      let range = OrderedPositions.range(bits, around: position)
      let count = try count(in: range, bits: bits, upTo: capacity, of: owner, in: db)
      // The first of the evenly spaced positions stays free, so that there is also room before the first member.
      let gap = (Int64(1) << bits) / (count + 1)
      if count < capacity, gap >= 2 {
        try db.execute(spread) { binder in
          owner._bind(to: &binder)
          binder.bind(range.lowerBound)
          binder.bind(range.upperBound)
          binder.bind(gap)
        }
        return
      }
    }
    throw damaged()
  }

  /// The number of members in a range of 2 to the power of `bits` positions. In a small range, counts up to `limit`.
  ///
  /// Deleted rows also take up positions, but the counts don't include them. So if there can be deleted rows, rows are
  /// counted: at most as many as are spread afterwards.
  @inlinable
  func count<DB: ReadTransaction>(
    in range: ClosedRange<Int64>, bits: Int64, upTo limit: Int64, of owner: Owner.ID, in db: DB
  ) throws -> Int64 {
    if taken == nil, let level = OrderedPositions.level(of: bits) {
      return try count(
        in: (range.lowerBound >> level)...(range.upperBound >> level), level: level, of: owner, in: db)
    }
    var count: Int64 = 0
    do {
      try forEachPosition(
        taken ?? positions, from: range.lowerBound, limit: limit, offset: 0, of: owner, in: db
      ) { position in
        guard position <= range.upperBound else { throw SearchEnded() }
        count += 1
      }
    } catch is SearchEnded {}
    return count
  }
}
