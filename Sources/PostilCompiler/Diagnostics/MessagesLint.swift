/// What `postil check` finds, and the notes that silence it.
extension Message {
  static let otherIndex = "the other one is here"
  static let cascadeGoesOn = "the circle goes on here"
  /// What advice about a table of '@table(sql:)' ends with.
  static let andMigration = ", and write a migration"

  static func unknownFinding(_ code: String, suggestion: String?) -> String {
    suggestion.map { "'@allow' knows no finding '\(code)'; did you mean '\($0)'?" }
      ?? "'@allow' knows no finding '\(code)'; write the code that 'postil check' prints in brackets behind the warning"
  }

  static func unallowableFinding(_ code: String) -> String {
    "'\(code)' cannot be allowed; remove the '@allow' that silences nothing"
  }

  static func emptyReason(_ code: String) -> String {
    "'reason:' of '@allow(\(code))' is empty; write why the finding does no harm here"
  }

  static func unusedAllow(_ code: LintCode) -> String {
    "'@allow(\(code.rawValue))' silences nothing; remove it"
  }

  static func unindexedReference(_ properties: [String], table: String, target: String, partial: String?) -> String {
    let why =
      partial.map {
        "\(list(properties)) \(properties.count == 1 ? "is" : "are") indexed for some rows only, by '\($0)', which cannot "
          + "answer for all of them"
      } ?? "\(list(properties)) \(properties.count == 1 ? "has" : "have") no index"
    return "\(why), so each delete from '\(target)' reads the whole of '\(table)'; remove 'unindexed'"
  }

  static func redundantIndex(_ what: String, _ name: String, other: String, _ otherName: String, isWhole: Bool)
    -> String
  {
    isWhole
      ? "the \(what) '\(name)' has the columns of the \(other) '\(otherName)' and answers nothing more; remove this one"
      : "the \(other) '\(otherName)' starts with the columns of the \(what) '\(name)' and answers the same; remove this one"
  }

  static func missingInverse(_ name: String, model: String, target: String) -> String {
    "'\(target)' has no way back from '\(model).\(name)'; write 'inverse:' and a name for it"
  }

  static func reservedName(_ name: String, _ what: String, of owner: String, cure: String) -> String {
    "the \(what) '\(name)' has the name of a keyword of \(owner), which everybody who types SQL must quote; \(cure)"
  }

  static func longName(_ name: String, _ what: String, bytes: Int, cure: String) -> String {
    "the \(what) '\(name)' has a name of \(bytes) bytes, of which PostgreSQL keeps \(Names.limit); \(cure)"
  }

  static func nullableUnique(_ properties: [String], column: String, isAlone: Bool) -> String {
    let can = properties.count == 1 ? "\(list(properties)) can be 'nil'" : "\(list(properties)) can each be 'nil'"
    return
      "\(can), and no 'nil' equals another, so rows without a value are not held apart; make it required, or say so "
      + "with 'where: \"\(column) IS NOT NULL\"'"
  }

  static func cascadeCycle(_ names: [String]) -> String {
    names.count == 1
      ? "a delete cascades along '\(names[0])' from row to row, and SQLite refuses one that goes deeper than 1,000 rows; "
        + "write 'onDelete: nullify' or 'deny'"
      : "a delete cascades in a circle along \(list(names)), and SQLite refuses one that goes deeper than 1,000 rows; "
        + "write 'onDelete: nullify' or 'deny' for one of them"
  }

  static func floatingPointMoney(_ property: String, _ type: String) -> String {
    let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
    let isOptional = plain != type
    return
      "'\(property)' looks like money, and '\(plain)' cannot hold 0.1; write 'Decimal\(isOptional ? "?" : "")', or "
      + "'Int64\(isOptional ? "?" : "")' for the smallest coin"
  }

  static func fullScan(_ query: String, table: String, cure: String?) -> String {
    "'\(query)' reads the whole of '\(table)' to find some rows; "
      + (cure.map { "write \($0)" }
        ?? "no index on its columns changes that, so compare a column itself with a value, or say that it may")
  }

  static func unindexedSort(_ query: String, cure: String) -> String {
    "'\(query)' sorts what it finds each time; write \(cure)"
  }

  static func cloudKitKey(_ properties: [String]) -> String {
    "CloudKit keeps no key unique, and \(list(properties)) \(properties.count == 1 ? "is" : "are") given by people; write 'let id: UUID'"
  }

  static func cloudKitUnique(_ properties: [String]) -> String {
    "CloudKit keeps nothing unique, and \(list(properties)) must be here; remove the unique key, and let the application "
      + "merge what is double"
  }

  static func cloudKitRequired(_ property: String, _ type: String) -> String {
    "CloudKit can deliver a row without '\(property)'; write '\(type)?', or a default behind it"
  }

  static func cloudKitSingleton(_ model: String) -> String {
    "CloudKit keeps nothing unique, and there is one '\(model)' only; remove '@singleton', and let the application merge "
      + "what is double"
  }

  static func cloudKitRelationship(_ name: String, cure: String) -> String {
    "CloudKit can deliver a row before its '\(name)'; \(cure)"
  }

  static func cloudKitMinimum(_ name: String) -> String {
    "CloudKit can deliver a row before its '\(name)'; remove 'min:'"
  }

  static func cloudKitOrdered(_ name: String) -> String {
    "CloudKit knows no order of members, and '\(name)' has one; remove 'ordered', and sort by a property"
  }

  static func cloudKitInverse(_ name: String, target: String) -> String {
    "CloudKit asks every relationship for an inverse, and '\(target)' has no way back from '\(name)'; write 'inverse:' and "
      + "a name for it"
  }

  static func cloudKitDeny(_ properties: [String]) -> String {
    "CloudKit knows no delete that is refused, and \(list(properties)) \(properties.count == 1 ? "denies" : "deny") one; write 'onDelete: nullify' or 'cascade'"
  }
}
