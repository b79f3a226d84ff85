import Foundation
import PostilTestSupport
import Testing

/// A folder with sources in it, and the tool as somebody calls it there.
struct Tool {
  /// What a run left behind.
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    /// The first line of standard error; the argument parser appends the usage to its messages.
    var firstError: String { String(errors.prefix { $0 != "\n" }) }
  }

  let folder: TemporaryFolder

  /// - Parameter files: texts by their paths below the folder.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try write(text, to: path) }
  }

  func write(_ text: String, to path: String) throws {
    let url = folder.url.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  /// The names in a folder, sorted.
  func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(path)).sorted()
  }

  /// Runs `postil` with these arguments in the folder.
  func run(_ arguments: String...) throws -> Result { try run(arguments) }

  /// Runs `postil` with these arguments in the folder.
  /// - Parameter environment: variables that replace those of the tests
  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = builtProducts.appending(path: "postil")
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    // Files take any amount of text, where two pipes would have to be read at once.
    let (output, errors) = (folder.url.appending(path: ".output"), folder.url.appending(path: ".errors"))
    for url in [output, errors] { try Data().write(to: url) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}

extension String {
  /// The output of a command, in which the date and the duration of each run are replaced by fixed ones.
  var withFixedTimes: String {
    replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "2026-11-30T08:00:00Z")
      .replacing(/in \d+ ms/, with: "in 3 ms")
  }
}

/// Sources without findings.
let fine = """
  /// A project.
  // @table
  struct Project: Sendable {
    let id: ID
    var name: String
  }
  """

/// Sources with a finding in their fourth line.
let suspicious = """
  // @table
  struct Item: Sendable {
    let id: ID
    var price: Double
  }
  """

/// Sources with a mistake in their fifth line.
let wrong = """
  // @table
  struct Item: Sendable {
    let id: ID
    var title: String
    // @chekc("title <> ''")
    var note: String
  }
  """
