import Foundation
import FuzzerDriver

/// What libFuzzer calls with each input. The environment variable `POSTIL_FUZZ` names the subject.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzSubject.chosen.run(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

/// Something that reads text or bytes of anybody's. An input must not trap it, nor break the rule that its `run` checks.
struct FuzzSubject: Sendable {
  let name: String
  let run: @Sendable (UnsafeRawBufferPointer) -> Void

  static let all = [
    FuzzSubject(name: "swift", run: fuzzSwift),
    FuzzSubject(name: "sql", run: fuzzSQL),
    FuzzSubject(name: "cursors", run: fuzzCursors),
    FuzzSubject(name: "dates", run: fuzzDates),
    FuzzSubject(name: "decimals", run: fuzzDecimals),
    FuzzSubject(name: "json", run: fuzzJSON),
    FuzzSubject(name: "migrations", run: fuzzMigrations),
  ]

  static let chosen: FuzzSubject = {
    let name = ProcessInfo.processInfo.environment["POSTIL_FUZZ"] ?? ""
    guard let subject = all.first(where: { $0.name == name }) else {
      FileHandle.standardError.write(Data("POSTIL_FUZZ is one of \(all.map(\.name))\n".utf8))
      exit(2)
    }
    return subject
  }()
}

/// Ends the process if a rule is broken: libFuzzer then saves the input.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
  if !holds { fatalError("broken rule: \(rule())") }
}

@main
struct Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
  }
}
