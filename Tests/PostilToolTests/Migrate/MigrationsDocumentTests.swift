import Foundation
import PostilTestSupport
import Testing

/// Docs/Migrations.md, walked from top to bottom: the models begin as those of the README, every `diff` is made, every
/// command is run, and what it prints is what the document shows.
///
/// `POSTIL_RECORD=1 swift test --filter MigrationsDocumentTests` writes what commands print now into the document. An HTML
/// comment `<!-- run … -->` is a command that readers need not see.
@Suite("Docs/Migrations.md")
struct MigrationsDocumentTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
  private static let document = root.appending(path: "Docs/Migrations.md")
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  @Test("The document shows the output of its commands")
  func walk() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let models = try String(contentsOf: Self.root.appending(path: "Tests/TourTests/Tasks.swift"), encoding: .utf8)
    var walk = DocumentWalk(tool: try Tool(["Sources/Tasks/Tasks.swift": models]))
    let walked = try walk.text(of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      .joined(separator: "\n")
    if Self.isRecording {
      try Data(walked.utf8).write(to: Self.document)
    } else {
      let (shown, printed) = (text.split(separator: "\n"), walked.split(separator: "\n"))
      for (shown, printed) in zip(shown, printed) where shown != printed {
        Issue.record(
          "the document shows '\(shown)', but the command prints '\(printed)'; POSTIL_RECORD=1 updates the document")
        return
      }
      #expect(shown.count == printed.count, "the document shows another number of lines than the commands print")
    }
    #expect(walk.commands > 20)
  }

  @Test("The document has a row for each finding code, and no other")
  func codes() throws {
    let refused = try Tool(["Tasks/Item.swift": fine]).run("migrate", "new", "a", "Tasks", "--allow", "no such finding")
    let codes = refused.errors.matches(of: /'([a-zA-Z]+)'/).map { String($0.1) }
    let rows = try String(contentsOf: Self.document, encoding: .utf8)
      .matches(of: /\n\| `([a-zA-Z]+)` \| (?:loss|refusal|lock|program) \|/).map { String($0.1) }
    #expect(codes.count > 8 && codes == rows)
  }
}

/// A reader who does all that the document says.
private struct DocumentWalk {
  let tool: Tool
  /// How many commands were run.
  private(set) var commands = 0
  /// How many migrations were written: a day each.
  private var migrations = 0

  init(tool: Tool) { self.tool = tool }

  /// The document's lines, with what its commands print in place of what it shows.
  mutating func text(of lines: [String]) throws -> [String] {
    var result: [String] = []
    var rest = lines[...]
    while let line = rest.popFirst() {
      result.append(line)
      if line.hasPrefix("<!-- run "), line.hasSuffix(" -->") {
        _ = try run(String(line.dropFirst(9).dropLast(4)))
      } else if line == "```console" || line == "```diff" {
        let block = rest.prefix { $0 != "```" }
        rest = rest.dropFirst(block.count)
        if line == "```diff" {
          try apply(Array(block))
          result += block
        } else {
          for command in block where command.hasPrefix("$ ") {
            result.append(command)
            result += try run(String(command.dropFirst(2)))
          }
        }
      }
    }
    return result
  }

  // MARK: - Commands

  private mutating func run(_ command: String) throws -> [String] {
    commands += 1
    if let output = try query(command) { return output }
    let writes = ["new", "merge", "squash"].contains { command.hasPrefix("postil migrate \($0)") }
    let day = migrations < 10 ? "202611\(21 + migrations)" : "2026120\(migrations - 9)"
    let (status, output) = try shell(command + (writes ? " --timestamp \(day)090000" : ""))
    if writes, output.contains(day) { migrations += 1 }
    #expect((status == 1) == output.contains("error: "), "\(command): \(output)")
    #expect(status < 2, "\(command): \(output)")
    return output.withFixedTimes.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs a command in the folder, with the tool that was built here; output and errors come together.
  private func shell(_ command: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = tool.folder.url
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = builtProducts.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    process.environment = environment
    let output = tool.folder.url.appending(path: ".printed")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }

  /// `sqlite3 FILE "SQL"`, and a script piped into it, where the shell of SQLite need not be there; `nil` for another
  /// command.
  private func query(_ command: String) throws -> [String]? {
    if let match = command.wholeMatch(of: /(postil .*) \| sqlite3 ([a-z0-9.\/]+)/) {
      let script = try shell(String(match.1))
      #expect(script.status == 0, "\(script.output)")
      try RawDatabase(path: tool.folder.path(String(match.2))).execute(script.output)
      return []
    }
    guard let match = command.wholeMatch(of: /sqlite3 ([a-z0-9.\/]+) "(.*)"/) else { return nil }
    let database = try RawDatabase(path: tool.folder.path(String(match.1)))
    return try match.2.split(separator: ";").flatMap { statement in
      try database.rows(String(statement)).map { $0.map { $0 ?? "" }.joined(separator: "|") }
    }
  }

  // MARK: - Edits

  /// Makes the changes of a diff: `--- PATH`, then lines that stay, go or come, places in the file apart by `@@`.
  private func apply(_ diff: [String]) throws {
    let path = try #require(diff.first?.wholeMatch(of: /--- (.*)/)?.1).trimmingCharacters(in: .whitespaces)
    var text = try tool.read(path)
    for hunk in diff.dropFirst().split(separator: "@@") {
      let old = hunk.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() + "\n" }.joined()
      let new = hunk.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() + "\n" }.joined()
      #expect(text.ranges(of: old).count == 1, "the diff finds no place, or several: \(old)")
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    try tool.write(text, to: path)
  }
}
