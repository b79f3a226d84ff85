import CSQLite

/// How a thread that waits for a slot passes its priority on to the thread that has the slot. A semaphore passes on none, so on Apple's
/// systems a main thread would wait as long as the system leaves a thread of low priority waiting for a processor.
/// Source: Apple, `pthread/qos.h`.
package struct ThreadPriorities: Sendable {
  /// The priority of the calling thread; 0 if it has none.
  var current: @Sendable () -> UInt32
  /// Raises the priority of a thread. Returns what `restore` takes, `nil` if it isn't raised.
  var raise: @Sendable (_ thread: UInt, _ priority: UInt32) -> UnsafeMutableRawPointer?
  var restore: @Sendable (UnsafeMutableRawPointer) -> Void

  /// Those of the system, `nil` where threads have none.
  package static var system: ThreadPriorities? {
    #if canImport(Darwin)
      ThreadPriorities(
        current: { postil_priority() }, raise: { postil_raise_priority($0, $1) },
        restore: { postil_restore_priority($0) })
    #else
      nil
    #endif
  }
}

/// A thread whose priority is raised.
struct RaisedPriority: @unchecked Sendable {
  let priority: UInt32
  let token: UnsafeMutableRawPointer
}
