import Foundation

/// The Swift toolchain of this machine.
enum Toolchain {
  /// No toolchain was found.
  struct Missing: Error, CustomStringConvertible {
    let description = "'swift' was not found in the search path; name a folder to index"
  }

  /// The folder that holds the compiler's `bin`, with its libraries and documents.
  static func folder() throws -> URL {
    let compiler = try output(of: "xcrun", "--find", "swift") ?? output(of: "which", "swift")
    guard let compiler else { throw Missing() }
    return URL(filePath: compiler).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The first line that a command prints; `nil` where the command is missing or fails.
  private static func output(of command: String...) throws -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
