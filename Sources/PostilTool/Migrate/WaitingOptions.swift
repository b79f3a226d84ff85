import ArgumentParser
import PostilServer

/// How a migration of a server waits for locks, and for other processes that migrate.
struct WaitingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "PostgreSQL: how long a statement waits for a lock, while others wait behind it. The default is 500.",
      valueName: "milliseconds"))
  var lockTimeout: Int?

  @Option(
    help: ArgumentHelp(
      "PostgreSQL: how often a migration is tried if it doesn't get its locks. The default is 60.", valueName: "number")
  )
  var attempts: Int?

  @Option(
    help: ArgumentHelp(
      "PostgreSQL: how long to wait for another process that migrates the database. The default is to wait until it has finished.",
      valueName: "seconds"))
  var wait: Int?

  func validate() throws {
    for (name, value, least) in [("--lock-timeout", lockTimeout, 1), ("--attempts", attempts, 1), ("--wait", wait, 0)] {
      if let value, value < least { throw ValidationError("'\(name)' must be at least \(least).") }
    }
  }

  #if PostgreSQL
    /// The settings, with messages on standard error.
    var waiting: ServerMigrations.Waiting {
      var waiting = ServerMigrations.Waiting()
      if let lockTimeout { waiting.lockTimeout = .milliseconds(lockTimeout) }
      if let attempts { waiting.attempts = attempts }
      waiting.timeout = wait.map { .seconds($0) }
      waiting.report = { StandardStream.error.write("postil: \($0)\n") }
      return waiting
    }
  #endif
}
