import Foundation
import PostilTestSupport
import Testing

@Suite("Processes that fork", .timeLimit(.minutes(5)))
struct ForkTests {
  @Test("A child process that 'fork' makes is refused everything, and doesn't disturb its parent")
  func refused() throws {
    let folder = try TemporaryFolder()
    let (process, output) = (Process(), Pipe())
    process.executableURL = builtProducts.appending(path: "ForkRunner")
    process.arguments = [folder.path("items.sqlite")]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let reason =
      "this process is a 'fork' of the one that opened the store, whose locks it doesn't have; fork first, and open a store in each process"
    let refused = ["write", "read", "snapshot", "backup", "close", "nested write", "commit"].map { "\($0): \(reason)" }
    let end = "rows: before around both after, findings: 0, status: 0"
    #expect(text.split(separator: "\n").map { String($0) } == refused + [end])
    #expect(try RawDatabase(path: folder.path("items.sqlite")).rows("PRAGMA integrity_check") == [["ok"]])
  }
}
