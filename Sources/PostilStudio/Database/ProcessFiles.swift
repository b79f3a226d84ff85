#if os(Linux)
  import Foundation

  /// The open files and locks of processes, as `/proc` shows them. Source: proc(5).
  enum ProcessFiles {
    /// The other processes that have a database file open.
    static func use(of path: String) -> DatabaseFileUse {
      guard let database = FileNumber(path) else { return DatabaseFileUse() }
      var use = DatabaseFileUse()
      let own = Int(getpid())
      let lockHolders = holders(of: [database, FileNumber(path + "-shm")].compactMap(\.self)).subtracting([own])
      for name in names(in: "/proc") {
        guard let id = Int(name), id != own else { continue }
        if let access = access(of: id, to: database) {
          guard let access else { continue }
          use.processes.append(.init(id: id, name: program(id), access: access))
        } else {
          use.hiddenProcesses += 1
        }
      }
      let seen = Set(use.processes.map(\.id))
      use.processes += lockHolders.subtracting(seen).map { .init(id: $0, name: program($0), access: .unknown) }
      use.processes.sort { $0.id < $1.id }
      return use
    }

    private static func names(in folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// What a process has the file open for; `.some(nil)` if it hasn't, `nil` if its files can't be seen.
    private static func access(of id: Int, to file: FileNumber) -> DatabaseFileUse.Process.Access?? {
      guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd") else {
        // It may have ended.
        return FileManager.default.fileExists(atPath: "/proc/\(id)") ? nil : .some(nil)
      }
      var access: DatabaseFileUse.Process.Access?
      for descriptor in descriptors where FileNumber("/proc/\(id)/fd/\(descriptor)") == file {
        if writes(id, descriptor) { return .writing }
        access = .reading
      }
      return .some(access)
    }

    /// Whether a descriptor is open for writing: the last digit of its octal flags is `O_WRONLY` or `O_RDWR`.
    private static func writes(_ id: Int, _ descriptor: String) -> Bool {
      guard let text = contents("/proc/\(id)/fdinfo/\(descriptor)"),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("flags:") }),
        let flags = Int(line.dropFirst("flags:".count).filter(\.isNumber), radix: 8)
      else { return true }
      return flags & 3 != 0
    }

    private static func program(_ id: Int) -> String? {
      contents("/proc/\(id)/comm")?.split(separator: "\n").first.map(String.init)
    }

    private static func contents(_ path: String) -> String? {
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The processes that hold a lock on one of the files.
    ///
    ///     3: POSIX  ADVISORY  READ 4465 fe:00:7020548 128 128
    static func holders(of files: [FileNumber], locks: String? = nil) -> Set<Int> {
      let lines = (locks ?? contents("/proc/locks") ?? "").split(separator: "\n")
      return Set(
        lines.compactMap { line -> Int? in
          // A line with an arrow is a process that waits for the lock.
          let words = line.split(separator: " ")
          guard words.count >= 6, words[1] != "->", let id = Int(words[4]), id > 0 else { return nil }
          let parts = words[5].split(separator: ":")
          guard parts.count == 3, let major = UInt64(parts[0], radix: 16), let minor = UInt64(parts[1], radix: 16),
            let number = UInt64(parts[2])
          else { return nil }
          let isHeld = files.contains { file in
            file.number == number && (major, minor) == (deviceMajor(file.device), deviceMinor(file.device))
          }
          return isHeld ? id : nil
        })
    }

    // The parts of a device's number. Source: glibc, `gnu_dev_major` and `gnu_dev_minor`.
    private static func deviceMajor(_ device: UInt64) -> UInt64 {
      (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000
    }

    private static func deviceMinor(_ device: UInt64) -> UInt64 { device & 0xFF | (device >> 12) & 0xFFFF_FF00 }
  }
#endif
