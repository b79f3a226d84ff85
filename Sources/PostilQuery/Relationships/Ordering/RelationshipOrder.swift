/// The order of a to-many relationship's members: generated for `ordered`, and what `insertIntoSteps` and `moveInSteps` run.
///
/// Each member has a position, an integer in a column that no Swift property shows. Triggers give a member that comes the position
/// after the last one, at a distance of ``OrderedPositions/spacing``, and maintain the count of members in each aligned range of
/// 2¹⁶, 2²⁴ and 2³² positions; so whoever writes, the order and the counts are right. The member at an index is found by descending
/// through the counts, 256 of which at most are read at a level, and a member that is put between two others gets the position in
/// their middle. Where there is none left, the smallest range around the place that is thin enough is spread evenly, which costs
/// O(log n) changed rows for each insert in the long run.
///
/// Source: Bender, Cole, Demaine, Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List", section 2.
public struct _RelationshipOrder<Owner: Model, Target: Model>: Sendable {
  /// The relationship as an error names it: `Item.steps`.
  public let relationship: String
  /// Binds the owner and a member: the member is the owner's last.
  public let append: FixedStatement
  /// Binds the owner, a level and the first and last node: each node with members, and how many.
  public let counts: FixedStatement
  /// Binds the owner, the first position, a limit and an offset: positions from there on.
  public let positions: FixedStatement
  /// Binds the owner, a first position, an offset and a position: the member that is found there gets that position.
  public let place: FixedStatement
  /// Binds the owner, the first and the last position and a gap: the members between these are distributed evenly from there on.
  public let spread: FixedStatement
  /// As ``positions``, with those of deleted rows too, which keep their places until they are restored; `nil` if rows are
  /// deleted for good.
  public let taken: FixedStatement?

  /// An order by these statements.
  public init(
    _ relationship: String, append: FixedStatement, counts: FixedStatement, positions: FixedStatement,
    place: FixedStatement, spread: FixedStatement, taken: FixedStatement? = nil
  ) {
    self.relationship = relationship
    self.append = append
    self.counts = counts
    self.positions = positions
    self.place = place
    self.spread = spread
    self.taken = taken
  }
}

extension _RelationshipOrder {
  /// Makes a row the member at `index`, wherever it was before; those from there on move up by one.
  ///
  /// A row that is already a member is removed first: afterwards it is at `index`.
  /// - Throws: ``OrderIndexOutOfRange``; ``RecordNotFound`` if there is no such row; ``ConstraintViolation``
  @inlinable
  public func insert<DB: WriteTransaction>(
    _ member: Target.ID, at index: Int, of owner: Owner.ID, in db: DB
  ) throws {
    try db.savepoint {
      let changed = try db.execute(append) { binder in
        owner._bind(to: &binder)
        member._bind(to: &binder)
      }
      guard changed > 0 else { throw RecordNotFound(model: Target.table.model, key: member._boundValues) }
      let last = try count(of: owner, in: db) - 1
      guard index >= 0, index <= last else {
        throw OrderIndexOutOfRange(relationship: relationship, index: index, count: last + 1)
      }
      if index < last { try put(last, to: index, of: owner, in: db) }
    }
  }

  /// Moves the member from one index to another, like `remove` and `insert` of an array.
  /// - Throws: ``OrderIndexOutOfRange``
  @inlinable
  public func move<DB: WriteTransaction>(
    from source: Int, to destination: Int, of owner: Owner.ID, in db: DB
  ) throws {
    try db.savepoint {
      let count = try count(of: owner, in: db)
      for index in [source, destination] where index < 0 || index >= count {
        throw OrderIndexOutOfRange(relationship: relationship, index: index, count: count)
      }
      if source != destination { try put(source, to: destination, of: owner, in: db) }
    }
  }

  /// Gives the member at an index a position between those of its neighbours to be.
  @inlinable
  func put<DB: WriteTransaction>(
    _ source: Int, to destination: Int, of owner: Owner.ID, in db: DB
  ) throws {
    let above = destination > source ? destination + 1 : destination
    while true {
      let neighbours = try neighbours(below: above, of: owner, in: db)
      guard let position = OrderedPositions.between(neighbours.lower, neighbours.upper) else {
        // There is room after this, so it is done once.
        try makeRoom(around: neighbours.lower ?? neighbours.upper ?? 0, of: owner, in: db)
        continue
      }
      let found = try find(source, of: owner, in: db)
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
