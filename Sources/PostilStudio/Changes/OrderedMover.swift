import PostilQuery
import PostilRows
import PostilSQL

/// Inserts and moves members of an ordered relationship, with the statements and in the steps of the generated functions.
///
/// `_RelationshipOrder` of PostilQuery describes the method.
struct OrderedMover {
  let db: any RowTransaction
  let order: RelationshipStatements.Order
  /// The relationship in errors: `Item.steps`.
  let name: String
  let owner: [BoundValue]
  /// The statements that were run.
  private(set) var statements: [(sql: String, values: [BoundValue])] = []

  init(db: any RowTransaction, order: RelationshipStatements.Order, name: String, owner: [BoundValue]) {
    (self.db, self.order, self.name, self.owner) = (db, order, name, owner)
  }

  /// Makes a row the member at `index`, wherever it was before.
  /// - Parameter model: the model of the row, in errors.
  /// - Throws: `OrderIndexOutOfRange`, `RecordNotFound`, and the errors of the engine.
  mutating func insert(_ member: [BoundValue], model: String, at index: Int) throws {
    while true {
      guard let gap = try OrderedPositions.gap(at: index, besides: position(of: member), in: positions) else {
        try put(member, model, at: nil)
        throw OrderIndexOutOfRange(
          relationship: name, index: index, count: try positions(from: 0, limit: .max).count)
      }
      if let position = OrderedPositions.between(gap.lower, gap.upper) {
        return try put(member, model, at: gap.upper == nil ? nil : position)
      }
      try makeRoom(around: gap.lower ?? gap.upper ?? 0)
    }
  }

  /// Moves a member to `index`.
  /// - Throws: `RecordNotFound` if the row isn't a member, `OrderIndexOutOfRange`, and the errors of the engine.
  mutating func move(_ member: [BoundValue], to index: Int) throws {
    guard try position(of: member) != nil else { throw RecordNotFound(model: name, key: member) }
    try insert(member, model: name, at: index)
  }

  private func position(of member: [BoundValue]) throws -> Int64? {
    guard let row = try db.first(order.around, owner + member, columns: 3) else { return nil }
    guard case .integer(let position)? = row[0] else { throw damaged }
    return position
  }

  private mutating func put(_ member: [BoundValue], _ model: String, at position: Int64?) throws {
    guard try execute(order.insert, member + [position.map(BoundValue.integer) ?? .null]) > 0 else {
      throw RecordNotFound(model: model, key: member)
    }
  }

  private mutating func execute(_ sql: String, _ values: [BoundValue]) throws -> Int {
    statements.append((sql, owner + values))
    return try db.execute(sql, owner + values)
  }

  private func positions(from index: Int, limit: Int) throws -> [Int64] {
    try db.query(
      order.positions, owner + [.integer(Int64(limit)), .integer(Int64(index))], columns: 1, limit: limit
    ).map { row in
      guard case .integer(let position)? = row[0] else { throw damaged }
      return position
    }
  }

  /// Spreads the rows of the smallest aligned range around a position that is sparse enough.
  private mutating func makeRoom(around position: Int64) throws {
    for bits in 1...OrderedPositions.bits {
      let capacity = OrderedPositions.capacity(bits)
      let range = OrderedPositions.range(bits, around: position)
      let bounds: [BoundValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
      let row = try db.first(order.occupied, owner + bounds + [.integer(capacity)], columns: 1)
      guard case .integer(let count)? = row?[0] else { throw damaged }
      let gap = (Int64(1) << bits) / (count + 1)
      if count < capacity, gap >= 2 {
        _ = try execute(order.spread, bounds + [.integer(gap)])
        return
      }
    }
    throw damaged
  }

  private var damaged: StudioError {
    StudioError(
      status: 500, "a position of '\(name)' is outside of its range, which the schema's checks prevent")
  }
}
