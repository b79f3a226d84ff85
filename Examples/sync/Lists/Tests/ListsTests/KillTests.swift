import Foundation
import Postil
import Synchronization
import Testing
import Todo

// In the suite of the other tests, because they use the same database of PostgreSQL.
extension ListsTests {
  /// The server and two devices are killed at random moments while both devices write.
  @Test("What a device has committed is on all sides in the end, exactly once", arguments: Engine.available)
  func kills(engine: Engine) async throws {
    let kills = ProcessInfo.processInfo.environment["POSTIL_KILLS"].flatMap(Int.init) ?? 10
    try await Place.with(engine) { place in
      try await place.run("bob show")
      try await place.run("anna new Groceries")
      try await place.run("anna add Groceries Counter")
      try await place.run("anna share Groceries bob")
      try await place.run("bob show")
      let writers = [try Writer("anna", place), try Writer("bob", place)]
      defer { for writer in writers { writer.kill() } }

      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in writers { group.addTask { try await writer.write() } }
        // In random order. PostgreSQL is killed a tenth as often.
        let database = engine == .postgresql && Engine.restart != nil ? (kills + 9) / 10 : 0
        let victims = (0..<3 * kills).map { $0 % 3 } + Array(repeating: 3, count: database)
        for victim in victims.shuffled() {
          try await Task.sleep(for: .milliseconds(Int.random(in: 10...200)))
          switch victim {
          case 0, 1: try await writers[victim].restart()
          case 2:
            place.server.kill()
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...100)))
            try place.startServer()
          default: try await Engine.restartPostgreSQL(in: place.folder)
          }
        }
        for writer in writers { writer.stop() }
        try await group.waitForAll()
      }

      try await wait(for: "equal databases") {
        let rows = try await place.rows()
        let (anna, bob) = (try await place.rows(of: "anna"), try await place.rows(of: "bob"))
        return anna == rows && bob == rows
      }
      let items = try await place.rows().items[0]
      var committed = 1
      for writer in writers { committed += writer.check(items) }
      let amounts = Dictionary(items.map { ($0.text, $0.amount) }, uniquingKeysWith: { first, _ in first })
      #expect(amounts["Counter"] == committed)
      #expect(amounts.count == items.count, "some things are there twice")
      for name in ["anna", "bob"] { #expect(try await !place.run("\(name) show").contains("refused")) }
      let text = writers.map { "\($0.added.count) additions of \($0.name)" }.joined(separator: ", ")
      print("kills over \(engine): \(kills) of each process, \(text), \(committed) counted")
      #expect(committed > 2 * kills)
    }
  }
}

/// A client that changes the list through its input, and is killed meanwhile.
private final class Writer: Sendable {
  let name: String
  private let place: Place
  private let state: Mutex<State>

  private struct State {
    var program: Program
    var isStopped = false
    var lastNumber = 0
    /// Things whose addition was reported as committed, and those where the client was killed before it reported anything.
    var added: Set<String> = []
    var perhapsAdded: Set<String> = []
    var done: Set<String> = []
    var removed: Set<String> = []
    var perhapsRemoved: Set<String> = []
  }

  init(_ name: String, _ place: Place) throws {
    (self.name, self.place) = (name, place)
    state = Mutex(State(program: try place.lists(name)))
  }

  var added: Set<String> { state.withLock { $0.added } }

  func kill() { state.withLock { $0.program }.kill() }

  func restart() async throws {
    kill()
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...50)))
    let program = try place.lists(name)
    state.withLock { $0.program = program }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  /// Makes random changes until it is stopped.
  func write() async throws {
    while !state.withLock(\.isStopped) { try await change() }
  }

  /// Changes a thing that is certainly there, or adds a new one.
  private func change() async throws {
    let old = state.withLock { $0.added.subtracting($0.perhapsRemoved).randomElement() }
    switch (Int.random(in: 0..<10), old) {
    case (0, let thing?): _ = try await isCommitted("top Groceries \(thing)")
    case (1...2, let thing?):
      if try await isCommitted("done Groceries \(thing)") { state.withLock { _ = $0.done.insert(thing) } }
    case (3...5, let thing?):
      state.withLock { _ = $0.perhapsRemoved.insert(thing) }
      if try await isCommitted("remove Groceries \(thing)") { state.withLock { _ = $0.removed.insert(thing) } }
    default:
      let thing = state.withLock { state in
        state.lastNumber += 1
        return "\(name)-\(state.lastNumber)"
      }
      // One transaction: the sum counts the things that were added.
      let isAdded = try await isCommitted("add Groceries Counter, \(thing)")
      state.withLock { _ = isAdded ? $0.added.insert(thing) : $0.perhapsAdded.insert(thing) }
    }
  }

  /// Types a command, and waits until the client says that it is committed, or is killed.
  private func isCommitted(_ line: String) async throws -> Bool {
    let program = state.withLock { $0.program }
    try? program.type(line)
    var isRunning = true
    var text = ""
    try await wait(for: "an answer to '\(line)'") {
      isRunning = program.isRunning
      text = try program.printed()
      return !isRunning || text.contains("done: \(line)\n") || text.contains("failed: ")
    }
    if text.contains("failed: ") { throw TestFailure(description: text) }
    let isCommitted = text.contains("done: \(line)\n")
    // Until it is started again.
    if !isCommitted { try await Task.sleep(for: .milliseconds(20)) }
    return isCommitted
  }

  /// Compares what was reported with what there is in the end.
  /// - Returns: how many additions were committed.
  func check(_ items: [Item]) -> Int {
    let state = state.withLock { $0 }
    let things = Dictionary(items.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
    for thing in state.added.subtracting(state.perhapsRemoved) {
      #expect(things[thing] != nil, "\(thing) is lost")
      if state.done.contains(thing) { #expect(things[thing]?.isDone == true, "'done' of \(thing) is lost") }
    }
    for thing in state.removed { #expect(things[thing] == nil, "the removal of \(thing) is lost") }
    return state.added.count + state.perhapsAdded.filter { things[$0] != nil }.count
  }
}
