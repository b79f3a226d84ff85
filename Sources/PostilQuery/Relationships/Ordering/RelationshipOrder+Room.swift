// Reads positions, and makes room between two of them.
extension _RelationshipOrder {
  /// The positions of the members from an index on.
  @inlinable
  func positions<DB: ReadTransaction>(from index: Int, limit: Int, of owner: Owner.ID, in db: DB) throws -> [Int64] {
    var found: [Int64] = []
    try db.forEachRow(positions) { binder in
      owner._bind(to: &binder)
      binder.bind(Int64(limit))
      binder.bind(Int64(index))
    } _: { row in
      try found.append(position(row.readInt64()))
    }
    return found
  }

  /// The position of a member, and those of the rows before and after it; `nil` if the row isn't a member.
  @inlinable
  func neighbours<DB: ReadTransaction>(
    of member: Target.ID, of owner: Owner.ID, in db: DB
  ) throws -> (position: Int64, previous: Int64?, next: Int64?)? {
    try db.fetchFirst(around) { binder in
      owner._bind(to: &binder)
      member._bind(to: &binder)
    } read: { row in
      let own = try position(row.readInt64())
      let previous = try row.skipNull() ? nil : position(row.readInt64())
      return try (own, previous, row.skipNull() ? nil : position(row.readInt64()))
    }
  }

  /// Spreads the rows of the smallest aligned range around a position that is sparse enough.
  @inlinable
  func makeRoom<DB: WriteTransaction>(around position: Int64, of owner: Owner.ID, in db: DB) throws {
    for bits in 1...OrderedPositions.bits {
      let capacity = OrderedPositions.capacity(bits)
      let range = OrderedPositions.range(bits, around: position)
      let count =
        try db.fetchFirst(occupied) { binder in
          owner._bind(to: &binder)
          binder.bind(range.lowerBound)
          binder.bind(range.upperBound)
          binder.bind(capacity)
        } read: { row in
          try row.readInt64()
        } ?? 0
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

  /// - Throws: ``DatabaseError`` if the position isn't one that Postil's statements write.
  @usableFromInline
  func position(_ number: Int64) throws -> Int64 {
    guard OrderedPositions.all ~= number else { throw damaged() }
    return number
  }

  @usableFromInline
  func damaged() -> DatabaseError {
    DatabaseError(
      code: 11, extendedCode: 11,
      message: "a position of '\(relationship)' is outside of its range, which the schema's checks prevent")
  }
}
