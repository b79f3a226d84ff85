/// An index of the words in some columns of a table, which full-text search reads.
///
/// It holds no text of its own: the table is its content, and triggers keep the two in step.
/// Source: SQLite, "SQLite FTS5 Extension", section 4.4.3 (external content tables).
public struct FullTextIndex: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The column of the table that is its integer key.
  public var key: String
  /// The columns that are indexed, in order.
  public var columns: [String]
  /// How text is cut into words: `unicode61 remove_diacritics 2`; `nil` for SQLite's own way.
  public var tokenizer: String?
  /// The lengths of beginnings that are indexed too, as SQLite takes them: `2 3`.
  public var prefixes: String?

  /// Makes an index of columns; most cut text into words as SQLite does by itself.
  public init(name: String, key: String, columns: [String], tokenizer: String? = nil, prefixes: String? = nil) {
    self.name = name
    self.key = key
    self.columns = columns
    self.tokenizer = tokenizer
    self.prefixes = prefixes
  }

  /// The names of the tables that SQLite keeps the index in. Source: "SQLite FTS5 Extension", section 9.
  public var shadowTables: [String] { ["data", "idx", "content", "docsize", "config"].map { "\(name)_\($0)" } }
}
