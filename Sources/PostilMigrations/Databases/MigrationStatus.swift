import PostilQuery
import PostilSQLite

/// The migrations of a database, and the differences of its schema from their result.
package struct MigrationStatus: Sendable {
  /// Whether the database is empty.
  package let isNew: Bool
  /// Whether it has the table of migrations.
  package let hasLedger: Bool
  /// The applied migrations, oldest first.
  package let applied: [MigrationRecord]
  /// The migrations that would be applied, in order.
  package let pending: [String]
  /// For a database that was created before the program had migrations: the last migration whose result it has.
  package let adoptable: String?
  /// The reasons why nothing can be applied; the first one has to be resolved first.
  package let problems: [MigrationError]
  /// The differences from the result of the migrations, including additional objects.
  package let drift: [SchemaMismatch.Difference]
  /// The differences from the models; empty if migrations are pending or the models are unknown.
  package let modelDrift: [SchemaMismatch.Difference]

  /// Whether the database has the schema of the migrations and of the models.
  package var isUpToDate: Bool {
    pending.isEmpty && problems.isEmpty && !(drift + modelDrift).contains(where: \.isHarmful)
  }
}
