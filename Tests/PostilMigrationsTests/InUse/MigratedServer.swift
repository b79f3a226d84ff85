import Foundation

/// The server on which migrations run while programs write, and the process that runs them.
struct MigratedServer {
  /// The command of `psql` for the database.
  let psql: String
  /// The URL of the database for ``MigrationRunner``.
  let url: String
  /// `MigrationRunner`, built with the trait PostgreSQL.
  let runner: String
  /// The command that kills the server and starts it again.
  let restart: String?

  /// The server of `Tests/PostgreSQL/migrations`; `nil` without one.
  init?() {
    let variables = ProcessInfo.processInfo.environment
    guard let psql = variables["POSTIL_IN_USE_PSQL"], let url = variables["POSTIL_MIGRATED_URL"],
      let runner = variables["POSTIL_MIGRATION_RUNNER"]
    else { return nil }
    (self.psql, self.url, self.runner, restart) = (psql, url, runner, variables["POSTIL_SERVER_RESTART"])
  }

  /// What happens to a migration.
  enum Fault: String, CaseIterable {
    case nothing
    /// The process is killed.
    case kill
    /// The server ends the connection.
    case disconnection
    /// The server is killed and started again.
    case restart
  }

  struct Run {
    /// 0 if it succeeded, 3 if rows are at risk, 4 if the migration is incomplete, and something else for other errors.
    var status: Int32
    var output: String
  }

  /// Runs the migrator.
  /// - Parameters:
  ///   - fault: what happens after `delay` seconds, if it still runs.
  func run(_ arguments: [String], _ fault: Fault = .nothing, after delay: Double = 0) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: runner)
    process.arguments = ["\(url)&application_name=migrator"] + arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    if fault != .nothing {
      usleep(UInt32(delay * 1_000_000))
      switch fault {
      case .nothing: break
      case .kill: _ = kill(process.processIdentifier, SIGKILL)
      case .disconnection:
        _ = try ServerProof.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'migrator';", psql)
      case .restart: try shell(restart ?? "false")
      }
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(status: process.terminationReason == .exit ? process.terminationStatus : 9, output: text)
  }

  private func shell(_ command: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ServerProof.Wrong(description: "'\(command)' fails") }
  }
}
