import Foundation

/// A program of this package, as a process.
final class Program: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output: FileHandle
  private let lock = NSLock()
  private var text = ""

  /// - Parameter folder: where it works. Its output is in a file there.
  init(_ arguments: [String], in folder: URL, environment: [String: String] = [:]) throws {
    let file = folder.appending(path: "\(UUID().uuidString).output")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    output = try FileHandle(forReadingFrom: file)
    let writing = try FileHandle(forWritingTo: file)
    process.executableURL = Program.folder.appending(path: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = writing
    process.standardError = writing
    try process.run()
    try writing.close()
  }

  /// Where the programs of this package are.
  private static var folder: URL {
    #if os(macOS)
      (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main).bundleURL
        .deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }

  var isRunning: Bool { process.isRunning }

  /// What it has printed, standard output and errors.
  func printed() throws -> String {
    try lock.withLock {
      text += String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
      return text
    }
  }

  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits until the program has printed a text.
  func waits(for text: String) async throws {
    try await wait(for: "'\(text)'") { try self.printed().contains(text) }
  }

  /// Waits until the program has ended.
  /// - Returns: its exit status, and what it printed.
  func result() async throws -> (status: Int32, text: String) {
    try await wait(for: "the end of the program") { !self.isRunning }
    return (process.terminationStatus, try printed())
  }

  /// Ends the process with `SIGKILL`.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks the process to end, with `SIGTERM`.
  func terminate() { process.terminate() }
}

/// Waits for a condition, at most three minutes.
func wait(for description: String, until condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(180)
  while try await !condition() {
    guard .now < end else { throw TestFailure(description: "there wasn't \(description) within three minutes") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String
}
