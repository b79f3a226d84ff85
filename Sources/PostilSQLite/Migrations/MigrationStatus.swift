import PostilQuery

/// Where a database stands among migrations, and where it is not what they make.
package struct MigrationStatus: Sendable {
  /// Whether there is nothing in the database.
  package let isNew: Bool
  /// Whether it notes its migrations.
  package let hasLedger: Bool
  /// What it notes, oldest first.
  package let applied: [MigrationRecord]
  /// What would be applied, in order.
  package let pending: [String]
  /// Of a database that was made before there were migrations, the last one whose work is done.
  package let adoptable: String?
  /// Why nothing could be applied; the first is the one to solve first.
  package let problems: [MigrationError]
  /// Where the database is not what its migrations make, object by object; objects that no migration knows among them.
  package let drift: [SchemaMismatch.Difference]
  /// Where the database is not what the models say; empty where migrations are pending or the models are not known.
  package let modelDrift: [SchemaMismatch.Difference]

  /// Whether the database is where the migrations and the models are.
  package var isUpToDate: Bool {
    pending.isEmpty && problems.isEmpty && drift.harmful.isEmpty && modelDrift.harmful.isEmpty
  }
}

extension SchemaMismatch.Difference {
  /// Whether it is a reason to refuse the database: an object more than the program knows is none.
  package var isHarmful: Bool { if case .additional = self { false } else { true } }
}
