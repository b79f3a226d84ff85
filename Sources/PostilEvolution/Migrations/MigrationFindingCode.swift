/// The effect of a change on the rows of a database. The names are part of the file format.
package enum MigrationFindingCode: String, CaseIterable, Hashable, Sendable {
  case dropTable, dropColumn, dropConstraint, narrowType, replaceNull
  case newRequired, unconvertible, newUnique, newExclusion, newCheck, newReference, newMinimum, newMaximum
  /// On PostgreSQL: a table is locked while all of its rows are written, or read.
  case tableRewrite, longLock
  /// On PostgreSQL: the version of the program that is still running fails.
  case renameTable, renameColumn, changeColumn, requireColumn, optionalColumn, dropDefault, dropView
  /// In statements that people write: all rows are deleted, or rows that are written meanwhile aren't copied.
  case deleteRows, unlockedCopy

  /// Whether `@allow` accepts it. Otherwise, existing rows can make the change fail.
  package var isLoss: Bool {
    switch self {
    case .newRequired, .unconvertible, .newUnique, .newExclusion, .newCheck, .newReference, .newMinimum, .newMaximum:
      false
    default: true
    }
  }
}
