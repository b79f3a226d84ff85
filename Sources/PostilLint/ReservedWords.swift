import PostilSchema
import PostilSQL

/// Words that can be used as names only in quotes.
enum ReservedWords {
  /// The databases in which a name is a keyword; `nil` if there are none.
  static func owner(of name: String) -> String? {
    let folded = name.foldedName
    let owners = [("SQLite", sqlite), ("PostgreSQL", postgreSQL)].filter { $0.1.contains(folded) }.map(\.0)
    return owners.isEmpty ? nil : owners.joined(separator: " and ")
  }

  /// The keywords that SQLite's grammar doesn't accept as identifiers. A test checks each of them with SQLite. Source:
  /// SQLite, "SQLite Keywords"; `parse.y`, `%fallback ID`.
  static let sqlite: Set<String> = [
    "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate", "commit", "constraint",
    "create", "default", "deferrable", "delete", "distinct", "drop", "else", "escape", "exists", "foreign", "from",
    "group", "having", "in", "index", "insert", "intersect", "into", "is", "isnull", "join", "limit", "not", "nothing",
    "notnull", "null", "on", "or", "order", "primary", "references", "returning", "select", "set", "table", "then",
    "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where", "except",
  ]

  /// The keywords that PostgreSQL accepts neither as table names nor as column names: `RESERVED_KEYWORD` and
  /// `TYPE_FUNC_NAME_KEYWORD`. Source: PostgreSQL, "SQL Key Words", appendix C; `src/include/parser/kwlist.h`.
  static let postgreSQL: Set<String> = [
    "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "authorization", "binary", "both",
    "case", "cast", "check", "collate", "collation", "column", "concurrently", "constraint", "create", "cross",
    "current_catalog", "current_date", "current_role", "current_schema", "current_time", "current_timestamp",
    "current_user", "default", "deferrable", "desc", "distinct", "do", "else", "end", "except", "false", "fetch", "for",
    "foreign", "freeze", "from", "full", "grant", "group", "having", "ilike", "in", "initially", "inner", "intersect",
    "into", "is", "isnull", "join", "lateral", "leading", "left", "like", "limit", "localtime", "localtimestamp",
    "natural", "not", "notnull", "null", "offset", "on", "only", "or", "order", "outer", "overlaps", "placing",
    "primary", "references", "returning", "right", "select", "session_user", "similar", "some", "symmetric",
    "system_user", "table", "tablesample", "then", "to", "trailing", "true", "union", "unique", "user", "using",
    "variadic", "verbose", "when", "where", "window", "with",
  ]
}
