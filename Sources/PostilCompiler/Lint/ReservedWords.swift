import PostilSQL
import PostilSchema

/// Words that SQLite takes for no name without quotes.
enum ReservedWords {
  /// Whether a table or column of that name must be quoted by everybody who types SQL.
  static func contains(_ name: String) -> Bool { words.contains(name.foldedName) }

  /// SQLite's keywords that its grammar does not fall back on as identifiers; a test asks SQLite for each.
  /// Source: SQLite, "SQLite Keywords"; `parse.y`, `%fallback ID`.
  static let words: Set<String> = [
    "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate", "commit", "constraint",
    "create", "default", "deferrable", "delete", "distinct", "drop", "else", "escape", "exists", "foreign", "from",
    "group", "having", "in", "index", "insert", "intersect", "into", "is", "isnull", "join", "limit", "not", "nothing",
    "notnull", "null", "on", "or", "order", "primary", "references", "returning", "select", "set", "table", "then",
    "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where", "except",
  ]
}
