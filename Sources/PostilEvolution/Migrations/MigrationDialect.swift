/// The database that migration files are written for.
package enum MigrationDialect: Hashable, Sendable {
  case sqlite, postgreSQL

  /// What the name of a file has before `.sql`.
  package var suffix: String { self == .sqlite ? "" : ".postgresql" }
  /// What a command needs after its other arguments to work on these files.
  package var option: String { self == .sqlite ? "" : " --dialect postgresql" }
}
