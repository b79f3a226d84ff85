import Foundation
import PostilTestSupport
import Testing

/// `FaultRunner` in a process of its own. The environment variables make the runs longer; `.ci/soak` sets them.
@Suite("Fault injection")
struct FaultInjectionTests {
  @Test("If any I/O call fails, an operation is done completely or not at all, and the store goes on")
  func failingStorage() throws {
    try run("io", scale("POSTIL_IO_STRIDE", 3))
  }

  @Test("If any allocation fails, an operation is done completely or not at all, and the store goes on")
  func failingAllocations() throws {
    try run("memory", scale("POSTIL_MEMORY_STRIDE", 41))
  }

  @Test(
    "After a power failure the database contains whole transactions, and all acknowledged ones with full durability")
  func powerFailures() throws {
    try run("power", scale("POSTIL_POWER_STRIDE", 3), scale("POSTIL_POWER_SEEDS", 3))
  }

  @Test("A damaged file causes errors of Postil's own types, no trap and no endless loop")
  func damagedFiles() throws {
    try run("damage", scale("POSTIL_DAMAGE_SEED", 1), scale("POSTIL_DAMAGED_FILES", 200))
  }

  private func scale(_ variable: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? standard
  }

  /// Runs `FaultRunner`, and prints its figures.
  private func run(_ command: String, _ numbers: Int...) throws {
    let process = Process()
    process.executableURL = builtProducts.appending(path: "FaultRunner")
    process.arguments = [command] + numbers.map(String.init)
    let folder = try TemporaryFolder()
    // Into files: two pipes that are read one after the other could fill up.
    func file(_ name: String) throws -> FileHandle {
      _ = FileManager.default.createFile(atPath: folder.path(name), contents: nil)
      return try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(name)))
    }
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
    process.waitUntilExit()
    let output = try String(contentsOfFile: folder.path("output"), encoding: .utf8)
    let errors = try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
    let lines = output.split(separator: "\n")
    #expect(
      process.terminationReason == .exit && process.terminationStatus == 0,
      "\(command): status \(process.terminationStatus), last line: \(lines.last ?? "none")\n\(errors.suffix(8_000))")
    for line in lines where !line.hasPrefix("file ") { print("\(command): \(line)") }
  }
}
