import PostilQuery
import PostilSQL

/// The keys of the rows of one table that a commit inserted, updated and deleted: the outcome of the whole transaction, so that a row
/// which it inserted and updated is in `inserted`. The sets compare texts as Swift does, for which canonically equivalent ones are equal: two
/// rows whose keys differ only in that are one element.
public struct KeyChanges<Key: KeyValue>: Hashable, Sendable {
  /// The keys that no row had before.
  public var inserted: Set<Key>
  /// The keys whose row was updated, or deleted and inserted again.
  public var updated: Set<Key>
  /// The keys that no row has any more.
  public var deleted: Set<Key>

  /// The changes of rows with these keys.
  public init(inserted: Set<Key> = [], updated: Set<Key> = [], deleted: Set<Key> = []) {
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
      guard let self else { return }
      observers.unsubscribe(subscription)
      Task { try? await self.write { db in try db.connection.removeKeyJournal(id) } }
    }
    do {
      try await write { db in
        try db.connection.addKeyJournal(id, of: table) { journal, db in
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
    return stream
  }
}

/// Makes commits be recorded, and ends its stream with the store.
private final class KeyChangeObserver: CommitObserver {
  private let finish: @Sendable () -> Void

  init(_ finish: @escaping @Sendable () -> Void) { self.finish = finish }

  func didCommit(_ changes: DatabaseRegion) {}

  func close() { finish() }
}
