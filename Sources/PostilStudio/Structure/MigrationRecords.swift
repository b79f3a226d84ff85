import PostilMigrations
import PostilRows
import PostilSQLite
import PostilSources

/// A target's migrations in a database, for the page.
struct TargetMigrations: Sendable {
  /// A migration.
  struct Entry: Sendable {
    var name: String
    /// `applied`, `incomplete`, `pending`, or `unrecorded` if the database has its result.
    var state: String
    var appliedAt: String?
    var kind: String?
    var milliseconds: Int?
  }

  var target: String
  var entries: [Entry] = []
  /// Why nothing can be applied, or what has to be done.
  var problems: [String] = []
  /// How the database differs from the result of its migrations, or from the models.
  var differences: [String] = []
  /// Whether the differences have been looked for.
  var comparison = Comparison.done

  /// Whether a database was compared.
  enum Comparison: String, Sendable {
    case done
    /// It can be compared, in a temporary database that isn't created without being asked for.
    case possible
    /// It can't be compared; the problems contain the reason.
    case refused
  }

  /// The migrations, as the page shows them.
  var json: JSONTree {
    let entries = entries.map { entry -> JSONTree in
      [
        "name": .string(entry.name), "state": .string(entry.state), "appliedAt": .optional(entry.appliedAt),
        "kind": .optional(entry.kind), "milliseconds": .optional(entry.milliseconds),
      ]
    }
    return .array(entries)
  }
}

extension TargetMigrations {
  /// Reads an SQLite file without changing it.
  /// - Throws: the errors of SQLite and of migrations.
  init(of target: MigratedTarget, path: String) throws {
    self.target = target.models.target
    guard !target.folder.files.isEmpty else {
      differences = try Self.differences(of: path, from: target.models.ddl)
      return
    }
    let database = try MigrationDatabase(path: path, migrations: target.folder.migrations, isReadOnly: true)
    defer { database.close() }
    let status = try database.status(ddl: target.models.ddl)
    entries = status.applied.map { record in
      Entry(
        name: record.name, state: "applied", appliedAt: record.appliedAt, kind: record.kind?.rawValue,
        milliseconds: record.milliseconds)
    }
    if let last = status.adoptable {
      let names = try target.folder.order().names
      entries += names.prefix((names.firstIndex(of: last) ?? -1) + 1).map { Entry(name: $0, state: "unrecorded") }
    }
    entries += status.pending.map { Entry(name: $0, state: "pending") }
    problems = status.problems.map { "\($0)" }
    if let name = status.adoptable {
      problems.append(
        "the database was created without migrations and has the schema of '\(name)'; the program records the migrations up to "
          + "that one when it opens the database")
    }
    differences = (status.drift.isEmpty ? status.modelDrift : status.drift).map { "\($0)" }
    // A database that isn't in the state of any migration is compared with the models.
    if differences.isEmpty, !status.problems.isEmpty {
      differences = try Self.differences(of: path, from: target.models.ddl)
    }
  }

  private static func differences(of path: String, from ddl: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, options: SQLiteOptions(isReadOnly: true))
    defer { connection.close() }
    return try Migrator.differences(of: connection.migrationState().objects, from: ddl).map { "\($0)" }
  }
}

extension Studio {
  /// The migrations of each target.
  func migrations() async throws -> JSONTree {
    .object(try await migrationsOfTargets().map { .init($0.target, $0.json) })
  }

  /// How the database differs from its migrations and models.
  /// - Parameter isRequested: whether a temporary database may be created for it.
  func drift(isRequested: Bool) async throws -> JSONTree {
    let targets = try await migrationsOfTargets(isCompared: isRequested)
    return [
      "differences": .strings(targets.flatMap(\.differences)), "problems": .strings(targets.flatMap(\.problems)),
      "comparison": .string((targets.map(\.comparison).first { $0 != .done } ?? .done).rawValue),
    ]
  }

  private func migrationsOfTargets(isCompared: Bool = false) async throws -> [TargetMigrations] {
    do {
      return try await isCompared ? inspection.compared(targets, graphs) : inspection.migrations(of: targets, graphs)
    } catch let refusal as MigrationRefusal {
      throw StudioError.conflict(refusal.reasons.flatMap(\.lines).joined(separator: "\n"))
    } catch let misuse as Misuse {
      throw StudioError(status: 500, misuse.description)
    }
  }
}
