import FaultyStorage
import Foundation

/// Runs a store over storage that fails, and checks what is left. It is a program of its own because the failing storage and allocator
/// replace those of the whole process, and because a trap must not end the tests.
///
/// Arguments: `io STRIDE`, `memory STRIDE`, `power STRIDE SEEDS` or `damage FIRST COUNT`. Prints what was tried; prints each violation on
/// standard error, and exits with 1 if there is one.
@main
struct FaultRunner {
  static func main() {
    let arguments = CommandLine.arguments
    func number(_ index: Int) -> Int { arguments.count > index ? Int(arguments[index]) ?? 1 : 1 }
    do {
      let report = FaultReport()
      switch arguments.count > 1 ? arguments[1] : "" {
      case "io":
        try Self.install(faulty_install_storage())
        let sweep = try FaultSweep(report: report)
        for failure in [FAULTY_CALL, FAULTY_FULL, FAULTY_TORN, FAULTY_SYNC] {
          try sweep.run(failure, stride: number(2))
        }
      case "memory":
        try Self.install(faulty_install_allocator())
        try Self.install(faulty_install_storage())
        try FaultSweep(report: report).run(FAULTY_ALLOCATION, stride: number(2))
      case "power":
        try Self.install(faulty_install_storage())
        try PowerLoss(report: report, stride: number(2), seeds: number(3)).run()
      case "damage":
        try DamagedFiles(report: report).run(first: number(2), count: number(3))
      default:
        FileHandle.standardError.write(Data("usage: FaultRunner io|memory|power|damage NUMBERS…\n".utf8))
        exit(2)
      }
      report.printFigures()
      exit(report.hasViolations ? 1 : 0)
    } catch {
      FileHandle.standardError.write(Data("violation: unexpected error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func install(_ code: Int32) throws {
    guard code == 0 else { throw InstallationFailure(code: code) }
  }

  struct InstallationFailure: Error {
    let code: Int32
  }
}
