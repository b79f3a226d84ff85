// 'Synchronization.Mutex' requires macOS 15 and iOS 18. ThreadSanitizer doesn't recognize the one on Linux, which makes system calls
// of its own, and would report every use of what a mutex protects as a race: 'Tests/Sanitizers/thread' builds with its condition.
// A test compiles this type on Linux with the condition of Darwin's types.
#if canImport(Darwin) || POSTIL_THREAD_SANITIZER || POSTIL_DARWIN_TYPES
  #if canImport(Darwin)
    import Darwin
    private typealias SystemLock = os_unfair_lock
    private func acquire(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_lock(lock) }
    private func release(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_unlock(lock) }
  #else
    #if canImport(Musl)
      import Musl
    #else
      import Glibc
    #endif
    private typealias SystemLock = pthread_mutex_t
    private func acquire(_ lock: UnsafeMutablePointer<SystemLock>) { pthread_mutex_lock(lock) }
    private func release(_ lock: UnsafeMutablePointer<SystemLock>) { pthread_mutex_unlock(lock) }
  #endif

  /// The part of `Synchronization.Mutex` that Postil uses. The lock and the value keep their address.
  package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private let lock = UnsafeMutablePointer<SystemLock>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ value: sending Value) {
      // Both systems initialize a lock of their default kind with zeros.
      lock.initialize(to: SystemLock())
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      lock.deallocate()
    }

    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      acquire(lock)
      defer { release(lock) }
      return try body(&value.pointee)
    }
  }
#else
  import Synchronization

  package typealias Mutex<Value> = Synchronization.Mutex<Value>
#endif
