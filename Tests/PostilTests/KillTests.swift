import Foundation
import Items
import Postil
import PostilTestSupport
import Testing

@Suite("A program that is killed while it writes")
struct KillTests {
  @Test("Every acknowledged transaction is complete after the kill, and no other is partly there")
  func everythingAcknowledgedIsThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("items.sqlite")
    var acknowledged: [Int] = []

    for round in 0..<6 {
      let first = round * 1_000_000
      let lines = try writeUntilKilled(path: path, first: first, after: 0.12 + 0.07 * Double(round))
      #expect(!lines.isEmpty, "round \(round): the writer was killed before it wrote anything")
      acknowledged += lines
    }

    let store = try SQLiteStore(path: path, schema: ItemsSchema.self)
    let items = try store.read { db in try Item.all.fetchAll(in: db) }
    let titles = Set(items.map(\.title))
    #expect(acknowledged.filter { !titles.contains("item \($0)") } == [])
    let halves = try store.read { db in
      try Item.where { $0.steps.count != 3 || $0.tags.count != 1 }.count(in: db)
    }
    #expect(halves == 0)
    #expect(try RawDatabase(path: path).rows("PRAGMA integrity_check") == [["ok"]])
    #expect(try RawDatabase(path: path).rows("PRAGMA foreign_key_check") == [])
  }

  /// Starts the writer, kills it with `SIGKILL` and returns the numbers that it said were safe.
  private func writeUntilKilled(path: String, first: Int, after seconds: TimeInterval) throws -> [Int] {
    let process = Process()
    process.executableURL = builtProducts.appending(path: "CrashWriter")
    process.arguments = [path, String(first)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let firstLine = pipe.fileHandleForReading.availableData
    Thread.sleep(forTimeInterval: seconds)
    kill(process.processIdentifier, SIGKILL)
    let rest = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // A last line without its newline was not wholly written, and so counts for nothing.
    let text = String(decoding: firstLine + rest, as: UTF8.self)
    return text.prefix(through: text.lastIndex(of: "\n") ?? text.startIndex).split(separator: "\n").compactMap {
      Int($0)
    }
  }
}
