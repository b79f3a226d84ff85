import Foundation

extension Process {
  private static let starts = NSLock()

  /// Starts a process, one at a time.
  ///
  /// Foundation closes in a new process what was open when its start began. It inherits what another thread opens meanwhile: then neither
  /// the end of a pipe nor that of the other process is seen before its own end.
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
  /// - Returns: what it wrote.
  static func output(of command: String, script: String) throws -> String {
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
    return text
  }
}
