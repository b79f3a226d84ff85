import PostilQuery
import PostilRows
import PostilSQL

/// Inserts and moves members of an ordered relationship, with the statements and in the steps of the generated functions.
///
/// `_RelationshipOrder` of PostilQuery describes the method. Here, an index is found by counting members.
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
  /// - Throws: `OrderIndexOutOfRange`, `RecordNotFound`, and the errors of the engine.
  mutating func insert(_ member: [BoundValue], model: String, at index: Int) throws {
    while index >= 0, let neighbours = try neighbours(below: index, isInside: true) {
      guard let position = OrderedPositions.between(neighbours.lower, neighbours.upper) else {
        try makeRoom(around: neighbours.lower ?? neighbours.upper ?? 0)
        continue
      }
      if try execute(order.insert, member + [.integer(position)]) > 0 { return }
      break
    }
    guard try execute(order.insert, member + [.null]) > 0 else { throw RecordNotFound(model: model, key: member) }
    let last = try count() - 1
    guard index >= 0, index <= last else {
      throw OrderIndexOutOfRange(relationship: name, index: index, count: last + 1)
    }
    if index < last { try put(last, to: index) }
  }

  /// Moves a member to `index`.
  /// - Parameters:
  ///   - table: the table with the positions, in the column `position`.
  ///   - ownerColumns: its columns that reference the owner.
  ///   - memberColumns: its columns that contain the member's key.
  mutating func move(
    _ member: [BoundValue], table: String, position: String, owner ownerColumns: [String],
    member memberColumns: [String],
    to index: Int
  ) throws {
    let isOwners = zip(ownerColumns, 1...).map { "\(SQLText.identifier($0)) = ?\($1)" }.joined(separator: " AND ")
    let isMember = zip(memberColumns, (owner.count + 1)...).map { "\(SQLText.identifier($0)) = ?\($1)" }
      .joined(separator: " AND ")
    let row = try db.first(
      "SELECT \(SQLText.identifier(position)) FROM \(SQLText.identifier(table)) WHERE \(isOwners) AND \(isMember)",
      owner + member, columns: 1)
    guard case .integer(let place)? = row?[0] else { throw RecordNotFound(model: name, key: member) }
    var source = 0
    try forEachPosition(order.positions, from: OrderedPositions.all.lowerBound, limit: .max) { found in
      guard found < place else { return false }
      source += 1
      return true
    }
    let count = try count()
    guard index >= 0, index < count else { throw OrderIndexOutOfRange(relationship: name, index: index, count: count) }
    if source != index { try put(source, to: index) }
  }

  private mutating func put(_ source: Int, to destination: Int) throws {
    let above = destination > source ? destination + 1 : destination
    while true {
      guard let neighbours = try neighbours(below: above) else { throw damaged }
      guard let position = OrderedPositions.between(neighbours.lower, neighbours.upper) else {
        try makeRoom(around: neighbours.lower ?? neighbours.upper ?? 0)
        continue
      }
      _ = try execute(
        order.place, [.integer(OrderedPositions.all.lowerBound), .integer(Int64(source)), .integer(position)])
      return
    }
  }

  private mutating func execute(_ sql: String, _ values: [BoundValue]) throws -> Int {
    statements.append((sql, owner + values))
    return try db.execute(sql, owner + values)
  }

  private func count() throws -> Int {
    let rows = try db.query(
      order.counts, owner + [.integer(OrderedPositions.highestLevel), .integer(.min), .integer(.max)], columns: 2,
      limit: .max)
    return rows.reduce(0) { sum, row in
      if case .integer(let count)? = row[1] { sum + Int(clamping: count) } else { sum }
    }
  }

  /// The positions on both sides of the gap before the member at `index`, as in `_RelationshipOrder`.
  private func neighbours(below index: Int, isInside: Bool = false) throws -> (lower: Int64?, upper: Int64?)? {
    let start = OrderedPositions.all.lowerBound
    func two(_ sql: String, from first: Int64, offset: Int) throws -> [Int64] {
      var found: [Int64] = []
      try forEachPosition(sql, from: first, limit: index == 0 ? 1 : 2, offset: offset) {
        found.append($0)
        return true
      }
      return found
    }
    if index == 0, let taken = order.taken {
      if isInside, try two(order.positions, from: start, offset: 0).isEmpty { return nil }
      return try (nil, two(taken, from: start, offset: 0).first)
    }
    var neighbours = try two(order.positions, from: start, offset: max(index - 1, 0))
    guard let first = neighbours.first else { return nil }
    if let taken = order.taken {
      if isInside, neighbours.count < 2 { return nil }
      neighbours = try two(taken, from: first, offset: 0)
    }
    return index == 0 ? (nil, first) : (first, neighbours.count > 1 ? neighbours[1] : nil)
  }

  /// Spreads the members of the smallest aligned range around a position that is sparse enough.
  private mutating func makeRoom(around position: Int64) throws {
    for bits in 1...OrderedPositions.bits {
      let capacity = OrderedPositions.capacity(bits)
      let range = OrderedPositions.range(bits, around: position)
      var count: Int64 = 0
      try forEachPosition(order.taken ?? order.positions, from: range.lowerBound, limit: capacity) { found in
        guard found <= range.upperBound else { return false }
        count += 1
        return true
      }
      let gap = (Int64(1) << bits) / (count + 1)
      if count < capacity, gap >= 2 {
        _ = try execute(order.spread, [.integer(range.lowerBound), .integer(range.upperBound), .integer(gap)])
        return
      }
    }
    throw damaged
  }

  private func forEachPosition(
    _ sql: String, from first: Int64, limit: Int64, offset: Int = 0, _ body: (Int64) throws -> Bool
  ) throws {
    let values = owner + [.integer(first), .integer(limit), .integer(Int64(offset))]
    try db.forEachRow(sql, values, columns: 1, limit: 64) { row in
      guard case .integer(let position)? = row[0].value else { throw damaged }
      return try body(position)
    }
  }

  private var damaged: StudioError {
    StudioError(
      status: 500, "the counts of '\(name)' don't match its rows; rows were changed while its triggers were missing")
  }
}
