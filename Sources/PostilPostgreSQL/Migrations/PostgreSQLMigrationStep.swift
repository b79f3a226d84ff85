#if PostgreSQL
  import PostilSQLite

  /// A step in Swift between the migrations for PostgreSQL, to change existing rows in a way that SQL can't.
  ///
  /// ```swift
  /// let capitalise = PostgreSQLMigrationStep("capitalise_titles", after: "20261121090000_create") { db in … }
  /// let store = try await PostgreSQLStore(url, schema: TasksSchema.self, migrations: TasksSchema.migrations, steps: [capitalise])
  /// ```
  public struct PostgreSQLMigrationStep: Sendable {
    /// The name that the database records.
    public let name: String
    /// The migration or the step that it runs after.
    public let after: String
    let body: @Sendable (PostgreSQLWriteTransaction) throws -> Void

    /// Creates a step. It runs once in each schema, in a transaction of its own: after the migration that it names, and before all
    /// migrations that come after that one. Several steps after the same migration run in the order of the array. The tables may differ
    /// from the current models, so use raw SQL. A step changes rows; the schema is changed by files.
    ///
    /// The transaction reads a snapshot (`REPEATABLE READ`). If it changes a row that another transaction has changed since, or doesn't get
    /// a lock in time, it is rolled back and the step runs again.
    /// - Parameters:
    ///   - name: it must differ from the names of all migrations.
    ///   - migration: the name of a file without `.postgresql.sql`, or of another step.
    ///   - body: changes the rows. If it throws, its changes are rolled back and the store isn't opened.
    public init(
      _ name: String, after migration: String, _ body: @escaping @Sendable (PostgreSQLWriteTransaction) throws -> Void
    ) {
      (self.name, after, self.body) = (name, migration, body)
    }
  }

  /// The steps of a program, and the connection on which they run.
  struct ServerSteps: Sendable {
    let steps: [PostgreSQLMigrationStep]
    /// Opens the connection. A step can't use that of the migrations, whose values are texts.
    let connect: @Sendable () throws -> PostgreSQLConnection

    /// Runs a step, and records it in the same transaction.
    /// - Parameters:
    ///   - ledger: where it is recorded.
    ///   - lockTimeout: how many milliseconds its statements wait for a lock.
    /// - Returns: `nil` if the program doesn't have the step.
    /// - Throws: `MigrationError.stepFailed(name:reason:)`
    func run(_ name: String, in ledger: ServerLedger, lockTimeout: Int64) throws -> MigrationOutcome? {
      guard let step = steps.first(where: { $0.name == name }) else { return nil }
      let start = ContinuousClock.now
      let connection = try connect()
      // A limit of the role for the statements of the program doesn't apply to migrations.
      try connection.run(
        "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = \(lockTimeout)")
      do {
        // A row that the program changes after the step has read it would be overwritten with 'READ COMMITTED'.
        let serial = try connection.begin(["BEGIN ISOLATION LEVEL REPEATABLE READ"], isWriting: true)
        try step.body(PostgreSQLWriteTransaction(connection, serial))
        _ = try connection.texts(
          ledger.insertion,
          [name, "", "\((ContinuousClock.now - start).milliseconds)", MigrationOutcome.Kind.swift.rawValue, "t"])
        try connection.commit()
      } catch {
        connection.rollBack()
        throw MigrationError.stepFailed(name: name, reason: error)
      }
      for body in connection.takeAfterCommit() { body() }
      return MigrationOutcome(name: name, kind: .swift, duration: ContinuousClock.now - start, counts: [])
    }
  }
#endif
