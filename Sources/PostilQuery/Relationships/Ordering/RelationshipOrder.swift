/// The order of a to-many relationship's members: generated for `ordered`, and used by `insertIntoSteps` and
/// `moveInSteps`.
///
/// Each member has a position, an integer in a column without a Swift property. Triggers assign a new member the
/// position after the last one, at a distance of ``OrderedPositions/spacing``, and maintain the number of members in
/// each aligned range of 2¹⁶, 2²⁴ and 2³² positions. So the order and the counts are right, whoever writes.
///
/// The member at an index is found by descending through the counts, reading at most 256 on each level. A member that
/// is inserted between two others gets the position in the middle. If there is no free position, the smallest range
/// around it that is sparse enough is spread evenly, which costs O(log n) changed rows per insert, amortized.
///
/// Source: Bender, Cole, Demaine, Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List", section 2.
public struct _RelationshipOrder<Owner: Model, Target: Model>: Sendable {
  /// The name of the relationship in errors: `Item.steps`.
  public let relationship: String
  /// Binds the owner, a row and a position. Makes the row a member at the position, or the last one if it is `NULL`. Does nothing if
  /// there is a position and the row is already a member.
  public let insert: FixedStatement
  /// Binds the owner, a level, the first and the last node. Returns each node with members, and their number.
  public let counts: FixedStatement
  /// Binds the owner, the first position, a limit and an offset. Returns positions.
  public let positions: FixedStatement
  /// Binds the owner, a first position, an offset and a position. Sets the position of the member found there.
  public let place: FixedStatement
  /// Binds the owner, the first and the last position and a gap. Distributes the members between these positions evenly.
  public let spread: FixedStatement
  /// Like ``positions``, but including deleted rows, which keep their places until they are restored; `nil` without
  /// soft deletion.
  public let taken: FixedStatement?

  /// Creates an order from its statements.
  public init(
    _ relationship: String, insert: FixedStatement, counts: FixedStatement, positions: FixedStatement,
    place: FixedStatement, spread: FixedStatement, taken: FixedStatement? = nil
  ) {
    self.relationship = relationship
    self.insert = insert
    self.counts = counts
    self.positions = positions
    self.place = place
    self.spread = spread
    self.taken = taken
  }
}

extension _RelationshipOrder {
  /// Inserts a row at `index`, or moves it there. The following members move up by one.
  ///
  /// A row that is already a member is removed first; afterwards, it is at `index`.
  /// - Throws: ``OrderIndexOutOfRange``; ``RecordNotFound`` if the row doesn't exist, or one of the two is deleted by
  ///   `@softDelete`; ``ConstraintViolation``
  @inlinable
  public func insert<DB: WriteTransaction>(
    _ member: Target.ID, at index: Int, of owner: Owner.ID, in db: DB
  ) throws {
    try db.requireLive(Owner.self, [owner])
    try db.savepoint {
      // A new member is placed at once, unless it is the last one and there may be deleted rows after it. A row that is already a
      // member becomes the last one first.
      while index >= 0, let neighbours = try neighbours(below: index, isInside: true, of: owner, in: db) {
        guard let position = OrderedPositions.between(neighbours.lower, neighbours.upper) else {
          // There is room afterwards, so this is done only once.
          try makeRoom(around: neighbours.lower ?? neighbours.upper ?? 0, of: owner, in: db)
          continue
        }
        if try insert(member, at: position, of: owner, in: db) { return }
        break
      }
      guard try insert(member, at: nil, of: owner, in: db) else {
        throw RecordNotFound(model: Target.table.model, key: member._boundValues)
      }
      let last = try count(of: owner, in: db) - 1
      guard index >= 0, index <= last else {
        throw OrderIndexOutOfRange(relationship: relationship, index: index, count: last + 1)
      }
      if index < last { try put(last, to: index, of: owner, in: db) }
    }
  }

  /// Makes a row a member at a position, or the last one. Returns `false` if no row was changed.
  @inlinable
  func insert<DB: WriteTransaction>(
    _ member: Target.ID, at position: Int64?, of owner: Owner.ID, in db: DB
  ) throws -> Bool {
    let changed = try db.execute(insert) { binder in
      owner._bind(to: &binder)
      member._bind(to: &binder)
      if let position { binder.bind(position) } else { binder.bindNull() }
    }
    return changed > 0
  }

  /// Moves a member from one index to another, like `remove` and `insert` of an array.
  /// - Throws: ``OrderIndexOutOfRange``
  @inlinable
  public func move<DB: WriteTransaction>(
    from source: Int, to destination: Int, of owner: Owner.ID, in db: DB
  ) throws {
    try db.requireLive(Owner.self, [owner])
    try db.savepoint {
      let count = try count(of: owner, in: db)
      for index in [source, destination] where index < 0 || index >= count {
        throw OrderIndexOutOfRange(relationship: relationship, index: index, count: count)
      }
      if source != destination { try put(source, to: destination, of: owner, in: db) }
    }
  }

  /// Sets the position of the member at an index to one between its new neighbors.
  @inlinable
  func put<DB: WriteTransaction>(
    _ source: Int, to destination: Int, of owner: Owner.ID, in db: DB
  ) throws {
    let above = destination > source ? destination + 1 : destination
    while true {
      guard let neighbours = try neighbours(below: above, of: owner, in: db),
        let found = try find(source, of: owner, in: db)
      else { throw damaged() }
      guard let position = OrderedPositions.between(neighbours.lower, neighbours.upper) else {
        // There is room afterwards, so this is done only once.
        try makeRoom(around: neighbours.lower ?? neighbours.upper ?? 0, of: owner, in: db)
        continue
      }
      try db.execute(place) { binder in
        owner._bind(to: &binder)
        binder.bind(found.start)
        binder.bind(found.offset)
        binder.bind(position)
      }
      return
    }
  }
}
