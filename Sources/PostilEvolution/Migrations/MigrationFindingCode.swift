/// The effect of a change on the rows of a database. The names are part of the file format.
package enum MigrationFindingCode: String, CaseIterable, Hashable, Sendable {
  case dropTable, dropColumn, dropConstraint, narrowType, replaceNull
  case newRequired, unconvertible, newUnique, newCheck, newReference, newMinimum, newMaximum

  /// Whether data is lost, which `@allow` accepts. Otherwise, existing rows can make the change fail.
  package var isLoss: Bool {
    switch self {
    case .dropTable, .dropColumn, .dropConstraint, .narrowType, .replaceNull: true
    case .newRequired, .unconvertible, .newUnique, .newCheck, .newReference, .newMinimum, .newMaximum: false
    }
  }
}
