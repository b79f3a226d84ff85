import PostilCompiler
import PostilRows
import PostilSQLite
import PostilSources

/// What a database consists of, and whether it is intact.
protocol StudioInspection: Sendable {
  /// The sizes of its tables and indexes.
  func sizes(isExact: Bool) async throws -> JSONTree
  /// Looks for damage and for broken references.
  func integrity() async throws -> JSONTree
  /// The migrations of targets.
  func migrations(of targets: [SourceTarget], _ graphs: [ModelGraph]) async throws -> [TargetMigrations]
  /// The migrations of targets, with the differences also if these need a temporary database.
  func compared(_ targets: [SourceTarget], _ graphs: [ModelGraph]) async throws -> [TargetMigrations]
}

/// An SQLite file.
struct SQLiteInspection: StudioInspection {
  let path: String
  let console: SQLiteConsole

  func sizes(isExact: Bool) async throws -> JSONTree {
    let sizes = try await console.inspect { try TableSizes($0, isExact: isExact) }
    return [
      "objects": .array(sizes.objects.map(Self.json)), "file": .integer(Int64(sizes.fileBytes)),
      "free": .integer(Int64(sizes.freeBytes)), "remark": .optional(sizes.remark),
    ]
  }

  private static func json(_ object: TableSizes.Object) -> JSONTree {
    [
      "name": .string(object.name), "kind": .string(object.kind), "table": .string(object.table),
      "bytes": .optional(object.bytes), "rows": .optional(object.rows), "estimated": .bool(object.isEstimate),
    ]
  }

  func integrity() async throws -> JSONTree {
    let start = ContinuousClock.now
    let findings = try await console.inspect { try $0.integrityFindings(quick: false, limit: 100) }
    return [
      "problems": .strings(findings.map(\.description)), "milliseconds": .milliseconds(start.duration(to: .now)),
    ]
  }

  func migrations(of targets: [SourceTarget], _ graphs: [ModelGraph]) async throws -> [TargetMigrations] {
    let migrated = try MigratedTarget.all(targets, graphs) { target in
      let migrations = try target.migrations()
      guard migrations.diagnostics.isEmpty else {
        throw StudioError.conflict(migrations.diagnostics.flatMap(\.lines).joined(separator: "\n"))
      }
      return migrations
    }
    return try await BlockWorker().run { try migrated.map { try TargetMigrations(of: $0, path: path) } }
  }
}

extension SQLiteInspection {
  /// The differences of a file are always found.
  func compared(_ targets: [SourceTarget], _ graphs: [ModelGraph]) async throws -> [TargetMigrations] {
    try await migrations(of: targets, graphs)
  }
}

extension JSONTree {
  /// A duration in milliseconds, with three digits after the point.
  static func milliseconds(_ duration: Duration) -> JSONTree {
    .number((duration / .microseconds(1)).rounded() / 1_000)
  }
}
