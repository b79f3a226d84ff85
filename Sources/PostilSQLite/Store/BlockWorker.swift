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

  /// Runs a job of another executor.
  nonisolated func start(_ job: UnownedJob, of executor: some SerialExecutor) { queue.start(job, of: executor) }
}

/// The executor of a ``BlockWorker``.
private final class BlockQueue: SerialExecutor {
  /// It must be a serial queue. Those of libdispatch get threads beyond the number of processors; a concurrent queue shares
  /// the threads on which, on Linux, Swift runs its tasks, and a block that waits for the disk would hold up all of them.
  private let queue = DispatchQueue(label: "postil.sqlite")

  func enqueue(_ job: consuming ExecutorJob) {
    start(UnownedJob(job), of: self)
  }

  func start(_ job: UnownedJob, of executor: some SerialExecutor) {
    queue.async { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
  }
}
