import Foundation
import PostilQuery
import PostilSQLite
import Testing

/// Blocks that wait for their turn: how long, and how many.
@Suite(.timeLimit(.minutes(20))) struct WaitingTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private static let busy = CallSite(fileID: "App/Busy.swift", line: 7)

  /// Runs `body` while other blocks have all connections: the one that writes, or those that read.
  private func whileBusy(_ store: SQLiteStore, readers: Int = 0, _ body: () async throws -> Void) async throws {
    let (hasBegun, release) = (Signal(), Signal())
    let tasks = (0..<max(readers, 1)).map { _ in
      Task {
        if readers == 0 {
          try await store.write(fileID: "App/Busy.swift", line: 7) { _ in
            hasBegun.signal()
            release.wait()
          }
        } else {
          try await store.read(fileID: "App/Busy.swift", line: 7) { _ in
            hasBegun.signal()
            release.wait()
          }
        }
      }
    }
    for _ in tasks { await hasBegun.arrival() }
    let outcome: (any Error)?
    do {
      try await body()
      outcome = nil
    } catch {
      outcome = error
    }
    for _ in tasks { release.signal() }
    for task in tasks { try await task.value }
    if let outcome { throw outcome }
  }

  @Test("Functions that wait on all of Swift's threads don't stop the tasks whose turn it is")
  func blockedThreads() async throws {
    let store = try file.open(SQLiteOptions(waitTimeout: .seconds(60)))
    @Sendable func insert(_ name: String) throws { try store.write { db in try db.insertProject(name) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<ProcessInfo.processInfo.activeProcessorCount * 4 {
        group.addTask {
          for round in 0..<20 {
            try await store.write { db in try db.insertProject("\(number).\(round)") }
            try insert("\(number).\(round), again")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func theErrorOfAWaitNamesTheBlockThatRuns() async throws {
    let store = try file.open(SQLiteOptions(waitTimeout: .milliseconds(50)))
    try await whileBusy(store) {
      let here: UInt = #line + 1
      let error = try #require(throws: StoreOverload.self) { try store.write { db in try db.insertProject("x") } }
      #expect(error.callSite == CallSite(fileID: #fileID, line: here))
      #expect(error.reason == .timeout(.milliseconds(50)))
      #expect(error.running.map(\.callSite) == [Self.busy])
      #expect(try #require(error.running.first).duration >= .milliseconds(30))
      let asyncError = await #expect(throws: StoreOverload.self) {
        try await store.write { db in try db.insertProject("x") }
      }
      #expect(asyncError?.running.map(\.callSite) == [Self.busy])
    }
    try await store.write { db in try db.insertProject("later") }
    #expect(try await store.read { db in try db.projectNames() } == ["later"])
  }

  @Test func readsWaitForReadersNoLongerThanTheirTimeout() async throws {
    let store = try file.open(SQLiteOptions(maximumConnections: 2))
    try await whileBusy(store, readers: 2) {
      let errors = [
        #expect(throws: StoreOverload.self) {
          try store.read(timeout: .milliseconds(20)) { db in try db.countProjects() }
        },
        await #expect(throws: StoreOverload.self) {
          try await store.read(timeout: .milliseconds(20)) { db in try db.countProjects() }
        },
      ]
      for error in errors {
        #expect(error?.reason == .timeout(.milliseconds(20)))
        #expect(error?.running.map(\.callSite) == [Self.busy, Self.busy])
      }
      // Writes don't wait for reads.
      try await store.write(timeout: .seconds(60)) { db in _ = try db.insertProject("Home") }
    }
    #expect(try await store.read { db in try db.countProjects() } == 1)
  }

  @Test func aLimitOfTheQueueRefusesWhoIsTooMuch() async throws {
    let store = try file.open(SQLiteOptions(maximumWaiting: 2))
    try await whileBusy(store) {
      let waiting = (0..<2).map { number in
        Task {
          while true {
            do { return try await store.write { db in _ = try db.insertProject("\(number)") } } catch is StoreOverload {
            }
          }
        }
      }
      // A waiting task can't be observed from outside: try until the queue is full.
      var error: StoreOverload?
      while error?.reason != .tooManyWaiting(2) {
        error = await #expect(throws: StoreOverload.self) {
          try await store.write(timeout: .milliseconds(5)) { db in try db.insertProject("x") }
        }
      }
      // Cancelled tasks leave the queue.
      for task in waiting { task.cancel() }
      for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
      error = #expect(throws: StoreOverload.self) {
        try store.write(timeout: .milliseconds(5)) { db in try db.insertProject("x") }
      }
      #expect(error?.reason == .timeout(.milliseconds(5)))
    }
    #expect(try await store.read { db in try db.countProjects() } == 0)
  }

  @Test func theMessagesAreComplete() {
    let (mine, other) = (CallSite(fileID: "App/Save.swift", line: 12), CallSite(fileID: "App/Sync.swift", line: 40))
    let block = StoreOverload.RunningBlock(callSite: other, duration: .milliseconds(72_500))
    let short = StoreOverload.RunningBlock(callSite: mine, duration: .milliseconds(7))
    #expect(
      StoreOverload(callSite: mine, reason: .timeout(.seconds(60)), running: [block]).description
        == "the block at App/Save.swift:12 waited 60 s for its turn and didn't run: "
        + "the block at App/Sync.swift:40 has been running for 72.5 s")
    #expect(
      StoreOverload(callSite: mine, reason: .tooManyWaiting(100), running: [block, short]).description
        == "the block at App/Save.swift:12 didn't run because 100 others are already waiting: "
        + "all 2 connections are in use; the block at App/Sync.swift:40 has been running for 72.5 s")
  }
}
