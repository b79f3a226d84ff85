import ArgumentParser
import PostilMigrations
import PostilServer
import PostilSources

/// The commands of `postil migrate` on a PostgreSQL server, in a tool that was built with the trait `PostgreSQL`.
struct ServerMigration {
  let url: String
  /// The schema; `nil` for the first one of the search path.
  let schema: String?
  let target: MigratedTarget
  var waiting: WaitingOptions?
  /// Whether every instance of the program runs the new version.
  var contracting = false

  /// Prints the applied and pending migrations.
  func status() throws {
    #if PostgreSQL
      try reporting { migrations in
        let (lines, found) = try migrations.status()
        for line in lines { StandardStream.output.write(line + "\n") }
        let reasons = try found.isEmpty ? unrecorded() : found
        if !reasons.isEmpty { throw MigrationRefusal(reasons) }
      }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  /// Applies the pending migrations.
  /// - Parameter adopting: whether they are only recorded, because the database already has their result.
  func apply(adopting: Bool) throws {
    #if PostgreSQL
      try reporting { migrations in
        if !adopting { try verification().examine(migrations.pending()) }
        for line in try adopting ? migrations.adopt() : migrations.apply() { StandardStream.output.write(line + "\n") }
        if let refusal = try migrations.stepInTheWay() { throw refusal }
        let reasons = try unrecorded()
        if !reasons.isEmpty { throw MigrationRefusal(reasons) }
      }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  /// Prints the statements that would run, and changes nothing.
  func script() throws {
    #if PostgreSQL
      try reporting { migrations in StandardStream.output.write(try migrations.script()) }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  /// Undoes the last applied migration.
  func undo() throws {
    #if PostgreSQL
      try reporting { migrations in StandardStream.output.write(try migrations.undoLast() + "\n") }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  /// Completes a migration that was interrupted after its transaction.
  /// - Parameter takingBack: whether it is undone instead.
  func repair(takingBack: Bool) throws {
    #if PostgreSQL
      try reporting { migrations in
        for line in try migrations.repair(takingBack: takingBack) { StandardStream.output.write(line + "\n") }
      }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  /// Prints how the database differs from the result of its migrations.
  func drift() throws {
    #if PostgreSQL
      try reporting { migrations in
        let (differences, allowed) = try migrations.drift()
        for line in differences + allowed { StandardStream.output.write(line + "\n") }
        guard differences.isEmpty else {
          throw MigrationRefusal(
            "the schema differs from the result of its migrations; revert the change, or write a migration that makes it",
            at: DatabaseServer(url).name)
        }
        StandardStream.output.write("\(DatabaseServer(url).name): the schema is the result of its migrations\n")
      }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  /// Proves the migrations in new databases of the server.
  func verify() throws {
    #if PostgreSQL
      try reporting { migrations in
        for line in try migrations.verify(statements: target.models.server?.statements.map(\.sql) ?? []) {
          StandardStream.output.write(line + "\n")
        }
      }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  #if PostgreSQL
    private func verification() throws -> MigrationVerification {
      try MigrationVerification(of: target.folder, for: target.models)
    }

    /// The changes of the models that no migration makes.
    private func unrecorded() throws -> [MigrationRefusal.Reason] {
      do {
        try verification().refuseMissing()
        return []
      } catch let refusal as MigrationRefusal {
        return refusal.reasons
      }
    }

    private var settings: ServerMigrations.Waiting {
      var settings = waiting?.waiting ?? .init()
      settings.contracts = contracting
      return settings
    }

    private func reporting(_ body: (ServerMigrations) throws -> Void) throws {
      let server = DatabaseServer(url, schema: schema)
      do {
        try body(
          ServerMigrations(
            server, folder: target.folder, target: target.models.target, waiting: settings))
      } catch let error as UnusableServer {
        throw Misuse("'\(server.name)': \(error.reason)")
      }
    }
  #endif
}
