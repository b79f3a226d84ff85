/// The effect of a change on the rows of a database. The names are part of the file format.
package enum MigrationFindingCode: String, CaseIterable, Hashable, Sendable {
  case dropTable, dropColumn, dropConstraint, narrowType, replaceNull
  case newRequired, unconvertible, newUnique, newCheck, newReference, newMinimum, newMaximum
  /// On PostgreSQL: a table is locked while all of its rows are written, or read.
  case tableRewrite, longLock

  /// Whether `@allow` accepts it: data is lost, or a table is locked. Otherwise, existing rows can make the change fail.
  package var isLoss: Bool {
    switch self {
    case .dropTable, .dropColumn, .dropConstraint, .narrowType, .replaceNull, .tableRewrite, .longLock: true
    case .newRequired, .unconvertible, .newUnique, .newCheck, .newReference, .newMinimum, .newMaximum: false
    }
  }
}
