import ArgumentParser
import PostilMigrations
import PostilServer
import PostilSources

/// The commands of `postil migrate` on a PostgreSQL server, in a tool that was built with the trait `PostgreSQL`.
struct ServerMigration {
  let url: String
  let target: PostgreSQLTarget

  /// Prints the applied and pending migrations.
  func status() throws {
    #if PostgreSQL
      try reporting { migrations in
        let (lines, reasons) = try migrations.status()
        for line in lines { StandardStream.output.write(line + "\n") }
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
        for line in try adopting ? migrations.adopt() : migrations.apply() { StandardStream.output.write(line + "\n") }
        if let refusal = try migrations.stepInTheWay() { throw refusal }
      }
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

  /// Prints how the database differs from the result of its migrations.
  func drift() throws {
    #if PostgreSQL
      try reporting { migrations in
        let differences = try migrations.drift()
        guard differences.isEmpty else {
          for line in differences { StandardStream.output.write(line + "\n") }
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
        for line in try migrations.verify(statements: target.schema.statements.map(\.sql)) {
          StandardStream.output.write(line + "\n")
        }
      }
    #else
      throw ServerURL.unsupported(url)
    #endif
  }

  #if PostgreSQL
    private func reporting(_ body: (ServerMigrations) throws -> Void) throws {
      let server = DatabaseServer(url)
      do {
        try body(ServerMigrations(server, folder: target.folder, target: target.models.target))
      } catch let error as UnusableServer {
        throw Misuse("'\(server.name)': \(error.reason)")
      }
    }
  #endif
}
