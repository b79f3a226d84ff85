import PostilQuery

/// The values of a read over time: the first one at once, then one after each commit that changed what the read depends on. See
/// ``SQLiteStore/observe(_:fileID:line:)``.
public struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// Returns the value and what it depends on.
  package typealias Read = @Sendable () async throws -> (Value, DatabaseRegion)

  let observers: ObserverRegistry
  let identity: ReadIdentity?
  /// Notices commits that the store doesn't make itself, until it is cancelled.
  let watch: @Sendable () -> Task<Void, Never>?
  let read: Read

  package init(
    _ observers: ObserverRegistry, _ identity: ReadIdentity?, watch: @escaping @Sendable () -> Task<Void, Never>?,
    _ read: @escaping Read
  ) {
    (self.observers, self.identity, self.watch, self.read) = (observers, identity, watch, read)
  }

  /// The values from now on.
  public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

  /// One observation. It ends, and frees what it holds, when it is released, when its task is cancelled, when the store is closed or
  /// after an error.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let values: ObservedValues
    private var subscription: ReadSubscription<Value>?
    private var last: ObservedRead<Value>.Versioned?
    private var hasEnded = false

    fileprivate init(values: ObservedValues) { self.values = values }

    /// The next value that differs from the last one: the newest, if several commits came in between. `nil` after the task was
    /// cancelled or the store closed.
    /// - Throws: what the read throws; ``TransactionMisuse/closed`` if the store was closed before the first value.
    public mutating func next() async throws -> Value? {
      guard !hasEnded else { return nil }
      do {
        let subscription = try subscription ?? ReadSubscription(to: values)
        self.subscription = subscription
        while let next = try await subscription.read.next(after: last?.version ?? 0) {
          let isRepeated = last.map { areEqual($0.value, next.value) } ?? false
          last = next
          if !isRepeated { return next.value }
        }
      } catch {
        end()
        throw error
      }
      end()
      return nil
    }

    private mutating func end() { (subscription, last, hasEnded) = (nil, nil, true) }
  }
}

/// The subscription of one iterator, which ends when it is released.
private final class ReadSubscription<Value: Sendable>: Sendable {
  let read: ObservedRead<Value>
  private let observers: ObserverRegistry

  init(to values: ObservedValues<Value>) throws {
    observers = values.observers
    read = try observers.subscribe(sharing: values.identity, watch: values.watch) { ObservedRead(values.read) }
  }

  deinit { observers.unsubscribe(read) }
}

/// Whether two values are equal; `false` for values that can't be compared.
private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func isEqual<Comparable: Equatable>(_ left: Comparable) -> Bool { left == right as? Comparable }
  guard let left = left as? any Equatable else { return false }
  return isEqual(left)
}

extension SQLiteStore {
  /// The rows of a query of any kind, now and after each commit that changes them.
  ///
  /// ```swift
  /// for try await items in store.observe(late) { … }
  /// ```
  ///
  /// What the query depends on is found by SQLite: the tables and columns that its statements read, and the row, if it is found by its
  /// primary key. Other commits don't run it again. Rows that are equal to the last ones are left out if they are `Equatable`. A loop
  /// that takes long gets the newest rows next, and no others in between. The rows are fetched as by `read`, so they never hold up a
  /// writer. Observations of the same query share a fetch.
  ///
  /// The sequence ends when its task is cancelled or the store is closed; leaving the loop ends the observation. A sequence keeps
  /// its store open.
  @inlinable
  public func observe<Q: FetchableQuery>(
    _ query: Q, fileID: StaticString = #fileID, line: UInt = #line
  ) -> ObservedValues<[Q.Row]> where Q.Row: Sendable {
    let callSite = CallSite(fileID: fileID, line: line)
    return observed(ReadIdentity(query), callSite) { db in try query._fetchAll(in: db, for: callSite) }
  }

  @usableFromInline
  func observed<Value: Sendable>(
    _ identity: ReadIdentity?, _ callSite: CallSite, _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Value
  ) -> ObservedValues<Value> {
    ObservedValues(observers, identity, watch: pollExternalChanges) {
      try await self.read(fileID: callSite.fileID, line: callSite.line) { db in
        try db.connection.recordingReads { try body(db) }
      }
    }
  }

  /// The result of a read, now and after each commit that changes what it has read: see ``observe(_:fileID:line:)``.
  ///
  /// ```swift
  /// for try await count in store.observe({ db in try late.count(in: db) }) { … }
  /// ```
  ///
  /// What the result depends on is found again by each run. Values of `body` that don't come from the database, such as the time,
  /// aren't observed. Loops over the same sequence share a fetch.
  public func observe<Value: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Value
  ) -> ObservedValues<Value> {
    observed(
      ReadIdentity(ofClosureFor: ObservedValues<Value>.self), CallSite(fileID: fileID, line: line), body)
  }
}
