import PostilRows
import PostilSQLite

/// Reports what the studio and others change to every page.
actor LiveChanges {
  /// How often it looks for commits of others.
  static let interval = Duration.milliseconds(500)
  /// After how many times it also looks for other processes.
  private static let accessInterval = 4

  private let watcher: any ChangeWatcher
  private let broadcast: StudioBroadcast
  /// The names of the models' tables, for commits that may have changed any.
  private let tables: [String]
  /// How many changes of the studio are being made.
  private var ownChanges = 0
  /// Looks for commits of others now.
  private var polling: Task<Void, Never>?

  init(_ watcher: any ChangeWatcher, _ broadcast: StudioBroadcast, tables: [String]) {
    (self.watcher, self.broadcast, self.tables) = (watcher, broadcast, tables)
  }

  /// Looks for commits of others until the task is cancelled.
  /// - Parameter refreshAccess: called now and then, with the other sessions of a server.
  func run(refreshAccess: @Sendable ([String]) -> Void) async {
    var count = 0
    while !Task.isCancelled {
      await reportOthers()
      if count % Self.accessInterval == 0 { refreshAccess(await watcher.sessions()) }
      count += 1
      try? await Task.sleep(for: Self.interval)
    }
  }

  /// Runs `body`, which changes the database, and reports what it returns: the changed tables, and the changed keys as far as they are
  /// known. What delete rules and triggers change is noticed afterwards; a commit of somebody else at the same time can't be told from it.
  func recordingChanges<Result: Sendable>(
    _ body: @Sendable () async throws -> (result: Result, tables: Set<String>, keys: [String: [JSONTree]])
  ) async throws -> Result {
    ownChanges += 1
    defer { ownChanges -= 1 }
    // What was committed before isn't the studio's.
    await polling?.value
    if ownChanges == 1 { report(await watcher.changes()) }
    let outcome = try await body()
    var tables = outcome.tables
    if case .tables(let seen) = await watcher.changes() { tables.formUnion(seen) }
    send(tables, outcome.keys, by: "studio")
    return outcome.result
  }

  /// Reports the commits of others since the last time, unless the studio is changing something.
  private func reportOthers() async {
    guard ownChanges == 0 else { return }
    let task = Task { report(await watcher.changes()) }
    polling = task
    await task.value
    polling = nil
  }

  private func report(_ changes: WatchedChanges) {
    switch changes {
    case .nothing: break
    case .tables(let tables): send(tables, [:], by: "other")
    case .anything: send(Set(tables), [:], by: "other")
    }
  }

  private func send(_ tables: Set<String>, _ keys: [String: [JSONTree]], by author: String) {
    guard !tables.isEmpty else { return }
    var event: [JSONTree.Member] = [.init("changed", .strings(tables.sorted())), .init("by", .string(author))]
    if !keys.isEmpty {
      let sorted = keys.sorted { $0.key < $1.key }
      event.append(.init("keys", .object(sorted.map { .init($0.key, .array($0.value)) })))
    }
    broadcast.send(.object(event))
  }
}
