import PostilCatalog
import PostilSchema

/// A foreign key that becomes a `@references`.
struct ReferencePlan {
  /// Its index among the table's foreign keys.
  var index: Int
  var table: String
  /// The columns of the foreign key, in the order of the target's key.
  var columns: [String]
  var target: String
  /// The columns of the target's key, in the order of its table.
  var targetColumns: [String]
  /// The rule of `ON DELETE`, in SQL.
  var onDelete: String
  var isOptional: Bool
  /// Whether every column can be `NULL`.
  var isNullable: Bool
  /// Whether at most one row references each row of the target.
  var isUnique: Bool
  var isIndexed: Bool
  /// Whether the table has a foreign key for it.
  var isEnforced = true
  /// The trigger that sets only the optional columns to `NULL`.
  var nullifyingTrigger: String?
  /// The name of the to-one relationship.
  var name = ""
  /// The name of the annotated property that holds the key: `artistID`; `nil` if the annotation is on the struct.
  var property: String?
  var inverse: String?

  var choice: PlannedConstruct { .reference(table: table, index) }
  var inverseChoice: PlannedConstruct { .inverse(table: table, index) }

  /// The argument `onDelete:`; `nil` for the default.
  var rule: String? {
    guard isEnforced else { return nil }
    let rule =
      switch onDelete {
      case "CASCADE": "cascade"
      case "RESTRICT": "deny"
      case "SET NULL" where isNullable: "nullify"
      case _ where nullifyingTrigger != nil: "nullify"
      default: "noAction"
      }
    return rule == (isNullable ? "nullify" : "deny") ? nil : rule
  }

  /// A comment about a rule that annotations can't express.
  var remark: String? {
    switch onDelete {
    case "SET DEFAULT":
      "the foreign key from \(Remark.list(columns)) has 'ON DELETE SET DEFAULT', which only the statement contains: "
        + "'onDelete:' has no such value and is 'noAction'"
    case "SET NULL" where !isNullable:
      "the foreign key from \(Remark.list(columns)) has 'ON DELETE SET NULL' on a NOT NULL column, so the delete "
        + "fails; 'onDelete:' is 'noAction'"
    default: nil
    }
  }
}

/// Helpers for the comments at the top of a file.
enum Remark {
  static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
