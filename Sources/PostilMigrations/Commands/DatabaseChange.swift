import PostilSQLite

/// Migrations applied to a database, or undone in it.
package struct DatabaseChange {
  private let path: String
  private let folder: MigrationFolder
  private let models: MigrationModels

  /// Makes ready to change a database; nothing is opened yet.
  package init(of path: String, folder: MigrationFolder, models: MigrationModels) {
    self.path = path
    self.folder = folder
    self.models = models
  }

  /// Applies what is pending, up to the first step in Swift.
  /// - Returns: what was done, a line each; and the refusal to go on, where a step in Swift comes next.
  /// - Throws: ``MigrationRefusal`` where the database cannot be migrated.
  package func apply() throws -> (lines: [String], refusal: MigrationRefusal?) {
    try withDatabase { database in
      let outcomes = try database.apply(ddl: models.ddl)
      let lines = outcomes.flatMap(Self.lines)
      guard let step = try database.stepInTheWay() else {
        return (outcomes.isEmpty ? ["\(path): nothing to apply"] : lines, nil)
      }
      let rest = try database.status(ddl: nil).pending.count - 1
      let others = rest == 0 ? "" : ", and then applies the \(Counted.text(rest, "migration")) after it"
      return (
        lines,
        MigrationRefusal(
          "the next one is '\(step)', a step in Swift, which only the program can run: start the program, which runs it\(others)",
          at: path)
      )
    }
  }

  /// The statements that would be run, ready for `sqlite3`; nothing is changed.
  /// - Throws: ``MigrationRefusal`` where the database cannot be migrated.
  package func script() throws -> String { try withDatabase { try $0.dryRun(ddl: models.ddl) } }

  /// Undoes the migration that was applied last, and says what was done.
  /// - Throws: ``MigrationRefusal`` where nothing undoes it, or rows would be lost.
  package func undoLast() throws -> [String] {
    try withDatabase { database in
      let status = try database.status(ddl: nil)
      guard let last = status.applied.last else {
        throw MigrationRefusal("no migration was applied to it, so there is none to undo", at: path)
      }
      guard let undo = folder.undos[last.name] else {
        throw MigrationRefusal(
          "'\(last.name)' has no undo: there is no '\(last.name).down.sql' in '\(folder.path)'; restore a copy of the "
            + "database, or write a migration that leads back", at: path)
      }
      try database.undo(last.name, sql: undo.text)
      return ["\(path): '\(last.name)' undone"]
    }
  }

  private func withDatabase<Value>(_ body: (MigrationDatabase) throws -> Value) throws -> Value {
    try OpenedDatabase.with(path, migrations: folder.migrations, body)
  }

  private static func lines(_ outcome: MigrationOutcome) -> [String] {
    let what =
      switch outcome.kind {
      case .sql, .swift: "applied in \(milliseconds(outcome.duration)) ms"
      case .adopted: "recorded, for the database has what it makes"
      case .checkpoint: "recorded, for the database has all that it stands for"
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
