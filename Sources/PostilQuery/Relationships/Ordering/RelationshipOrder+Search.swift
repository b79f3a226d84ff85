// Finds a member by its index.
extension _RelationshipOrder {
  /// The number of members.
  @inlinable
  func count<DB: ReadTransaction>(of owner: Owner.ID, in db: DB) throws -> Int {
    try Int(clamping: count(in: .min ... .max, level: OrderedPositions.highestLevel, of: owner, in: db))
  }

  /// The number of members in the nodes of a level.
  @inlinable
  func count<DB: ReadTransaction>(
    in nodes: ClosedRange<Int64>, level: Int64, of owner: Owner.ID, in db: DB
  ) throws -> Int64 {
    var sum: Int64 = 0
    try forEachNode(in: nodes, level: level, of: owner, in: db) { _, count in sum += count }
    return sum
  }

  /// Where the member at an index is: `offset` members after the position `start`; `nil` if there are fewer members.
  @inlinable
  func find<DB: ReadTransaction>(
    _ index: Int, of owner: Owner.ID, in db: DB
  ) throws -> (start: Int64, offset: Int64)? {
    var rest = Int64(index)
    var nodes = Int64.min...Int64.max
    for level in OrderedPositions.levels {
      var found: Int64?
      do {
        try forEachNode(in: nodes, level: level, of: owner, in: db) { node, count in
          guard rest >= count else {
            found = node
            throw SearchEnded()
          }
          rest -= count
        }
      } catch is SearchEnded {}
      guard let found else {
        if level == OrderedPositions.highestLevel { return nil }
        throw damaged()
      }
      if level == OrderedPositions.lowestLevel { return (found << level, rest) }
      nodes = OrderedPositions.children(of: found)
    }
    throw damaged()
  }

  /// The positions on both sides of the gap before the member at `index`. The upper one can belong to a deleted row,
  /// because its position is taken. `nil` if the index is greater than the number of members, or if there are none.
  /// - Parameter isInside: whether it is also `nil` behind the last member, if there can be deleted rows behind it.
  @inlinable
  func neighbours<DB: ReadTransaction>(
    below index: Int, isInside: Bool = false, of owner: Owner.ID, in db: DB
  ) throws -> (lower: Int64?, upper: Int64?)? {
    func two(_ statement: FixedStatement, from start: Int64, offset: Int64) throws -> [Int64] {
      var found: [Int64] = []
      try forEachPosition(statement, from: start, limit: index == 0 ? 1 : 2, offset: offset, of: owner, in: db) {
        found.append($0)
      }
      return found
    }
    if index == 0, let taken {
      if isInside, try find(0, of: owner, in: db) == nil { return nil }
      return try (nil, two(taken, from: .min, offset: 0).first)
    }
    guard let found = try find(max(index - 1, 0), of: owner, in: db) else { return nil }
    var neighbours = try two(positions, from: found.start, offset: found.offset)
    guard let first = neighbours.first else { throw damaged() }
    if let taken {
      if isInside, neighbours.count < 2 { return nil }
      neighbours = try two(taken, from: first, offset: 0)
    }
    return index == 0 ? (nil, first) : (first, neighbours.count > 1 ? neighbours[1] : nil)
  }

  @inlinable
  func forEachNode<DB: ReadTransaction>(
    in nodes: ClosedRange<Int64>, level: Int64, of owner: Owner.ID, in db: DB,
    _ body: (_ node: Int64, _ count: Int64) throws -> Void
  ) throws {
    try db.forEachRow(counts) { binder in
      owner._bind(to: &binder)
      binder.bind(level)
      binder.bind(nodes.lowerBound)
      binder.bind(nodes.upperBound)
    } _: { row in
      let (node, count) = try (row.readInt64(), row.readInt64())
      guard 0...OrderedPositions.maximumCount ~= count else { throw damaged() }
      try body(node, count)
    }
  }

  @inlinable
  func forEachPosition<DB: ReadTransaction>(
    _ statement: FixedStatement, from start: Int64, limit: Int64, offset: Int64, of owner: Owner.ID, in db: DB,
    _ body: (Int64) throws -> Void
  ) throws {
    try db.forEachRow(statement) { binder in
      owner._bind(to: &binder)
      binder.bind(start)
      binder.bind(limit)
      binder.bind(offset)
    } _: { row in
      let position = try row.readInt64()
      guard OrderedPositions.all ~= position else { throw damaged() }
      try body(position)
    }
  }

  /// The counts and the rows don't match, as after a statement that ran without the triggers.
  @usableFromInline
  func damaged() -> DatabaseError {
    DatabaseError(
      code: 11, extendedCode: 11,
      message: "the counts of '\(relationship)' don't match its rows; "
        + "rows were changed while its triggers were disabled or missing")
  }
}

/// Stops reading rows when enough were read.
@usableFromInline
struct SearchEnded: Error {
  @usableFromInline
  init() {}
}
