/// A full-text index over some columns of a table.
///
/// It stores no text of its own: the table is its content, and triggers keep the index up to date.
/// Source: SQLite, "SQLite FTS5 Extension", section 4.4.3 (external content tables).
public struct FullTextIndex: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The column of the table that is its integer key.
  public var key: String
  /// The indexed columns, in order.
  public var columns: [String]
  /// The tokenizer, such as `unicode61 remove_diacritics 2`; `nil` for SQLite's default.
  public var tokenizer: String?
  /// The prefix lengths that are also indexed, in SQLite's format: `2 3`.
  public var prefixes: String?

  /// Creates an index of columns.
  public init(name: String, key: String, columns: [String], tokenizer: String? = nil, prefixes: String? = nil) {
    self.name = name
    self.key = key
    self.columns = columns
    self.tokenizer = tokenizer
    self.prefixes = prefixes
  }

  /// The names of the tables in which SQLite stores the index. Source: SQLite, "SQLite FTS5 Extension", section 9.
  public var shadowTables: [String] { ["data", "idx", "content", "docsize", "config"].map { "\(name)_\($0)" } }
}
