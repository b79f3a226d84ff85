/// The order of a to-many relationship's members: generated for `ordered`, and used by `insertIntoSteps` and
/// `moveInSteps`.
///
/// Each member has a position, an integer in a column without a Swift property. A new member gets the position after the last one, at a
/// distance of ``OrderedPositions/spacing``. A member that is put between two others gets the position in the middle. If there is none,
/// the smallest range of positions around it that is sparse enough is spread evenly, which costs O(log n) changed rows per insert,
/// amortized. Members with the same position are in the order of their keys.
///
/// Source: Bender, Cole, Demaine, Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List", section 2.
public struct _RelationshipOrder<Owner: Model, Target: Model>: Sendable {
  /// The name of the relationship in errors: `Item.steps`.
  public let relationship: String
  /// Binds the owner, a row and a position. Makes the row a member at the position, or the last one if it is `NULL`.
  public let insert: FixedStatement
  /// Binds the owner, a limit and an offset. Returns the positions of members in their order.
  public let positions: FixedStatement
  /// Binds the owner and a member. Returns its position, that of the row before it, and that of the row after it.
  public let around: FixedStatement
  /// Binds the owner, an index and a position. Sets the position of the member with this index.
  public let place: FixedStatement
  /// Binds the owner, the first and the last position and a limit. Returns the number of rows between them, at most the limit.
  public let occupied: FixedStatement
  /// Binds the owner, the first and the last position and a gap. Distributes the rows between these positions evenly.
  public let spread: FixedStatement

  /// Creates an order from its statements.
  public init(
    _ relationship: String, insert: FixedStatement, positions: FixedStatement, around: FixedStatement,
    place: FixedStatement, occupied: FixedStatement, spread: FixedStatement
  ) {
    self.relationship = relationship
    self.insert = insert
    self.positions = positions
    self.around = around
    self.place = place
    self.occupied = occupied
    self.spread = spread
  }
}

extension _RelationshipOrder {
  /// Inserts a row at `index`, or moves it there. The following members move up by one.
  ///
  /// A row that is already a member is removed first; afterwards, it is at `index`. Finding the index takes time in proportion to it.
  /// - Throws: ``OrderIndexOutOfRange``; ``RecordNotFound`` if the row doesn't exist, or one of the two is deleted by
  ///   `@softDelete`; ``ConstraintViolation``
  @inlinable
  public func insert<DB: WriteTransaction>(
    _ member: Target.ID, at index: Int, of owner: Owner.ID, in db: DB
  ) throws {
    try db.requireLive(Owner.self, [owner])
    try db.savepoint {
      while true {
        let own = try neighbours(of: member, of: owner, in: db)?.position
        let gap = try OrderedPositions.gap(at: index, besides: own) {
          try positions(from: $0, limit: $1, of: owner, in: db)
        }
        guard let gap else {
          try put(member, at: nil, of: owner, in: db)
          throw try outOfRange(index, of: owner, in: db)
        }
        if let position = OrderedPositions.between(gap.lower, gap.upper) {
          // Deleted rows may be behind the last member.
          return try put(member, at: gap.upper == nil ? nil : position, of: owner, in: db)
        }
        // There is room afterwards, so this is done only once.
        try makeRoom(around: gap.lower ?? gap.upper ?? 0, of: owner, in: db)
      }
    }
  }

  /// Inserts a row directly before or after another member, or moves it there.
  /// - Throws: ``RecordNotFound`` if the row doesn't exist, `other` isn't a member, or a row is deleted by `@softDelete`;
  ///   ``ConstraintViolation``
  @inlinable
  public func insert<DB: WriteTransaction>(
    _ member: Target.ID, _ side: _MemberSide, _ other: Target.ID, of owner: Owner.ID, in db: DB
  ) throws {
    try db.requireLive(Owner.self, [owner])
    try db.changing(Target.self, [member, other]) { db in
      try db.savepoint {
        while true {
          guard let found = try neighbours(of: other, of: owner, in: db) else { throw missing(other) }
          let bounds: (Int64?, Int64?) =
            side == .before ? (found.previous, found.position) : (found.position, found.next)
          if let position = OrderedPositions.between(bounds.0, bounds.1) {
            return try put(member, at: position, of: owner, in: db)
          }
          try makeRoom(around: found.position, of: owner, in: db)
        }
      }
    }
  }

  /// Moves a member directly before or after another one.
  /// - Throws: ``RecordNotFound`` if one of the two isn't a member.
  @inlinable
  public func move<DB: WriteTransaction>(
    _ member: Target.ID, _ side: _MemberSide, _ other: Target.ID, of owner: Owner.ID, in db: DB
  ) throws {
    guard try neighbours(of: member, of: owner, in: db._unscoped) != nil else { throw missing(member) }
    try insert(member, side, other, of: owner, in: db)
  }

  /// Moves a member from one index to another, like `remove` and `insert` of an array.
  /// - Throws: ``OrderIndexOutOfRange``
  @inlinable
  public func move<DB: WriteTransaction>(
    from source: Int, to destination: Int, of owner: Owner.ID, in db: DB
  ) throws {
    try db.requireLive(Owner.self, [owner])
    try db.savepoint {
      for index in [source, destination] {
        let isFound = try index >= 0 && !positions(from: index, limit: 1, of: owner, in: db).isEmpty
        guard isFound else { throw try outOfRange(index, of: owner, in: db) }
      }
      if source == destination { return }
      // The member is put before this index, among the members that include itself.
      let above = destination > source ? destination + 1 : destination
      while true {
        let gap = try OrderedPositions.gap(at: above, besides: nil) {
          try positions(from: $0, limit: $1, of: owner, in: db)
        }
        guard let (lower, upper) = gap else { throw damaged() }
        if let position = OrderedPositions.between(lower, upper) {
          try db.execute(place) { binder in
            owner._bind(to: &binder)
            binder.bind(Int64(source))
            binder.bind(position)
          }
          return
        }
        try makeRoom(around: lower ?? upper ?? 0, of: owner, in: db)
      }
    }
  }

  /// Makes a row a member at a position, or the last one.
  /// - Throws: ``RecordNotFound`` if it doesn't exist.
  @inlinable
  func put<DB: WriteTransaction>(_ member: Target.ID, at position: Int64?, of owner: Owner.ID, in db: DB) throws {
    let changed = try db.execute(insert) { binder in
      owner._bind(to: &binder)
      member._bind(to: &binder)
      if let position { binder.bind(position) } else { binder.bindNull() }
    }
    if changed == 0 { throw missing(member) }
  }

  @usableFromInline
  func missing(_ member: Target.ID) -> RecordNotFound {
    RecordNotFound(model: Target.table.model, key: member._boundValues)
  }

  /// - Returns: the error for an index, with the number of members.
  @inlinable
  func outOfRange<DB: ReadTransaction>(_ index: Int, of owner: Owner.ID, in db: DB) throws -> OrderIndexOutOfRange {
    let count = try positions(from: 0, limit: .max, of: owner, in: db).count
    return OrderIndexOutOfRange(relationship: relationship, index: index, count: count)
  }
}
