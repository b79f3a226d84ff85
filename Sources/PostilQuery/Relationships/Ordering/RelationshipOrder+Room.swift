// How room is made where two neighbours have consecutive positions.
extension _RelationshipOrder {
  /// Spreads the members of the smallest aligned range around a position that is thin enough.
  @inlinable
  func makeRoom<DB: WriteTransaction>(around position: Int64, of owner: Owner.ID, in db: DB) throws {
    for bits in 1...OrderedPositions.bits {
      let capacity = OrderedPositions.capacity(bits)
      let range = OrderedPositions.range(bits, around: position)
      let count = try count(in: range, bits: bits, upTo: capacity, of: owner, in: db)
      // The first of the even places stays free, so that there is room below the first member too.
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

  /// How many members a range of 2 to the power of `bits` positions has; a small one is counted no further than `limit`.
  ///
  /// Deleted rows take room too and are in no count, so that rows are counted where there may be some: no more of them than
  /// are spread afterwards.
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
