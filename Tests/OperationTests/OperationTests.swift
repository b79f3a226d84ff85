import Foundation
import Postil
import Testing

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// Random operations on rows and relationships of every kind, each also made on a plain model, with which the whole database is compared.
/// ``OperationEngine`` contains what is SQLite's, so that another engine can use the other files.
///
/// `POSTIL_OPERATION_STEPS` says how many steps, 2,000 without it; `POSTIL_SEED` from which seed.
@Suite("Random operations", .enabled(if: OperationEngine.isAvailable), .timeLimit(.minutes(600)))
struct OperationTests {
  private static let steps =
    ProcessInfo.processInfo.environment["POSTIL_OPERATION_STEPS"].flatMap { Int($0) } ?? 2_000
  /// A new database after so many steps.
  private static let stepsASeed = 500

  @Test(
    "The database equals a plain model after each transaction, and so does what is observed",
    arguments: 0..<OperationEngine.parts)
  func agreement(part: Int) async throws {
    if part == 0 { print("Random operations: POSTIL_SEED=\(testSeed) POSTIL_OPERATION_STEPS=\(Self.steps)") }
    let seeds = (Self.steps + Self.stepsASeed - 1) / Self.stepsASeed
    for index in stride(from: part, to: seeds, by: OperationEngine.parts) {
      let seed = testSeed &+ UInt64(index)
      let engine = try await OperationEngine(seed: seed)
      var machine = try await Machine(engine.store, seed: seed)
      do {
        for _ in 0..<Self.stepsASeed { try await machine.step() }
      } catch {
        Issue.record("\(machine.log.report)\n\(error)")
        return
      }
      try await engine.finish()
      #expect(machine.accepted > Self.stepsASeed / 2 && machine.refused > Self.stepsASeed / 50)
    }
  }

  @Test("A broken rule of the model is noticed", arguments: World.Rule.allCases)
  func mutation(rule: World.Rule) async throws {
    await #expect(throws: Machine.Difference.self) {
      try await World.$broken.withValue(rule) {
        let engine = try await OperationEngine(seed: testSeed)
        var machine = try await Machine(engine.store, seed: testSeed)
        for _ in 0..<2_000 { try await machine.step() }
      }
    }
  }
}

/// A store, the model of what it contains, and what observes it.
private struct Machine {
  let store: OperationEngine.Store
  var generator: OperationGenerator
  var worlds: ObservedValues<World>.Iterator
  var liveGigs: ObservedValues<[Gig]>.Iterator
  var gigKeys: AsyncThrowingStream<KeyChanges<Gig.ID>, any Error>.Iterator
  var songKeys: AsyncThrowingStream<KeyChanges<Song.ID>, any Error>.Iterator
  var styleKeys: AsyncThrowingStream<KeyChanges<String>, any Error>.Iterator
  var visitKeys: AsyncThrowingStream<KeyChanges<Visit.ID>, any Error>.Iterator
  /// The numbers of operations that succeeded, and of those that were refused as expected.
  var (accepted, refused) = (0, 0)
  let log: OperationLog

  init(_ store: OperationEngine.Store, seed: UInt64) async throws {
    (self.store, log) = (store, OperationLog(seed: seed))
    generator = OperationGenerator(seed: seed)
    worlds = store.observe { db in try World(reading: db) }.makeAsyncIterator()
    liveGigs = store.observe(Gig.order { $0.id }).makeAsyncIterator()
    gigKeys = try await store.changes(of: Gig.self).makeAsyncIterator()
    songKeys = try await store.changes(of: Song.self).makeAsyncIterator()
    styleKeys = try await store.changes(of: Style.self).makeAsyncIterator()
    visitKeys = try await store.changes(of: Visit.self).makeAsyncIterator()
    #expect(try await worlds.next() == World())
    #expect(try await liveGigs.next() == [])
  }

  /// Runs a transaction, and compares everything.
  /// - Throws: ``Difference``
  mutating func step() async throws {
    let before = generator.world
    // A statement may wait for ever, or what is expected may never be observed. Closing the store ends both.
    let watchdog = Task { [store, log] in
      try await Task.sleep(for: .seconds(60))
      Issue.record("a step takes longer than a minute\n\(log.report)")
      try await store.close()
    }
    defer { watchdog.cancel() }
    try transact()
    try await check(since: before)
  }

  /// A transaction of one operation, or of several, each in a savepoint. Some throw at the end, and change nothing.
  private mutating func transact() throws {
    generator.world.touched = World.TouchedKeys()
    let before = generator.world
    let (count, isStopped) = (generator.chance(25) ? 1 + generator.roll(5) : 1, generator.chance(8))
    log.append("-- \(count > 1 ? "several" : "one")\(isStopped ? ", undone" : "")")
    let start = generator
    do {
      try store.write { db in
        // A server can make a store run the block again.
        generator = start
        for _ in 0..<count {
          if try !run(generator.next(), inSavepoint: count > 1, db), count == 1 { throw Failure.stopped }
        }
        if isStopped { throw Failure.stopped }
      }
      if generator.world.isBelowMinimum { throw Difference(found: "success", expected: "\(Failure.arity)") }
    } catch Failure.stopped {
      generator.world = before
    } catch let error as ConstraintViolation {
      guard Failure(error) == .arity, generator.world.isBelowMinimum else {
        throw Difference(found: "\(error)", expected: "success")
      }
      log.append("-- refused by the commit")
      refused += 1
      generator.world = before
    }
    guard generator.chance(30), let key = generator.world.players.keys.sorted().randomElement(using: &generator.random),
      let copy = try store.read({ db in try Player.fetch(Player.ID(key), in: db) })
    else { return }
    generator.copies = generator.copies.suffix(9) + [copy]
  }

  /// Runs an operation on both. Returns whether it succeeded.
  private mutating func run(
    _ operation: Operation, inSavepoint: Bool, _ db: OperationEngine.Transaction
  ) throws -> Bool {
    log.append(operation.name)
    var keys: [Int64] = []
    var found: Failure?
    do {
      keys = try inSavepoint ? db.savepoint { try operation.database(db) } : operation.database(db)
    } catch {
      guard let failure = Failure(error) else { throw error }
      found = failure
    }
    var world = generator.world
    var expected: Failure?
    do { try operation.model(&world, keys) } catch let failure as Failure { expected = failure }
    guard found == expected else {
      throw Difference(found: found.map { "\($0)" } ?? "success", expected: expected.map { "\($0)" } ?? "success")
    }
    guard expected == nil else {
      refused += 1
      return false
    }
    accepted += 1
    generator.world = world
    return true
  }

  private mutating func check(since before: World) async throws {
    let world = generator.world
    try expect(stored(), world)
    if world != before { try expect(try await worlds.next(), world) }
    let gigs = world.liveGigs
    if gigs != before.liveGigs {
      let found = try await liveGigs.next() ?? []
      try expect(found.map(\.id.rawValue), gigs.keys.sorted())
      try expect(found.map(\.version), gigs.keys.sorted().map { gigs[$0]?.version ?? 0 })
    }
    let touched = world.touched
    let gigKeys = KeyChanges(before.gigRows, world.gigRows) { Gig.ID($0) }
    if gigKeys != KeyChanges() { try expect(try await self.gigKeys.next(), gigKeys) }
    let songKeys = KeyChanges(before.songs, world.songs, touched: touched.songs) { Song.ID($0) }
    if songKeys != KeyChanges() { try expect(try await self.songKeys.next(), songKeys) }
    let styleKeys = KeyChanges(before.styles.rows, world.styles.rows, touched: touched.styles) { $0 }
    if styleKeys != KeyChanges() { try expect(try await self.styleKeys.next(), styleKeys) }
    let visitKeys = KeyChanges(before.visits, world.visits, touched: touched.visits) { $0 }
    if visitKeys != KeyChanges() { try expect(try await self.visitKeys.next(), visitKeys) }
  }

  private func stored() throws -> World { try store.read { db in try World(reading: db) } }

  private func expect<Value: Equatable>(_ found: Value?, _ expected: Value) throws {
    guard found == expected else { throw Difference(found: "\(found as Any)", expected: "\(expected)") }
  }

  struct Difference: Error, CustomStringConvertible {
    let found: String
    let expected: String

    var description: String { "found:    \(found)\nexpected: \(expected)" }
  }
}

extension World {
  /// The rows of the table, which doesn't contain the crews.
  fileprivate var gigRows: [Int64: GigRow] {
    gigs.mapValues { row in
      var row = row
      row.crew = []
      return row
    }
  }

  fileprivate var liveGigs: [Int64: GigRow] { gigRows.filter { !$0.value.isDeleted } }
}

extension KeyChanges {
  /// The changes from the rows before a transaction to those after it.
  /// - Parameter touched: the keys of rows that it changed, though they may be as before.
  fileprivate init<Number: Hashable, Row: Equatable>(
    _ old: [Number: Row], _ new: [Number: Row], touched: Set<Number> = [], _ key: (Number) -> Key
  ) {
    self.init(
      inserted: ChangedKeys(new.keys.filter { old[$0] == nil }.map(key)),
      updated: ChangedKeys(new.keys.filter { old[$0] != nil && (old[$0] != new[$0] || touched.contains($0)) }.map(key)),
      deleted: ChangedKeys(old.keys.filter { new[$0] == nil }.map(key)))
  }
}

extension Set {
  /// The elements as keys of rows without other columns.
  fileprivate var rows: [Element: Bool] { Dictionary(uniqueKeysWithValues: map { ($0, true) }) }
}
