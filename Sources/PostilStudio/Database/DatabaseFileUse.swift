import Foundation

/// The other processes that have a database file open, as far as the system shows them.
///
/// On Linux, `/proc` shows which files a process has open, and for what, to the user who runs it and to root. Of other users' processes it
/// shows the locks that they hold: in write-ahead-log mode, SQLite holds one as long as the file is open; in the other modes only
/// while a transaction is open. Processes of another machine or of another container aren't shown. Source: proc(5); SQLite,
/// "WAL-mode File Format", section 2.3.1, and "File Locking And Concurrency In SQLite Version 3".
///
/// On other systems, only the locks can be asked for.
struct DatabaseFileUse: Hashable, Sendable {
  /// A process that has the file open.
  struct Process: Hashable, Sendable {
    /// What the process opened the file for; `unknown` if only its lock is visible.
    enum Access: Hashable, Sendable {
      case reading, writing, unknown
    }

    var id: Int
    /// The name of its program; `nil` if it isn't visible.
    var name: String?
    var access: Access
  }

  /// The processes other than this one, by their numbers.
  var processes: [Process] = []
  /// The number of processes whose open files can't be seen.
  var hiddenProcesses = 0
  /// Whether the system shows the open files of processes at all.
  var showsFiles = true

  /// The processes that write, or may write.
  var writers: [Process] { processes.filter { $0.access != .reading } }

  /// Why the file should be opened for reading only: `nil` if no other process is known to have it open for writing.
  var reason: String? {
    guard let first = writers.first else { return nil }
    let others = writers.count - 1
    let more = others == 0 ? "" : others == 1 ? " and 1 other" : " and \(others) others"
    let name = first.name.map { " (\($0))" } ?? ""
    return switch first.access {
    case .unknown:
      "process \(first.id)\(name)\(more) has a lock on the database; whether it writes can't be seen"
    default: "process \(first.id)\(name)\(more) has the database open for writing"
    }
  }

  /// What can't be known about the use of the file.
  var limits: String {
    if !showsFiles {
      return "This system doesn't show which processes have a file open, only the locks that they hold."
    }
    let remote = "Processes of other machines and containers aren't visible."
    guard hiddenProcesses > 0 else { return remote }
    let processes = hiddenProcesses == 1 ? "1 process" : "\(hiddenProcesses) processes"
    return "The open files of \(processes) of other users aren't visible, only the locks that they hold. \(remote)"
  }

  /// Finds the processes that have a database file open.
  /// - Parameter path: the file; if it doesn't exist, no process has it open.
  static func find(_ path: String) -> DatabaseFileUse {
    #if os(Linux)
      ProcessFiles.use(of: path)
    #else
      var use = DatabaseFileUse(showsFiles: false)
      if let id = FileLocks.holder(of: path) { use.processes = [Process(id: id, name: nil, access: .unknown)] }
      return use
    #endif
  }
}

/// What distinguishes a file from all others that exist at the same time.
struct FileNumber: Hashable, Sendable {
  let device: UInt64
  let number: UInt64

  /// `nil` if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }
}
