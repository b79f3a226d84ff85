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

  /// The schema of the migrations.
  static let schema = "in_use"

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

    static let faults = allCases.filter { $0 != .nothing }
  }

  /// When it happens, if the migration still runs.
  enum Moment {
    case seconds(Double)
    /// When the transaction is committed, and statements after it are missing.
    case afterTransaction
  }

  struct Run {
    /// 0 if it succeeded, 3 if rows are at risk, 4 if the migration is incomplete, 5 if the server refuses rows, and something else for
    /// other errors.
    var status: Int32
    var output: String

    /// Whether rows were at risk, so that nothing was changed.
    var isRefused: Bool { status == 3 || status == 5 }

    /// What the pre-checks counted: the argument of `--allow`, and the number of rows.
    var counts: [String: Int] {
      let lines = output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
      return Dictionary(
        lines.compactMap { line in line.count == 3 ? Int(line[1]).map { ("\(line[0]):\(line[2])", $0) } : nil },
        uniquingKeysWith: { _, last in last })
    }
  }

  /// Runs the migrator.
  func run(_ arguments: [String], _ fault: Fault = .nothing, _ moment: Moment = .seconds(0)) throws -> Run {
    let arguments = ["\(url)&application_name=migrator"] + arguments
    let (process, output) = try Process.start(runner, arguments) { process in
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, output)
      return output
    }
    switch (fault, moment) {
    case (.nothing, _): break
    case (_, .afterTransaction):
      _ = try ServerProof.run(afterTransaction(command(of: fault, on: process.processIdentifier)), psql)
    case (_, .seconds(let seconds)):
      usleep(UInt32(seconds * 1_000_000))
      _ = try ServerProof.run("\(command(of: fault, on: process.processIdentifier))\n", psql)
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(status: process.terminationReason == .exit ? process.terminationStatus : 9, output: text)
  }

  /// The line for `psql` that makes a fault happen.
  private func command(of fault: Fault, on process: Int32) -> String {
    switch fault {
    case .nothing: ""
    case .kill: "\\! kill -KILL \(process)"
    case .disconnection:
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'migrator';"
    case .restart: "\\! \(restart ?? "false")"
    }
  }

  /// A script that waits for an incomplete migration, for two seconds at most, and keeps it from being recorded as complete until the fault
  /// happens.
  private func afterTransaction(_ command: String) -> String {
    """
    BEGIN;
    DO $wait$ BEGIN
      FOR attempt IN 1..2000 LOOP
        EXIT WHEN EXISTS (SELECT FROM \(Self.schema).postil_migration HAVING count(*) > 1);
        PERFORM pg_sleep(0.001);
      END LOOP;
      LOCK TABLE \(Self.schema).postil_migration IN EXCLUSIVE MODE;
      PERFORM pg_sleep(random() * 0.03);
    END $wait$;
    \(command)
    COMMIT;

    """
  }
}
