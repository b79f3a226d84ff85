import PostilQuery

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The process that opened a connection. A child process that `fork` makes has a copy of the connection, but neither its locks nor the
/// threads of the store. Source: SQLite, "How To Corrupt An SQLite Database File", section 2.6.
///
/// Looking reads one number: a handler counts the forks, in the child. `getpid` would be a system call for each block.
package struct ProcessMark: Sendable {
  private static let forks = Atomic<UInt64>(0)
  private static let handler: Int32 = pthread_atfork(nil, nil) { ProcessMark.forks.wrappingAdd(1, ordering: .relaxed) }

  private let forks: UInt64

  /// The mark of this process.
  package init() {
    _ = Self.handler
    forks = Self.forks.load(ordering: .relaxed)
  }

  /// Whether this process is a child of the one that made the mark.
  package var isCopy: Bool { Self.forks.load(ordering: .relaxed) != forks }

  /// - Throws: ``TransactionMisuse/forked`` in a child of the process that made the mark.
  package func check() throws {
    if isCopy { throw TransactionMisuse.forked }
  }
}
