import PostilSQLite

/// Applies migrations to a copy of a database, without the steps in Swift between them.
///
/// What comes after a step is applied to the rows as they are without it. Where they refuse it, only the step could have changed
/// that: then the rest is applied to a copy of the schema without rows.
struct StepRehearsal {
  let ddl: String
  /// How many files were applied.
  private(set) var count = 0
  /// What was not proved, a sentence each.
  private(set) var notes: [String] = []

  init(ddl: String) { self.ddl = ddl }

  /// Applies everything that is pending, and records the steps as applied.
  /// - Throws: `MigrationError`, `SchemaMismatch`, `DatabaseError` where a migration cannot be applied, for another reason than rows
  ///   that a step was to change.
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
          "without it the rows refuse '\(refused)', so the migrations from there on were applied to the schema without rows; "
            + "a database that the program has migrated proves them with rows")
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
  /// The migration that rows refuse; `nil` where it is refused for another reason.
  fileprivate var refusedByRows: String? {
    switch self {
    case .rowsAtRisk(let name, _), .statementFailed(let name, _, _, _), .commitFailed(let name, _),
      .rowsChanged(let name, _, _), .brokenReferences(let name, _):
      name
    default: nil
    }
  }
}
