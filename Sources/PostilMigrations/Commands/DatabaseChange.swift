import PostilSQLite

/// Applies migrations to a database, or undoes the last one.
package struct DatabaseChange {
  private let path: String
  private let folder: MigrationFolder
  private let models: MigrationModels

  /// Prepares the change, without opening the database yet.
  package init(of path: String, folder: MigrationFolder, models: MigrationModels) {
    self.path = path
    self.folder = folder
    self.models = models
  }

  /// Applies the pending migrations, up to the first step in Swift.
  /// - Returns: the output lines, and a refusal if a step in Swift comes next.
  /// - Throws: ``MigrationRefusal`` if the database can't be migrated.
  package func apply() throws -> (lines: [String], refusal: MigrationRefusal?) {
    try withMigrations { database in
      let outcomes = try database.apply(ddl: models.ddl)
      let lines = outcomes.flatMap(Self.lines)
      guard let step = try database.stepInTheWay() else {
        return (outcomes.isEmpty ? ["\(path): nothing to apply"] : lines, nil)
      }
      let rest = try database.status(ddl: nil).pending.count - 1
      let others = rest == 0 ? "" : ", which runs it and then applies the \(Counted.text(rest, "migration")) after it"
      return (
        lines,
        MigrationRefusal(
          "the next one is '\(step)', a step in Swift, which only the program can run; start the program\(others)",
          at: path)
      )
    }
  }

  /// The statements that would run, as a script for `sqlite3`. Nothing is changed.
  /// - Throws: ``MigrationRefusal`` if the database can't be migrated.
  package func script() throws -> String { try withMigrations { try $0.dryRun(ddl: models.ddl) } }

  /// Undoes the last applied migration.
  /// - Returns: the output lines.
  /// - Throws: ``MigrationRefusal`` if it has no undo, or rows would be lost.
  package func undoLast() throws -> [String] {
    try withDatabase { database in
      let status = try database.status(ddl: nil)
      guard let last = status.applied.last else {
        throw MigrationRefusal("no migration was applied, so there is nothing to undo", at: path)
      }
      guard let undo = folder.undos[last.name] else {
        throw MigrationRefusal(
          "'\(last.name)' can't be undone, because '\(folder.path)' contains no '\(last.name).down.sql'; restore a "
            + "backup of the database, or write a migration that reverts the change", at: path)
      }
      try database.undo(last.name, sql: undo.text)
      return ["\(path): '\(last.name)' undone"]
    }
  }

  private func withMigrations<Value>(_ body: (MigrationDatabase) throws -> Value) throws -> Value {
    guard try !folder.order().names.isEmpty else {
      throw MigrationRefusal(
        "there are no migrations to apply; write the first one with 'postil migrate new create PATH'", at: folder.path)
    }
    try folder.proveRecord()
    return try withDatabase(body)
  }

  private func withDatabase<Value>(_ body: (MigrationDatabase) throws -> Value) throws -> Value {
    try OpenedDatabase.with(path, migrations: folder.migrations, body)
  }

  private static func lines(_ outcome: MigrationOutcome) -> [String] {
    let what =
      switch outcome.kind {
      case .sql, .swift: "applied in \(milliseconds(outcome.duration)) ms"
      case .adopted: "recorded without running, because the database already has its schema"
      case .checkpoint: "recorded without running, because the database has every migration that it replaces"
      }
    return ["\(outcome.name): \(what)"]
      + outcome.counts.filter { $0.rows > 0 }.map {
        "  \($0.code) \($0.subject): \(Counted.text($0.rows, "row"))"
      }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}
