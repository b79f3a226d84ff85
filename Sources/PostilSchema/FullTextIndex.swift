/// A full-text index over some columns of a table.
///
/// It stores no text of its own: the table is its content, and triggers keep the index up to date.
///
/// SQLite identifies the entries by an integer. If the key of the table isn't one, a table of entries numbers the keys, because the rowid
/// of the table could change when the file is compacted. The content is a view that joins both, and the index also contains the key.
/// Source: SQLite, "SQLite FTS5 Extension", section 4.4.3 (external content tables), and "VACUUM".
public struct FullTextIndex: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The column of the table that is its integer key, or that of the table of entries.
  public var key: String
  /// The columns of the table's key; empty if it is the integer key.
  public var keyColumns: [String] = []
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

  /// The table that numbers the keys, and the view of the rows with their numbers.
  package var entryTable: String { "\(name)_entries" }
  package var rowView: String { "\(name)_rows" }

  /// The names of the tables in which SQLite stores the index. Source: SQLite, "SQLite FTS5 Extension", section 9.
  public var shadowTables: [String] { ["data", "idx", "content", "docsize", "config"].map { "\(name)_\($0)" } }
}
