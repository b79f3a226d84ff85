import Foundation
import PackagePlugin

/// The installed `postilc`.
enum InstalledTool {
  /// No usable tool was found. The message contains the command that installs one.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// The environment variable that names the file.
  private static let variable = "POSTILC"
  /// Programs started from a desktop, such as Xcode, have a short search path.
  private static let usualFolders = ["/usr/local/bin", "/opt/homebrew/bin"]

  /// The file, `nil` after its problem was reported.
  static func reported() -> URL? {
    do {
      return try find()
    } catch {
      Diagnostics.error("\(error)")
      return nil
    }
  }

  /// The file that the environment variable names, otherwise the first `postilc` in the search path.
  /// - Throws: ``Unusable`` if there is none, or its version differs from the library's.
  static func find() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    let install = "run 'make install' in a checkout of Postil \(PostilVersion.current)"
    if let path = environment[variable], !path.isEmpty {
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw Unusable(description: "\(variable) is '\(path)', which is not a program; \(install)")
      }
      return try checked(URL(filePath: path), install)
    }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + usualFolders
    let paths = folders.map { URL(filePath: $0).appending(path: "postilc", directoryHint: .notDirectory) }
    guard let tool = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw Unusable(
        description: "'postilc' is not installed: \(install), or set \(variable) to the path of the program")
    }
    return try checked(tool, install)
  }

  /// Checks the version, because generated code calls the library of the same version.
  private static func checked(_ tool: URL, _ install: String) throws -> URL {
    let process = Process()
    let output = Pipe()
    process.executableURL = tool
    process.arguments = ["--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let version = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0, version == PostilVersion.current else {
      let found = process.terminationStatus == 0 ? "version \(version)" : "a version without '--version'"
      throw Unusable(
        description: "'\(tool.path)' is \(found), and the library is version \(PostilVersion.current); \(install)")
    }
    return tool
  }
}
