import Dispatch

/// Runs the blocks of tasks, one at a time, on a thread that may block.
///
/// A task that calls ``run(_:)`` moves to the worker's queue and back, as it does for any actor. So the block runs in the task: it has
/// the task's local values, priority and cancellation.
package actor BlockWorker {
  private let queue = BlockQueue()

  package init() {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  package func run<Result>(_ body: @Sendable () throws -> Result) rethrows -> Result { try body() }

  /// Runs an async function that returns to the worker's queue after each suspension.
  package func run<Result: Sendable>(
    _ body: nonisolated(nonsending) @Sendable () async throws -> Result
  ) async rethrows -> Result { try await body() }
}

/// The executor of a ``BlockWorker``.
private final class BlockQueue: SerialExecutor {
  /// It must be a serial queue. Those of libdispatch get threads beyond the number of processors; a concurrent queue shares
  /// the threads on which, on Linux, Swift runs its tasks, and a block that waits for the disk would hold up all of them.
  private let queue = DispatchQueue(label: "postil.sqlite")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
