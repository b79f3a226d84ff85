import PostilQuery
import PostilSQLite

/// The applied and pending migrations of a database, and its differences from their result.
package struct DatabaseStatus {
  /// The output lines.
  package private(set) var lines: [String] = []
  /// What must be done; empty if nothing needs to be done.
  package private(set) var reasons: [MigrationRefusal.Reason] = []

  private let path: String
  private let target: String

  /// Reads a database without changing it.
  /// - Throws: `DatabaseError` if it can't be read.
  package init(of path: String, folder: MigrationFolder, models: MigrationModels) throws {
    self.path = path
    target = models.target
    let status = try OpenedDatabase.with(path, migrations: folder.migrations, isReadOnly: true) {
      try $0.status(ddl: models.ddl)
    }
    addMigrations(status, steps: Set(folder.steps.map(\.name)))
    addDrift(
      status.drift, from: "the result of its migrations",
      "the schema was changed by hand, and the program would refuse to open it; revert the change, or write a "
        + "migration that makes it")
    if status.drift.isEmpty {
      addDrift(
        status.modelDrift, from: "the models of '\(models.target)'",
        "the models were changed without a migration; write it with 'postil migrate new NAME PATH'")
    }
    reasons += status.problems.map { MigrationRefusal.Reason("\($0)", at: path) }
    addAdvice(status, folder: folder)
  }

  /// Reads the recorded migrations of a database, without a migrations folder.
  package init(of path: String) throws {
    self.path = path
    target = ""
    addMigrations(
      try OpenedDatabase.with(path, migrations: SchemaMigrations([]), isReadOnly: true) { try $0.status(ddl: nil) })
  }

  private mutating func addMigrations(_ status: MigrationStatus, steps: Set<String> = []) {
    let applied = Counted.text(status.applied.count, "migration") + " applied"
    lines.append("\(path): \(status.hasLedger ? applied : status.isNew ? "empty" : "no migrations applied")")
    let width = (status.applied.map(\.name) + status.pending).map(\.count).max() ?? 0
    for migration in status.applied {
      let name = migration.name.padded(to: width)
      lines.append("  applied  \(name)  \(migration.appliedAt)  \(migration.kind?.rawValue ?? "unknown")")
    }
    for name in status.pending {
      lines.append("  pending  " + (steps.contains(name) ? name.padded(to: width) + "  swift" : name))
    }
  }

  private mutating func addDrift(_ drift: [SchemaMismatch.Difference], from what: String, _ advice: String) {
    guard !drift.isEmpty else { return }
    lines.append("it differs from \(what):")
    lines += drift.map { "  \($0)" }
    guard drift.contains(where: \.isHarmful) else { return }
    reasons.append(.init(advice, at: path))
  }

  private mutating func addAdvice(_ status: MigrationStatus, folder: MigrationFolder) {
    guard reasons.isEmpty else { return }
    if let name = status.adoptable {
      reasons.append(
        .init(
          "it was created without migrations and has the schema of '\(name)'; the program, or 'postil migrate "
            + "apply', will record the migrations up to that one as applied", at: path))
    } else if !status.pending.isEmpty {
      let are = status.pending.count == 1 ? "migration is" : "migrations are"
      let step = status.pending.first { name in folder.steps.contains { $0.name == name } }
      let who =
        step.map {
          "the program applies them when it starts; 'postil migrate apply' stops before '\($0)', a step in Swift"
        }
        ?? "the program applies them when it starts, or 'postil migrate apply' does"
      reasons.append(.init("\(status.pending.count) \(are) pending: \(who)", at: path))
    }
  }
}

extension String {
  /// Padded with spaces at the end.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
