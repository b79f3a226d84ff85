import Postil

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// An operation on the database and the same on the model. Each may be refused, for the same reason.
struct Operation {
  typealias Transaction = OperationEngine.Transaction

  let name: String
  /// Changes the database. Returns the keys of the rows that it inserted.
  let database: (Transaction) throws -> [Int64]
  /// Changes the model.
  /// - Parameter keys: the keys that the database gave to new rows.
  let model: (inout World, _ keys: [Int64]) throws -> Void

  /// An operation that inserts several rows.
  init(
    inserting name: String, _ database: @escaping (Transaction) throws -> [Int64],
    model: @escaping (inout World, [Int64]) throws -> Void
  ) {
    (self.name, self.database, self.model) = (name, database, model)
  }

  /// An operation that inserts one row, or none.
  init(
    _ name: String, _ database: @escaping (Transaction) throws -> Int64?,
    model: @escaping (inout World, Int64) throws -> Void
  ) {
    self.init(inserting: name) { db in
      try database(db).map { [$0] } ?? []
    } model: { world, keys in
      try model(&world, keys.first ?? -1)
    }
  }

  /// An operation that inserts no row.
  init(
    changing name: String, _ database: @escaping (Transaction) throws -> Void,
    model: @escaping (inout World) throws -> Void
  ) {
    self.init(inserting: name) { db in
      try database(db)
      return []
    } model: { world, _ in
      try model(&world)
    }
  }
}

/// Chooses operations on the rows of a model.
struct OperationGenerator {
  var random: SeededGenerator
  var world = World()
  var lastFee = 0
  /// Copies of rows that were read at some time.
  var copies: [Player] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

  /// A key of a row, and sometimes one that no row has.
  mutating func key(_ keys: some Collection<Int64>) -> Int64 {
    chance(3) ? 1_000_000 : keys.sorted().randomElement(using: &random) ?? 1_000_000
  }

  mutating func keys(_ keys: some Collection<Int64>, _ limit: Int = 4) -> [Int64] {
    Array(keys.sorted().shuffled(using: &random).prefix(roll(limit)))
  }

  mutating func band() -> Int64 { key(world.bands.keys) }
  mutating func player() -> Int64 { key(world.players.keys) }
  mutating func song() -> Int64 { key(world.songs.keys) }
  mutating func gig() -> Int64 { key(world.gigs.keys) }
  mutating func text() -> String { "\(roll(40))" }

  /// One of a few names, so that bands have many players.
  mutating func bandName() -> String { "\(roll(5))" }

  /// The same values, the first one sometimes twice.
  mutating func repeating<Value>(_ values: [Value]) -> [Value] { chance(15) ? values.prefix(1) + values : values }

  /// A band that exists, if there is any.
  mutating func someBand() -> Int64? { world.bands.keys.sorted().randomElement(using: &random) }

  mutating func next() -> Operation {
    let groups: [(inout OperationGenerator) -> Operation] = [
      { $0.insertion() }, { $0.insertion() }, { $0.upsert() }, { $0.update() }, { $0.deletion() },
      { $0.playersOperation() },
      { $0.playersOperation() }, { $0.songsOperation() }, { $0.stylesOperation() }, { $0.vanOperation() },
      { $0.gigOperation() }, { $0.pupilsOperation() }, { $0.hostedOperation() }, { $0.crewOperation() },
      { $0.referenceOperation() }, { $0.venueOperation() }, { $0.venueOperation() }, { $0.visitOperation() },
    ]
    return groups[roll(groups.count)](&self)
  }
}
