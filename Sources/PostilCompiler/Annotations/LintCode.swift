/// The stable names of what `postil check` finds; each has its section in Docs/Check.md.
///
/// A code stands in brackets behind its warning, and in the note that silences it: `// @allow(nullableUnique, reason: "…")`.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
  /// A reference that no index serves.
  case unindexedReference
  /// An index that another one starts with.
  case redundantIndex
  /// A to-many whose other side has no way back.
  case missingInverse
  /// A name that is a keyword of SQLite or PostgreSQL.
  case reservedName
  /// A name that PostgreSQL would cut.
  case longName
  /// A unique key that can hold `NULL`, and so several rows that look alike.
  case nullableUnique
  /// Deletes that lead back to the table that they started from.
  case cascadeCycle
  /// Money in a floating-point number.
  case floatingPointMoney
  /// A named query that reads a whole table.
  case fullScan
  /// A named query that sorts what it finds.
  case unindexedSort
  /// `--profile cloudkit`: a unique key.
  case cloudKitUnique
  /// `--profile cloudkit`: a property without a default that is not optional.
  case cloudKitRequired
  /// `--profile cloudkit`: a required reference, or members that there must be.
  case cloudKitRelationship
  /// `--profile cloudkit`: a reference whose other side has no way back.
  case cloudKitInverse
  /// `--profile cloudkit`: members that have an order.
  case cloudKitOrdered
  /// `--profile cloudkit`: a delete that is refused.
  case cloudKitDeny
  /// An `@allow` that silences nothing.
  case unusedAllow

  /// Whether an `@allow` can silence it: one that silences nothing is removed instead.
  public var canBeAllowed: Bool { self != .unusedAllow }
}
