import Dispatch
import Foundation
import Postil

extension SQLiteStore {
  /// Writes, and asks iOS not to suspend the process meanwhile: it terminates a process that is suspended while it has a lock on a file
  /// in the container of an app group.
  /// - Throws: the errors of `write`. If the time that iOS grants is over, the block is interrupted and nothing is written.
  public func writeBeforeSuspension<Result: Sendable>(
    _ change: @escaping @Sendable (SQLiteWriteTransaction) throws -> Result
  ) async throws -> Result {
    #if os(iOS)
      let isWritten = DispatchSemaphore(value: 0)
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Writing tasks") { isExpiring in
        // The process isn't suspended while this block runs. When the time is over, it is called again.
        if isExpiring { self.interrupt() } else { isWritten.wait() }
      }
      defer { isWritten.signal() }
    #endif
    return try await write(change)
  }
}
