import Foundation
import Items
import Postil
import PostilTestSupport
import Testing

@Suite("Processes that are killed while they write")
struct KillTests {
  /// How many processes write at the same time.
  private static let writers = 4

  @Test("Every acknowledged transaction is complete after the kill, and no other is partly there")
  func everythingAcknowledgedIsThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("items.sqlite")
    var random = SystemRandomNumberGenerator()
    let kills = ProcessInfo.processInfo.environment["POSTIL_KILLS"].flatMap(Int.init) ?? 20
    var running: [Writer] = []
    var acknowledged = 0
    for number in 0..<kills {
      while running.count < Self.writers {
        running.append(try Writer(path: path, first: (number * Self.writers + running.count) * 1_000_000))
      }
      // Long enough that the newest process writes too, at times.
      Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.3, using: &random))
      let killed = running.remove(at: Int.random(in: 0..<running.count, using: &random))
      let numbers = try killed.kill()
      acknowledged += numbers.count
      try check(path, numbers, "kill \(number)")
    }
    for writer in running { acknowledged += try writer.kill().count }
    #expect(acknowledged > kills, "\(acknowledged) transactions were acknowledged")
    #expect(try RawDatabase(path: path).rows("PRAGMA integrity_check") == [["ok"]])
    #expect(try RawDatabase(path: path).rows("PRAGMA foreign_key_check") == [])
    print("kills: \(kills) of \(Self.writers) processes, \(acknowledged) acknowledged transactions, none lost")
  }

  /// Checks what a killed process left, while the others go on.
  private func check(_ path: String, _ numbers: [Int], _ moment: String) throws {
    let store = try SQLiteStore(path: path, schema: ItemsSchema.self)
    defer { try? store.close() }
    let titles = Set(numbers.map { "item \($0)" })
    let (found, halves) = try store.read { db in
      (
        try Set(Item.all.select { $0.title }.fetchAll(in: db)).intersection(titles).count,
        try Item.where { $0.steps.count != 3 || $0.tags.count != 1 }.count(in: db)
      )
    }
    #expect(found == numbers.count, "\(moment): \(numbers.count) were acknowledged, \(found) are there")
    #expect(halves == 0, "\(moment)")
  }

  /// A process that writes until it is killed.
  private final class Writer {
    private let process = Process()
    private let output: String
    private let errors: String
    private let folder: TemporaryFolder

    /// - Parameter first: the number of its first item.
    init(path: String, first: Int) throws {
      folder = try TemporaryFolder()
      output = folder.path("output")
      errors = folder.path("errors")
      process.executableURL = builtProducts.appending(path: "CrashWriter")
      process.arguments = [path, String(first)]
      for name in [output, errors] { _ = FileManager.default.createFile(atPath: name, contents: nil) }
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
      try process.run()
    }

    /// Ends the process with `SIGKILL`. Returns the numbers of the items that it was told are safe.
    func kill() throws -> [Int] {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let messages = try String(contentsOfFile: errors, encoding: .utf8)
      #expect(process.terminationReason == .uncaughtSignal, "the writer ended by itself: \(messages)")
      // A last line without its newline was not wholly written, and so counts for nothing.
      let text = try String(contentsOfFile: output, encoding: .utf8)
      guard let end = text.lastIndex(of: "\n") else { return [] }
      return text[..<end].split(separator: "\n").compactMap { Int($0) }
    }
  }
}
