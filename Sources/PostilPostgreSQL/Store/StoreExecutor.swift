#if PostgreSQL
  import Dispatch
  import PostilQuery
  import PostilSQLite

  /// Runs tasks on threads that may block, so that the blocks of a store run on the thread where their task already is.
  final class StoreExecutor: Sendable {
    private struct State {
      var jobs: [UnownedJob] = []
      /// The job that is run next.
      var next = 0
      var threads = 0
      var idle = 0
      var maximum: Int
      var isEnded = false

      mutating func take() -> UnownedJob? {
        guard next < jobs.count else { return nil }
        defer {
          next += 1
          if next == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            next = 0
          }
        }
        return jobs[next]
      }

      /// Whether another thread is to be started for the jobs.
      mutating func needsThread() -> Bool {
        guard next < jobs.count, threads < maximum else { return false }
        threads += 1
        return true
      }
    }

    private let state: Mutex<State>
    private let wakeUp = DispatchSemaphore(value: 0)

    init(maximumThreads: Int) { state = Mutex(State(maximum: maximumThreads)) }

    /// Whether other tasks wait for a thread.
    private var hasWaiting: Bool { state.withLock { $0.next < $0.jobs.count } }

    /// Unused threads end.
    func end() {
      let idle = state.withLock { state in
        state.isEnded = true
        defer { state.idle = 0 }
        return state.idle
      }
      for _ in 0..<idle { wakeUp.signal() }
    }

    /// Runs a block if the current task is on one of the threads, and then lets other tasks go on.
    /// - Returns: `nil` if it is on another thread.
    func run<Result>(_ block: () throws -> Result) async rethrows -> Result? {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), isCurrent else { return nil }
      let result = try block()
      if hasWaiting { await Task.yield() }
      return result
    }

    /// Waits for something that another task of the executor may have to do, so another thread takes this one's place.
    func waiting<Result>(_ wait: () throws -> Result) rethrows -> Result {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), isCurrent else { return try wait() }
      let needsThread = state.withLock { state in
        state.maximum += 1
        return state.needsThread()
      }
      if needsThread { startThread() }
      defer { state.withLock { $0.maximum -= 1 } }
      return try wait()
    }

    private func startThread() {
      // A serial queue, for the reason that ``BlockWorker`` gives.
      DispatchQueue(label: "postil.postgresql").async { [self] in runJobs() }
    }

    private func runJobs() {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      while true {
        let (job, ends) = state.withLock { state -> (UnownedJob?, Bool) in
          if let job = state.take() { return (job, false) }
          // A thread that took the place of a waiting one isn't needed any more.
          let ends = state.isEnded || state.threads > state.maximum
          if ends { state.threads -= 1 } else { state.idle += 1 }
          return (nil, ends)
        }
        if let job { job.runSynchronously(on: asUnownedTaskExecutor()) } else if ends { return } else { wakeUp.wait() }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  extension StoreExecutor: TaskExecutor {
    private var isCurrent: Bool { withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let (isIdle, needsThread) = state.withLock { state in
        state.jobs.append(job)
        guard state.idle > 0 else { return (false, state.needsThread()) }
        state.idle -= 1
        return (true, false)
      }
      if isIdle { wakeUp.signal() } else if needsThread { startThread() }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  extension PostgreSQLStore {
    /// Runs tasks on as many threads as the store has connections, where they may block: the blocks of these tasks run at once, without a
    /// change of threads before and after each.
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(store.taskExecutor) {
    ///   try await store.write { db in … }
    /// }
    /// ```
    ///
    /// For code that does little besides using the store. A task that computes for long keeps a thread from the others.
    public var taskExecutor: any TaskExecutor { executor }
  }
#endif
