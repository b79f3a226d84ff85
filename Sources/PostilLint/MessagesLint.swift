import PostilCompiler

/// Findings of `postil check`, and the annotations that suppress them.
extension Message {
  static let otherIndex = "the other one is here"
  static let cascadeGoesOn = "the cycle continues here"
  /// The end of each message about a table declared with `@table(sql:)`.
  static let andMigration = ", and write a migration"

  static func unusedAllow(_ code: LintCode) -> String {
    "'@allow(\(code.rawValue))' suppresses nothing; remove it"
  }

  static func unindexedReference(
    _ properties: [String], table: String, target: String, partial: String?, isEnforced: Bool
  ) -> String {
    let why =
      partial.map {
        "\(list(properties)) \(properties.count == 1 ? "is" : "are") indexed only by the partial index '\($0)', which doesn't "
          + "cover every row"
      } ?? "\(list(properties)) \(properties.count == 1 ? "has" : "have") no index"
    let what =
      isEnforced ? "each delete from '\(target)'" : "each query of the rows that reference a row of '\(target)'"
    return "\(why), so \(what) scans the whole table '\(table)'; remove 'unindexed'"
  }

  static func unenforcedReference(_ properties: [String], table: String, target: String, query: String) -> String {
    "the database doesn't enforce \(list(properties)), so rows of '\(table)' can refer to missing rows of '\(target)'; find "
      + "them with: \(query)"
  }

  static func redundantIndex(_ what: String, _ name: String, other: String, _ otherName: String, isWhole: Bool)
    -> String
  {
    isWhole
      ? "the \(what) '\(name)' has the same columns as the \(other) '\(otherName)', so it isn't needed; remove it"
      : "the \(other) '\(otherName)' starts with the columns of the \(what) '\(name)', which therefore isn't needed; remove "
        + "'\(name)'"
  }

  static func missingInverse(_ name: String, model: String, target: String) -> String {
    "'\(model).\(name)' has no inverse in '\(target)'; add 'inverse:' and a name"
  }

  static func reservedName(_ name: String, _ what: String, of owner: String, cure: String) -> String {
    "the \(what) name '\(name)' is a keyword in \(owner) and must be quoted in handwritten SQL; \(cure)"
  }

  static func longName(_ name: String, _ what: String, bytes: Int, cure: String) -> String {
    "the \(what) name '\(name)' is \(bytes) bytes long, and PostgreSQL truncates names to \(NameRules.limit) bytes; \(cure)"
  }

  static func nullableUnique(_ properties: [String], column: String, isAlone: Bool) -> String {
    let can = properties.count == 1 ? "\(list(properties)) can be 'nil'" : "\(list(properties)) can each be 'nil'"
    return
      "\(can), and 'nil' is never equal to 'nil', so several rows without a value are allowed; make it required, or confirm "
      + "this with 'where: \"\(column) IS NOT NULL\"'"
  }

  static func softDeletedUnique(column: String) -> String {
    "the unique key includes rows deleted by '@softDelete', so no new row can have the values of a deleted one; write "
      + "'@unique(…, where: \"\(column) IS NULL\")'"
  }

  static func cascadeCycle(_ names: [String]) -> String {
    names.count == 1
      ? "a delete cascades along '\(names[0])' from row to row, and SQLite rejects cascades deeper than 1,000 rows; write "
        + "'onDelete: nullify' or 'deny'"
      : "a delete cascades in a cycle along \(list(names)), and SQLite rejects cascades deeper than 1,000 rows; write "
        + "'onDelete: nullify' or 'deny' for one of them"
  }

  static func deniedCascade(_ reference: String, root: String, _ owner: String, _ target: String) -> String {
    let rows = owner == target ? "rows of '\(owner)'" : "rows of '\(target)' and '\(owner)'"
    return
      "a delete from '\(root)' cascades to \(rows), and '\(reference)' denies it if these rows refer to each other: always on "
      + "PostgreSQL, and depending on their order on SQLite; write 'onDelete: noAction', which counts only the rows that are left"
  }

  static func floatingPointMoney(_ property: String, _ type: String) -> String {
    let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
    let isOptional = plain != type
    return
      "'\(property)' looks like money, and '\(plain)' can't represent 0.1 exactly; write 'Decimal\(isOptional ? "?" : "")', or "
      + "'Int64\(isOptional ? "?" : "")' to store the smallest currency unit"
  }

  static func fullScan(_ query: String, table: String, cure: String?) -> String {
    "'\(query)' scans the whole table '\(table)' to find some rows; "
      + (cure.map { "write \($0)" }
        ?? "an index can't help with this condition, so compare a column directly with a value, or "
        + "allow the scan")
  }

  static func unindexedSort(_ query: String, cure: String) -> String {
    "'\(query)' sorts its results on every run; write \(cure)"
  }

  static func undistributedQuery(_ query: String, table: String, property: String) -> String {
    "'\(query)' reads '\(table)' on every server of a Citus cluster, because it doesn't compare '\(property)' with a value; add a "
      + "condition on '\(property)', or join by it"
  }

  static func cloudKitKey(_ properties: [String]) -> String {
    "CloudKit doesn't enforce unique keys, and \(list(properties)) \(properties.count == 1 ? "is" : "are") set by the "
      + "application; write 'let id: UUID'"
  }

  static func cloudKitUnique(_ properties: [String]) -> String {
    "CloudKit doesn't enforce uniqueness, and \(list(properties)) must be unique here; remove the unique key, and merge "
      + "duplicates in the application"
  }

  static func cloudKitRequired(_ property: String, _ type: String) -> String {
    "CloudKit can deliver a row without '\(property)'; write '\(type)?', or add a default"
  }

  static func cloudKitSingleton(_ model: String) -> String {
    "CloudKit doesn't enforce uniqueness, and '\(model)' must have a single row; remove '@singleton', and merge duplicates in "
      + "the application"
  }

  static func cloudKitRelationship(_ name: String, cure: String) -> String {
    "CloudKit can deliver a row before its '\(name)'; \(cure)"
  }

  static func cloudKitMinimum(_ name: String) -> String {
    "CloudKit can deliver a row before its '\(name)'; remove 'min:'"
  }

  static func cloudKitOrdered(_ name: String) -> String {
    "CloudKit doesn't support ordered relationships, and '\(name)' is ordered; remove 'ordered', and sort by a property"
  }

  static func cloudKitInverse(_ name: String, target: String) -> String {
    "CloudKit requires an inverse for every relationship, and '\(name)' has none in '\(target)'; add 'inverse:' and a name"
  }

  static func cloudKitDeny(_ properties: [String]) -> String {
    "CloudKit doesn't support 'onDelete: deny', and \(list(properties)) \(properties.count == 1 ? "uses" : "use") it; write "
      + "'onDelete: nullify' or 'cascade'"
  }
}
