import Foundation
import PostilQuery

/// Asks the system for a lock that another process holds on a database, where it doesn't show the open files of processes.
///
/// To ask, the file must be open, and when a process closes a file, it loses all of its locks on it, SQLite's included. So the
/// descriptors stay open until the process ends: one for each file. Source: fcntl(2), "Advisory record locking"; SQLite, "How To
/// Corrupt An SQLite Database File", section 2.2.
enum FileLocks {
  private static let descriptors = Mutex<[FileNumber: Int32]>([:])

  /// A process that holds a lock on the database file or, in write-ahead-log mode, has it open; `nil` if there is none.
  static func holder(of path: String) -> Int? {
    // The lock of every connection in write-ahead-log mode, and all locks of a database file. Source: SQLite, `os_unix.c`, `UNIX_SHM_DMS`
    // and `PENDING_BYTE`.
    holder(of: path + "-shm", from: 128, count: 1) ?? holder(of: path, from: 0x4000_0000, count: 512)
  }

  private static func holder(of path: String, from start: Int, count: Int) -> Int? {
    guard let file = FileNumber(path), let descriptor = descriptor(of: path, file) else { return nil }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return Int(lock.l_pid)
  }

  private static func descriptor(of path: String, _ file: FileNumber) -> Int32? {
    descriptors.withLock { descriptors in
      if let descriptor = descriptors[file] { return descriptor }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      descriptors[file] = descriptor
      return descriptor
    }
  }
}
