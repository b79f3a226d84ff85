import Foundation

extension Process {
  private static let starts = NSLock()

  /// Starts a process, one at a time.
  ///
  /// Foundation closes in a new process what was open when its start began. What another thread opens meanwhile is inherited, and then the
  /// end of that thread's pipe or process is seen only when the new process has ended, too.
  /// - Parameter pipes: makes its pipes.
  static func start<Pipes>(
    _ executable: String, _ arguments: [String], _ pipes: (Process) -> Pipes
  ) throws -> (process: Process, pipes: Pipes) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    return try starts.withLock {
      let pipes = pipes(process)
      try process.run()
      return (process, pipes)
    }
  }

  /// Runs a script with a command of the shell, such as `psql`, to its end.
  /// - Returns: its exit status, and what it wrote to the standard output.
  static func shell(_ command: String, script: String) throws -> (status: Int32, output: String) {
    // A file, because psql writes results before it has read the whole script, and both pipes could be full.
    let file = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID().uuidString).sql")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output) = try start("/bin/sh", ["-c", "\(command) <'\(file.path)'"]) { process in
      let output = Pipe()
      process.standardOutput = output
      return output
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
