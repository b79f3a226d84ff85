/// The codes of the findings of `postil check`, which never change. Docs/Commands.md has a section about each.
///
/// A warning ends with its code in brackets. An annotation with the code suppresses it: `// @allow(nullableUnique,
/// reason: "…")`.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
  /// A reference without an index.
  case unindexedReference
  /// A reference that the database doesn't enforce.
  case unenforcedReference
  /// An index that is a prefix of another.
  case redundantIndex
  /// A to-many relationship without an inverse.
  case missingInverse
  /// A name that is a keyword of SQLite or PostgreSQL.
  case reservedName
  /// A name that PostgreSQL would truncate.
  case longName
  /// A unique key with a nullable column, which permits several rows without a value.
  case nullableUnique
  /// A unique key that includes soft-deleted rows.
  case softDeletedUnique
  /// Deletions that cascade back to their own table.
  case cascadeCycle
  /// A reference that denies a deletion between rows that are deleted together.
  case deniedCascade
  /// Money in a floating-point number.
  case floatingPointMoney
  /// A named query that reads a whole table.
  case fullScan
  /// A named query that sorts its rows.
  case unindexedSort
  /// A named query that reads the rows of all servers of a Citus cluster.
  case undistributedQuery
  /// `--profile cloudkit`: a unique key.
  case cloudKitUnique
  /// `--profile cloudkit`: a non-optional property without a default.
  case cloudKitRequired
  /// `--profile cloudkit`: a required reference, or a minimum number of members.
  case cloudKitRelationship
  /// `--profile cloudkit`: a reference without an inverse.
  case cloudKitInverse
  /// `--profile cloudkit`: an ordered relationship.
  case cloudKitOrdered
  /// `--profile cloudkit`: a reference that denies deletion.
  case cloudKitDeny
  /// `--profile citus`: a named query that Citus can't run, because of a join or a subquery.
  case citusJoin
  /// `--profile citus`: a recursive named query that Citus can't run.
  case citusRecursion
  /// `--profile citus`: a named query that Citus can't run, because of the values that it writes.
  case citusWrite
  /// An `@allow` that suppresses nothing.
  case unusedAllow

  /// Whether an `@allow` can suppress it. An unused `@allow` is removed instead.
  public var canBeAllowed: Bool { self != .unusedAllow }
}
