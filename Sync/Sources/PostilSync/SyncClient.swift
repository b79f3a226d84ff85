@_exported import PostilSyncModels
import Foundation

/// Sends messages to the server. Programs write it, for HTTP or anything else.
public protocol SyncTransport: Sendable {
  /// Sends a request and returns the answer.
  /// - Throws: any error if there is none. The request is repeated later.
  func send(_ request: SyncRequest) async throws -> SyncResponse
  /// An element whenever the server has something new. The default has no elements.
  func notifications() -> AsyncStream<Void>
}

extension SyncTransport {
  /// No notifications: changes of others arrive with the next ``SyncClient/once()``, or after ``SyncClient/Options/interval``.
  public func notifications() -> AsyncStream<Void> { AsyncStream { _ in } }
}

/// Keeps the database of a device equal to the part of the server's that its user may have.
///
/// ```swift
/// let sync = try SyncClient(store: store, schema: TodoSchema.self, transport: transport)
/// try await sync.run()
/// ```
///
/// From now on, the changes of all `write` blocks of the store are recorded, and those of other programs that write the file.
public final class SyncClient: Sendable {
  /// How a client works.
  public struct Options: Sendable {
    /// How many changes a message has, apart from those of one transaction, which are sent together.
    public var changeLimit = 1_000
    /// About how many bytes a message and an answer have. A transaction or a value that is larger is sent in parts.
    public var messageSize = 1_000_000
    /// How many rows an answer has.
    public var rowLimit = 5_000
    /// How long ``SyncClient/run()`` waits at most before it asks the server.
    public var interval: Duration = .seconds(300)
    /// How long it waits after the first error. It waits twice as long after each further one, up to `interval`.
    public var retryDelay: Duration = .seconds(1)

    /// Creates the default options.
    public init() {}
  }

  /// What a client is doing.
  public struct Status: Sendable, Equatable {
    /// Whether it exchanges messages with the server.
    public var isRunning = false
    /// The number of transactions that the server hasn't processed, as far as the device knows. ``SyncClient/run()`` counts them after each
    /// `write` block; otherwise they are counted when messages are exchanged.
    public var pendingTransactions = 0
    /// When the device last had all rows of the server.
    public var lastSync: Date?
    /// The number of rows that arrived since ``SyncClient/once()`` began.
    public var receivedRows = 0
    /// How much of the first load has arrived, from 0 to 1; `nil` if none is under way.
    public var progress: Double?
    /// The error of the last attempt; `nil` if it succeeded.
    public var error: (any Error)?

    /// Whether both are equal. Errors are equal if their descriptions are.
    public static func == (left: Status, right: Status) -> Bool {
      left.isRunning == right.isRunning && left.pendingTransactions == right.pendingTransactions
        && left.lastSync == right.lastSync && left.receivedRows == right.receivedRows
        && left.progress == right.progress
        && left.error.map { "\($0)" } == right.error.map { "\($0)" }
    }
  }

  /// A transaction that the server refused.
  public struct Rejection: Sendable {
    /// The number of the transaction.
    public let number: Int64
    /// Why it was refused.
    public let reason: String
    /// Its changes, in order.
    public let changes: [RejectedChange]
  }

  let store: SQLiteStore
  let journal: SyncJournal
  let transport: any SyncTransport
  let options: Options
  private let turns = Turns()
  private let current = StatusBox()

  /// Prepares the database of the store: creates tables and triggers whose names begin with `postil_sync_`.
  /// - Parameters:
  ///   - store: the device's database. All clients of a file must have the same schema.
  ///   - schema: the schema of the models; those with `@sync` are synced.
  ///   - transport: how the server is reached.
  /// - Throws: ``PostilQuery/DatabaseError`` if the tables can't be created.
  public init(
    store: SQLiteStore, schema: any SyncedSchema.Type, transport: any SyncTransport, options: Options = Options()
  ) throws {
    (self.store, self.transport, self.options) = (store, transport, options)
    let journal = SyncJournal(schema)
    let pending = try store.write { db in
      try journal.install(in: db)
      return try journal.pending(in: db)
    }
    self.journal = journal
    current.pending = pending
  }

  /// What the client is doing now.
  public var status: Status { current.value }

  /// What the client is doing, now and after each change.
  public func statuses() -> AsyncStream<Status> { current.values() }

  /// The transactions that the server refused and that weren't dismissed, in order.
  public func rejections() async throws -> [Rejection] {
    try await store.read { db in
      try RawSQL("SELECT tx, reason, changes FROM postil_sync_rejection ORDER BY tx")
        .as(Int64.self, String.self, [UInt8].self).fetchAll(in: db).map { row in
          Rejection(
            number: row.0, reason: row.1,
            changes: try JSONDecoder().decode([RejectedChange].self, from: Data(row.2)))
        }
    }
  }

  /// Forgets a refused transaction.
  public func dismiss(_ rejection: Rejection) async throws {
    let number = rejection.number
    try await store.write { db in
      _ = try RawSQL("DELETE FROM postil_sync_rejection WHERE tx = \(number)").execute(in: db)
    }
  }

  /// Sends the changes of the device, and receives those of others, until both have everything.
  /// - Throws: the errors of the transport and of the store. Nothing is lost: the next call goes on.
  public func once() async throws {
    await turns.begin()
    current.change { ($0.isRunning, $0.receivedRows) = (true, 0) }
    do {
      try await exchange()
      current.change { ($0.isRunning, $0.error) = (false, nil) }
      await turns.end()
    } catch {
      current.change { ($0.isRunning, $0.error) = (false, error) }
      await turns.end()
      throw error
    }
  }

  private func exchange() async throws {
    let (journal, options) = (self.journal, self.options)
    while true {
      try Task.checkCancellation()
      // A block of its own, so that changes that are made from now on aren't part of a transaction that is sent.
      let request = try await store.write { db in
        try journal.request(in: db, options)
      }
      try await countPending()
      if let transaction = request.transactions.first, transaction.size > options.messageSize {
        try await sendParts(of: transaction)
        continue
      }
      guard let answer = try await withLargeValues(transport.send(request)) else { continue }
      try await store(answer, to: request)
      let pending = try await countPending()
      let isComplete = answer.isComplete && answer.resetTime == nil
      let progress = try await progress(answer)
      current.change { status in
        status.progress = progress
        status.receivedRows += answer.tables.reduce(0) { $0 + $1.rows.count }
        if isComplete { status.lastSync = Date() }
        status.error = nil
      }
      if isComplete, let name = answer.unknownName { throw SyncError.unknownToServer(name) }
      if isComplete, pending == 0 { return }
    }
  }

  private func progress(_ answer: SyncResponse) async throws -> Double? {
    guard let count = answer.loadCount, count > 0, !answer.isComplete else { return nil }
    let received = try await store.read { db in
      try RawSQL("SELECT max(seq) FROM postil_sync_rows").as(Int?.self).fetchOne(in: db).flatMap(\.self) ?? 0
    }
    return min(Double(received) / Double(count), 1)
  }

  /// Counts the transactions that the server hasn't processed, for the status.
  @discardableResult
  private func countPending() async throws -> Int {
    let (journal, last) = (self.journal, current.pending)
    let pending = try await store.read { db in try journal.pending(since: last, in: db) }
    current.pending = pending
    return pending.count
  }

  func store(_ answer: SyncResponse, to request: SyncRequest) async throws {
    let journal = self.journal
    do {
      do {
        try await store.write { db in try journal.store(answer, to: request, in: db) }
      } catch is ConstraintViolation {
        // A constraint that is checked only at the end of the transaction: the device's own changes don't fit to the server's rows.
        try await store.write { db in try journal.store(answer, to: request, hidesAll: true, in: db) }
      }
    } catch let error where error is ConstraintViolation || (error as? SyncError)?.isAboutRows == true {
      // They may have come with an earlier part of the answer, which the server wouldn't send again.
      try await store.write { db in try journal.reload(in: db) }
      throw error
    }
  }

  /// Syncs until the task is cancelled: at once when the device has changes, when the server has something new, and after
  /// ``Options/interval``. Errors of the transport are in ``status``; it tries again later.
  /// - Throws: `CancellationError`
  public func run() async throws {
    let wakes = Wakes()
    // The number of the newest transaction. Places of the log are used again.
    let newest = RawSQL("SELECT tx FROM postil_sync_log ORDER BY seq DESC LIMIT 1").as(Int64.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        for try await _ in store.observe(newest) {
          if try await countPending() > 0 { wakes.wake() }
        }
      }
      group.addTask { [transport] in
        for await _ in transport.notifications() { wakes.wake() }
      }
      group.addTask { [self] in
        var delay = options.retryDelay
        while !Task.isCancelled {
          var wait = options.interval
          do {
            try await once()
            delay = options.retryDelay
          } catch is CancellationError {
            throw CancellationError()
          } catch {
            wait = delay
            delay = min(delay * 2, options.interval)
          }
          await wakes.wait(wait)
        }
        throw CancellationError()
      }
      defer { group.cancelAll() }
      while try await group.next() != nil {}
    }
  }
}

/// A change of a transaction that the server refused.
public struct RejectedChange: Codable, Sendable {
  /// What the device did with the row.
  public let kind: SyncChange.Kind
  /// The table.
  public let table: String
  /// The values before, by the names of the columns; empty for a new row.
  public let old: [String: SyncValue]
  /// The values after it; empty for a deleted row.
  public let new: [String: SyncValue]

  init(_ change: LoggedChange) {
    (kind, table, old, new) = (change.kind, change.table, change.named(change.old), change.named(change.new))
  }
}
