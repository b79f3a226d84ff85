import Foundation
import Playlists
import Postil
import PostilTestSupport
import Testing

/// What an operation on an ordered relationship costs, counted in statements and rows: time would prove nothing.
@Suite("The cost of ordered relationships")
struct OrderedCostTests {
  /// 1,000 and 100,000 members; `POSTIL_ORDERED_MEMBERS=1000000` adds a size.
  static var sizes: [Int] {
    [1_000, 100_000]
      + (ProcessInfo.processInfo.environment["POSTIL_ORDERED_MEMBERS"].flatMap { Int($0) }.map { [$0] } ?? [])
  }

  private static func store(with members: Int) throws -> SQLiteStore {
    let store = try SQLiteStore.inMemory(schema: PlaylistsSchema.self)
    try store.write { db in
      let playlist = try Playlist.Draft(name: "a").insert(in: db)
      try Track.insert((0..<members).lazy.map { _ in Track.Draft(title: "t", playlistID: playlist.id) }, in: db)
      try Track.insert((0..<2_000).lazy.map { _ in Track.Draft(title: "t") }, in: db)
    }
    return store
  }

  /// The most and the mean of what some operations cost.
  private struct Cost {
    var statements = 0
    var rowsRead = 0
    var rowsChanged = 0
    var operations = 0

    mutating func add(
      _ db: SQLiteWriteTransaction, _ body: (CountingTransaction<SQLiteWriteTransaction>) throws -> Void
    ) throws {
      let before = try Self.changes(db)
      let counting = CountingTransaction(db)
      try body(counting)
      rowsChanged += try Self.changes(db) - before
      statements += counting.statements
      rowsRead += counting.rows
      operations += 1
    }

    private static func changes(_ db: SQLiteWriteTransaction) throws -> Int {
      try db.fetchFirst(_RenderedStatement(sql: "SELECT total_changes()")) { try Int($0.readInt64()) } ?? 0
    }

    /// Fails where an operation costs more than a few statements, or rows that grow faster than the logarithm.
    func check(_ place: String, members: Int) {
      let logarithm = log2(Double(members))
      #expect(statements <= 20 * operations, "\(place): \(Double(statements) / Double(operations)) statements")
      #expect(
        Double(rowsRead) <= 60 * logarithm * Double(operations),
        "\(place): \(Double(rowsRead) / Double(operations)) rows read")
      #expect(
        Double(rowsChanged) <= 8 * logarithm * Double(operations),
        "\(place): \(Double(rowsChanged) / Double(operations)) rows changed")
    }
  }

  @Test("The changed rows grow with the logarithm of the size, at random positions and at one", arguments: sizes)
  func logarithmic(members: Int) throws {
    let store = try Self.store(with: members)
    let id = Playlist.ID(1)
    var generator = SeededGenerator(seed: 7)
    try store.write { db in
      var moves = Cost(), inserts = Cost(), atOneSpot = Cost()
      for _ in 0..<500 {
        let (from, to) = (
          Int.random(in: 0..<members, using: &generator), Int.random(in: 0..<members, using: &generator)
        )
        try moves.add(db) { try Playlist.moveInTracks(from: from, to: to, of: id, in: $0) }
      }
      moves.check("moves", members: members)
      for track in 1...1_000 {
        let place = Int.random(in: 0..<members, using: &generator)
        try inserts.add(db) {
          try Playlist.insertIntoTracks(Track.ID(Int64(members + track)), at: place, of: id, in: $0)
        }
      }
      inserts.check("inserts", members: members)
      for track in 1_001...2_000 {
        try atOneSpot.add(db) {
          try Playlist.insertIntoTracks(Track.ID(Int64(members + track)), at: members / 2, of: id, in: $0)
        }
      }
      atOneSpot.check("inserts at one spot", members: members)
      var beside = Cost()
      for track in 1...1_000 as ClosedRange<Int64> {
        try beside.add(db) {
          try Playlist.moveInTracks(Track.ID(Int64(members) + track), before: Track.ID(5), of: id, in: $0)
        }
      }
      beside.check("moves beside one member", members: members)
    }
  }

  @Test("An append is one statement, and unordered relationships have no extra cost")
  func appends() throws {
    let store = try Self.store(with: 1_000)
    try store.write { db in
      var cost = Cost()
      try cost.add(db) { try Playlist.addToTracks(Track.ID(1_001), of: Playlist.ID(1), in: $0) }
      #expect(cost.statements == 1)
      #expect(cost.rowsChanged == 1)
    }
  }
}

/// A transaction that counts the statements it runs and the rows it reads.
private final class CountingTransaction<Base: WriteTransaction>: WriteTransaction {
  typealias Row = Base.Row
  typealias Binder = Base.Binder
  static var dialect: Dialect { Base.dialect }

  let base: Base
  var statements = 0
  var rows = 0

  init(_ base: Base) { self.base = base }

  func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, read: (inout Row) throws -> Result
  ) throws -> Result? {
    statements += 1
    return try base.fetchFirst(statement, bind: bind) { row in
      rows += 1
      return try read(&row)
    }
  }

  func forEachRow(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, _ body: (inout Row) throws -> Void
  ) throws {
    statements += 1
    try base.forEachRow(statement, bind: bind) { row in
      rows += 1
      try body(&row)
    }
  }

  func fetchFirst<Result>(_ statement: _RenderedStatement, read: (inout Row) throws -> Result) throws -> Result? {
    statements += 1
    return try base.fetchFirst(statement, read: read)
  }

  func forEachRow(_ statement: _RenderedStatement, _ body: (inout Row) throws -> Void) throws {
    statements += 1
    try base.forEachRow(statement, body)
  }

  func explain(_ statement: _RenderedStatement) throws -> QueryPlan { try base.explain(statement) }

  func execute(_ statement: FixedStatement, bind: (inout Binder) throws -> Void) throws -> Int {
    statements += 1
    return try base.execute(statement, bind: bind)
  }

  func execute(_ statement: _RenderedStatement) throws -> Int {
    statements += 1
    return try base.execute(statement)
  }

  func insert(_ statement: FixedStatement, bind: (inout Binder) throws -> Void) throws -> Int64 {
    statements += 1
    return try base.insert(statement, bind: bind)
  }

  func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout Binder) throws -> Void
  ) throws -> Int {
    statements += 1
    return try base.execute(statement, forEach: elements, bind: bind)
  }

  func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout Binder) throws -> Void
  ) throws -> Int {
    statements += 1
    return try base.execute(statement, forEach: elements, bind: bind)
  }

  func savepoint<Result>(_ body: () throws -> Result) throws -> Result { try base.savepoint(body) }

  func setContext(_ name: String, to value: String?) throws { try base.setContext(name, to: value) }
}
