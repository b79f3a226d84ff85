import Dispatch
import PostilQuery

/// The rows of a query, fetched as a loop asks for them: see ``SQLiteStore/rows(of:fileID:line:)``.
public struct StreamedRows<Row: Sendable>: AsyncSequence, Sendable {
  /// Passes the rows to its argument, one at a time.
  package typealias Loop = ((consuming Row) throws -> Void) throws -> Void

  /// Those of the store, which end the stream when the store is closed.
  let observers: ObserverRegistry
  /// Whether the read waits for the loop.
  let isBounded: Bool
  let read: @Sendable (@escaping @Sendable (Loop) throws -> Void) async throws -> Void

  /// - Parameter read: calls its argument in a transaction.
  package init(
    _ observers: ObserverRegistry, isBounded: Bool,
    _ read: @escaping @Sendable (@escaping @Sendable (Loop) throws -> Void) async throws -> Void
  ) {
    (self.observers, self.isBounded, self.read) = (observers, isBounded, read)
  }

  /// The rows from the first one on, of the state of the database when the first one is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(rows: self) }

  /// One pass over the rows. It gives its connection back after the last row, after an error, when its task is cancelled and when it is
  /// released.
  public struct Iterator: AsyncIteratorProtocol {
    private let rows: StreamedRows
    private var stream: RowStream<Row>?
    private var batch = [Row]().makeIterator()
    private var hasEnded = false

    fileprivate init(rows: StreamedRows) { self.rows = rows }

    /// The next row, `nil` after the last one.
    /// - Throws: the errors of the query; `CancellationError`; ``TransactionMisuse/closed`` if the store is closed before the last row.
    public mutating func next() async throws -> Row? {
      guard !hasEnded else { return nil }
      do {
        try Task.checkCancellation()
        if let row = batch.next() { return row }
        let stream = try stream ?? RowStream(of: rows)
        self.stream = stream
        if let batch = try await stream.channel.take() {
          self.batch = batch.makeIterator()
          return self.batch.next()
        }
      } catch {
        (stream, hasEnded) = (nil, true)
        throw error
      }
      (stream, hasEnded) = (nil, true)
      return nil
    }
  }
}

/// The read of one iterator, which ends when it is released.
private final class RowStream<Row: Sendable>: Sendable {
  let channel: RowChannel<Row>
  private let observers: ObserverRegistry

  init(of rows: StreamedRows<Row>) throws {
    let channel = RowChannel<Row>(isBounded: rows.isBounded)
    (self.channel, observers) = (channel, rows.observers)
    try observers.add(channel)
    let task = Task {
      do {
        try await rows.read { forEachRow in
          var batch: [Row] = []
          var size = 1
          try forEachRow { row in
            batch.append(row)
            guard batch.count == size else { return }
            try channel.send(batch)
            batch = []
            size = min(size * 2, 256)
          }
          if !batch.isEmpty { try channel.send(batch) }
        }
        channel.finish(nil)
      } catch {
        channel.finish(error)
      }
    }
    channel.onStop { task.cancel() }
  }

  deinit {
    observers.remove(channel)
    channel.stop(CancellationError())
  }
}

/// Passes batches of rows from the thread that reads them to the task that uses them. The thread waits until a batch is taken.
private final class RowChannel<Row: Sendable>: Closable {
  private struct State {
    var batches: [[Row]] = []
    /// Why there are no more rows: an error, or `.some(nil)` after the last row. `nil` if there may be more.
    var end: (any Error)??
    /// The task that waits for a batch.
    var consumer: CheckedContinuation<Void, Never>?
    var isProducerWaiting = false
    var onStop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let taken = DispatchSemaphore(value: 0)
  private let isBounded: Bool

  init(isBounded: Bool) { self.isBounded = isBounded }

  /// Called when nobody needs further rows.
  func onStop(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.onStop = body
      return state.end != nil
    }
    if hasEnded { body() }
  }

  /// Passes on a batch, once the one before it is taken.
  /// - Throws: the error that the channel was stopped with.
  func send(_ batch: [Row]) throws {
    while true {
      let (isSent, consumer) = try state.withLock { state in
        if case .some(let error) = state.end { throw error ?? CancellationError() }
        state.isProducerWaiting = isBounded && !state.batches.isEmpty
        guard !state.isProducerWaiting else { return (false, nil as CheckedContinuation<Void, Never>?) }
        state.batches.append(batch)
        defer { state.consumer = nil }
        return (true, state.consumer)
      }
      consumer?.resume()
      if isSent { return }
      taken.wait()
    }
  }

  /// Nobody needs further rows: the producer ends, and a consumer that waits gets the error.
  func stop(_ error: any Error) { finish(error)?() }

  func close() { stop(TransactionMisuse.closed) }

  /// There are no more rows, because of an error if there is one. Returns what stops the producer.
  @discardableResult
  func finish(_ error: (any Error)?) -> (@Sendable () -> Void)? {
    let (consumer, isProducerWaiting, onStop) = state.withLock { state in
      if state.end == nil { state.end = .some(error) }
      defer { (state.consumer, state.isProducerWaiting) = (nil, false) }
      return (state.consumer, state.isProducerWaiting, state.onStop)
    }
    consumer?.resume()
    if isProducerWaiting { taken.signal() }
    return onStop
  }

  /// The next rows, `nil` after the last ones.
  func take() async throws -> [Row]? {
    while true {
      let (rows, isProducerWaiting) = try state.withLock { state -> ([Row]?, Bool) in
        if !state.batches.isEmpty {
          defer { state.isProducerWaiting = false }
          return (state.batches.removeFirst(), state.isProducerWaiting)
        }
        if case .some(.some(let error)) = state.end { throw error }
        return (state.end == nil ? [] : nil, false)
      }
      if isProducerWaiting { taken.signal() }
      guard let rows, rows.isEmpty else { return rows }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let mayWait = state.withLock { state in
            guard state.batches.isEmpty, state.end == nil else { return false }
            state.consumer = continuation
            return true
          }
          if !mayWait { continuation.resume() }
        }
      } onCancel: {
        stop(CancellationError())
      }
    }
  }
}

extension SQLiteStore {
  /// The rows of a query of any kind, fetched while a loop uses them: memory doesn't grow with their number.
  ///
  /// ```swift
  /// for try await item in store.rows(of: Item.order { $0.id }) { … }
  /// ```
  ///
  /// All rows belong to one snapshot, taken when the loop asks for the first row. A few batches of rows are fetched ahead. The loop
  /// occupies one of the store's readers until it ends: after the last row, when you leave it, or when its task is cancelled. A store in
  /// memory reads all rows at once, because its writes must wait for its reads.
  @inlinable
  public func rows<Q: FetchableQuery>(
    of query: Q, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StreamedRows<Q.Row> where Q.Row: Sendable {
    let callSite = CallSite(fileID: fileID, line: line)
    return rows(callSite) { db, body in try query._forEachRow(limit: nil, in: db, for: callSite, body) }
  }

  @usableFromInline
  func rows<Row: Sendable>(
    _ callSite: CallSite,
    _ forEachRow: @escaping @Sendable (SQLiteReadTransaction, (consuming Row) throws -> Void) throws -> Void
  ) -> StreamedRows<Row> {
    // A read of a database in memory must not wait for the loop: the loop may write, and the write would wait for the read.
    StreamedRows(observers, isBounded: !isInMemory) { consume in
      try await self.read(fileID: callSite.fileID, line: callSite.line) { db in
        try consume { body in try forEachRow(db, body) }
      }
    }
  }
}
