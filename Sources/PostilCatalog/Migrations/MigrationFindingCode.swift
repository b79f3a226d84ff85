/// What a change can do to the rows of a database, under a name that stays: migrations are written with it and applied by it.
package enum MigrationFindingCode: String, CaseIterable, Hashable, Sendable {
  case dropTable, dropColumn, dropConstraint, narrowType, replaceNull
  case newRequired, unconvertible, newUnique, newCheck, newReference, newMinimum, newMaximum

  /// Whether rows lose something; a word lets that pass. Else rows can refuse the change, whatever the word.
  package var isLoss: Bool {
    switch self {
    case .dropTable, .dropColumn, .dropConstraint, .narrowType, .replaceNull: true
    case .newRequired, .unconvertible, .newUnique, .newCheck, .newReference, .newMinimum, .newMaximum: false
    }
  }
}
