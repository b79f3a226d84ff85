import PostilQuery
import PostilSQLite

/// The migrations of a database, and the differences between its schema and their result.
package struct MigrationStatus: Sendable {
  /// Whether the database is empty.
  package let isNew: Bool
  /// Whether it has the migration table.
  package let hasLedger: Bool
  /// The applied migrations, oldest first.
  package let applied: [MigrationRecord]
  /// The migrations that would be applied, in order.
  package let pending: [String]
  /// For a database created before the program had migrations: the last migration whose result matches its schema.
  package let adoptable: String?
  /// The reasons why nothing can be applied. The first one must be resolved first.
  package let problems: [MigrationError]
  /// The differences between the schema and the result of the migrations, including additional objects.
  package let drift: [SchemaMismatch.Difference]
  /// The differences between the schema and the models; empty if migrations are pending or the models are unknown.
  package let modelDrift: [SchemaMismatch.Difference]

  /// Whether the database has the schema of the migrations and of the models.
  package var isUpToDate: Bool {
    pending.isEmpty && problems.isEmpty && !(drift + modelDrift).contains(where: \.isHarmful)
  }
}
