import Dispatch
import PostilQuery
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A place for a connection in a pool; the connection is opened when the place is first used.
///
/// Whoever acquired the slot from its pool, and nobody else, uses the connection.
@usableFromInline
final class ConnectionSlot: @unchecked Sendable {
  /// Where the blocks of tasks run, one at a time like all that use the slot.
  ///
  /// It must be a serial queue. Those of libdispatch get threads beyond the number of processors; a concurrent queue shares
  /// the threads on which, on Linux, Swift runs its tasks, and a block that waits for the disk would hold up all of them.
  let queue = DispatchQueue(label: "postil.sqlite")
  /// The thread that a block runs on with this slot's connection, 0 while none does. A thread that finds itself here is
  /// inside that block.
  private let owner = Atomic<UInt>(0)
  @exclusivity(unchecked) private var opened: SQLiteConnection?
  /// Whether the block that runs writes.
  @exclusivity(unchecked) private(set) var isWriting = false
  private let open: @Sendable () throws -> SQLiteConnection

  init(connection: SQLiteConnection?, open: @escaping @Sendable () throws -> SQLiteConnection) {
    self.opened = connection
    self.open = open
  }

  /// The connection, opened now where it has not been yet.
  func connection() throws -> SQLiteConnection {
    if let opened { return opened }
    let connection = try open()
    opened = connection
    return connection
  }

  /// The connection of the block that this thread runs.
  var currentConnection: SQLiteConnection? { opened }

  func isOwned(by thread: UInt) -> Bool { owner.load(ordering: .relaxed) == thread }

  /// Marks that a block begins on the calling thread.
  func enter(writing: Bool) {
    isWriting = writing
    owner.store(currentThread(), ordering: .relaxed)
  }

  /// Marks that the block has ended.
  func leave() { owner.store(0, ordering: .relaxed) }

  /// What is to be reported of the block that has ended, none of which has been written yet.
  func takeReports() -> [StatementReport] {
    guard let opened, let watch = opened.watch else { return [] }
    return watch.takeReports { try opened.explain($0) }
  }

  /// Closes the connection; the next use would open another.
  func close() {
    opened?.optimizeBeforeClosing()
    opened?.close()
    opened = nil
  }
}

/// A number that no other running thread has; never 0.
func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
