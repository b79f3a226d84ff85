import PostilSQLite

/// Applies migrations to a copy of a database, skipping the steps in Swift between them.
///
/// The migrations after a step run on rows that the step hasn't changed. If those rows violate a migration, the step
/// may be needed to change them. Then the remaining migrations run on a copy of the schema without rows.
struct StepRehearsal {
  let ddl: String
  /// The number of applied files.
  private(set) var count = 0
  /// What wasn't verified, one sentence each.
  private(set) var notes: [String] = []

  init(ddl: String) { self.ddl = ddl }

  /// Applies all pending migrations, and records the steps as applied.
  /// - Throws: `MigrationError`, `SchemaMismatch`, `DatabaseError` if a migration can't be applied for a reason other
  ///   than rows that a step should have changed.
  mutating func run(_ database: MigrationDatabase) throws {
    count += try database.apply(ddl: ddl).filter { $0.kind == .sql }.count
    while let step = try database.stepInTheWay() {
      try database.skipStep()
      notes.append("the step '\(step)' in Swift was not run")
      let before = try Self.appliedFiles(of: database)
      do {
        count += try database.apply(ddl: ddl).filter { $0.kind == .sql }.count
      } catch let error as MigrationError {
        guard let refused = error.refusedByRows else { throw error }
        count += try Self.appliedFiles(of: database) - before
        notes.append(
          "without it '\(refused)' can't be applied to the rows, so the migrations from there on were applied to "
            + "the schema without rows; to verify them with rows, keep a database that the program has migrated")
        return try runWithoutRows(try database.copyWithoutRows())
      }
    }
  }

  private mutating func runWithoutRows(_ database: MigrationDatabase) throws {
    defer { database.close() }
    count += try database.apply(ddl: ddl).filter { $0.kind == .sql }.count
    while let step = try database.stepInTheWay() {
      try database.skipStep()
      notes.append("the step '\(step)' in Swift was not run")
      count += try database.apply(ddl: ddl).filter { $0.kind == .sql }.count
    }
  }

  private static func appliedFiles(of database: MigrationDatabase) throws -> Int {
    try database.status(ddl: nil).applied.filter { $0.kind == .sql }.count
  }
}

extension MigrationError {
  /// The migration that rows violate; `nil` if it fails for another reason.
  fileprivate var refusedByRows: String? {
    switch self {
    case .rowsAtRisk(let name, _), .statementFailed(let name, _, _, _), .commitFailed(let name, _),
      .rowsChanged(let name, _, _), .brokenReferences(let name, _):
      name
    default: nil
    }
  }
}
