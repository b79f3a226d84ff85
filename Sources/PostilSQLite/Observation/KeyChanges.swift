import PostilQuery
import PostilSQL

/// The keys of the rows of one table that a commit inserted, updated and deleted: the outcome of the whole transaction, so that a row
/// which it inserted and updated is in `inserted`.
public struct KeyChanges<Key: KeyValue>: Hashable, Sendable {
  /// The keys that no row had before.
  public var inserted: ChangedKeys<Key>
  /// The keys whose row was updated, or deleted and inserted again.
  public var updated: ChangedKeys<Key>
  /// The keys that no row has any more.
  public var deleted: ChangedKeys<Key>

  /// The changes of rows with these keys.
  public init(inserted: ChangedKeys<Key> = [], updated: ChangedKeys<Key> = [], deleted: ChangedKeys<Key> = []) {
    (self.inserted, self.updated, self.deleted) = (inserted, updated, deleted)
  }
}

extension SQLiteStore {
  /// The keys of the rows that each commit inserts, updates and deletes, for search indexes, caches and synchronization.
  ///
  /// ```swift
  /// for try await changes in try await store.changes(of: Item.self) { … }
  /// ```
  ///
  /// The sequence has every commit of this store after the call that changed a row, in order; cascades and triggers count. Commits that
  /// have not been asked for are kept in memory. Changes by other processes are missing, and so are the rows that
  /// `INSERT OR REPLACE` in your own SQL deletes because they have another key.
  /// - Throws: ``TransactionMisuse`` if the store is closed or open for reading only; ``DatabaseError``.
  public func changes<M: Model>(of model: M.Type) async throws -> AsyncThrowingStream<KeyChanges<M.ID>, any Error>
  where M.ID: ColumnValue {
    try await keyChanges(of: M.table) { row in try row.read(M.ID.self) }
  }

  /// The keys of the rows that each commit inserts, updates and deletes, of a model with a composite key.
  /// - Throws: ``TransactionMisuse`` if the store is closed or open for reading only; ``DatabaseError``.
  public func changes<M: Model>(of model: M.Type) async throws -> AsyncThrowingStream<KeyChanges<M.ID>, any Error>
  where M.ID: _ColumnGroup {
    try await keyChanges(of: M.table) { row in try row.readGroup(M.ID.self) }
  }

  private func keyChanges<Key: KeyValue>(
    of table: _TableDescription, _ readKey: @escaping @Sendable (inout _SQLiteRow) throws -> Key
  ) async throws -> AsyncThrowingStream<KeyChanges<Key>, any Error> {
    let (stream, continuation) = AsyncThrowingStream<KeyChanges<Key>, any Error>.makeStream()
    let subscription = try observers.subscribe(watch: pollExternalChanges) {
      KeyChangeObserver { continuation.finish() }
    }
    let id = ReadIdentity(ofClosureFor: Key.self)
    continuation.onTermination = { [weak self] _ in
      subscription.leave()
      guard let self else { return }
      observers.unsubscribe(subscription)
      // If this fails, because another process has the lock for instance, the next write of the program removes the journal.
      Task { try? await self.write { _ in } }
    }
    do {
      try await write { db in
        try db.connection.addKeyJournal(id, of: table, isLeft: { subscription.isLeft }) { journal, db in
          let changes = Result { try journal.takeChanges(in: db, readKey) }
          return {
            switch changes {
            case .success(let changes): if changes != KeyChanges() { continuation.yield(changes) }
            case .failure(let error): continuation.finish(throwing: error)
            }
          }
        }
      }
    } catch {
      continuation.finish()
      // A loop over the changes ends without an error, like one of a task that is cancelled later.
      guard error is CancellationError else { throw error }
    }
    return stream.endingWhenCancelled()
  }
}

/// Makes commits be recorded, and ends its stream with the store.
private final class KeyChangeObserver: CommitObserver {
  private let finish: @Sendable () -> Void
  private let hasBeenLeft = Atomic<Bool>(false)

  init(_ finish: @escaping @Sendable () -> Void) { self.finish = finish }

  /// Whether nobody reads the stream any more.
  var isLeft: Bool { hasBeenLeft.load(ordering: .sequentiallyConsistent) }

  func leave() { hasBeenLeft.store(true, ordering: .sequentiallyConsistent) }

  func didCommit(_ changes: DatabaseRegion) {}

  func close() { finish() }
}

extension AsyncThrowingStream where Failure == any Error, Element: Sendable {
  /// The same elements, without those that wait when the task of a loop is cancelled.
  package func endingWhenCancelled() -> Self {
    Self(unfolding: {
      if Task.isCancelled { return nil }
      var iterator = makeAsyncIterator()
      return try await iterator.next()
    })
  }
}
