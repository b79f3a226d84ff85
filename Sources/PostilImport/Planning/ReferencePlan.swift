import PostilCatalog
import PostilSchema

/// A foreign key that becomes a `@references`.
struct ReferencePlan {
  /// Its place among the foreign keys of the table.
  var index: Int
  var table: String
  /// The columns that hold the key, in the order of the target's key.
  var columns: [String]
  var target: String
  /// The columns of the target's key, in the order of its table.
  var targetColumns: [String]
  /// `ON DELETE` in SQLite's words.
  var onDelete: String
  var isOptional: Bool
  /// Whether every column can be `NULL`.
  var isNullable: Bool
  /// Whether one row at most refers to a row of the target.
  var isUnique: Bool
  var isIndexed: Bool
  /// The name of the to-one relationship.
  var name = ""
  /// The name of the property that holds the key and has the note: `artistID`; `nil` where the note stands on the struct.
  var property: String?
  var inverse: String?

  var choice: PlannedConstruct { .reference(table: table, index) }
  var inverseChoice: PlannedConstruct { .inverse(table: table, index) }

  /// What `onDelete:` says; `nil` where it would say what holds without it.
  var rule: String? {
    let rule =
      switch onDelete {
      case "CASCADE": "cascade"
      case "RESTRICT": "deny"
      case "SET NULL" where isNullable: "nullify"
      default: "noAction"
      }
    return rule == (isNullable ? "nullify" : "deny") ? nil : rule
  }

  /// What the language has no word for.
  var remark: String? {
    switch onDelete {
    case "SET DEFAULT":
      "the foreign key from \(Remark.list(columns)) says 'ON DELETE SET DEFAULT', which the statement keeps and 'onDelete:' "
        + "has no word for: the note says 'noAction'"
    case "SET NULL" where !isNullable:
      "the foreign key from \(Remark.list(columns)) says 'ON DELETE SET NULL' of a column that is NOT NULL, so that such a "
        + "delete is refused: the note says 'noAction'"
    default: nil
    }
  }
}

/// Words for what is told at the top of a file.
enum Remark {
  static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
