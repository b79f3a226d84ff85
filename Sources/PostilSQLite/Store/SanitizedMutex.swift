// ThreadSanitizer doesn't recognize the standard library's `Mutex` on Linux, which makes system calls of its own: it would report
// every use of what a mutex protects as a race. `Tests/Sanitizers/thread` builds with this condition.
#if POSTIL_THREAD_SANITIZER
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// The part of `Synchronization.Mutex` that Postil uses, over a mutex that ThreadSanitizer recognizes.
  struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private let storage: UnsafeMutablePointer<(lock: pthread_mutex_t, value: Value)>

    init(_ value: sending Value) {
      storage = .allocate(capacity: 1)
      storage.initialize(to: (pthread_mutex_t(), value))
      pthread_mutex_init(lock, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      storage.deinitialize(count: 1)
      storage.deallocate()
    }

    private var lock: UnsafeMutablePointer<pthread_mutex_t> {
      UnsafeMutableRawPointer(storage).assumingMemoryBound(to: pthread_mutex_t.self)
    }

    borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&storage.pointee.value)
    }
  }
#endif
