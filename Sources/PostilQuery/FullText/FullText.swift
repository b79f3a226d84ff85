/// Full-text search in a query: `$0.fullText`, for models with `@fullText`.
///
/// ```swift
/// Item.where { $0.fullText.matches(words: input) }.order { $0.fullText.rank }
/// ```
public struct FullText<Column: FullTextColumns>: Sendable {
  let path: RelationshipPath
  let row: _Source

  /// Creates a search for the row at `source` in an index.
  public init(_ index: FullTextIndex<Column>, of source: _Source) {
    path = index.path
    row = source
  }

  /// The row's entry in the index.
  private var entry: _Source { _Source(node: SourceNode(table: path.target, parent: row.node, path: path)) }

  private func match(_ text: String, in columns: [Column]) -> SQLPredicate {
    SQLPredicate(_ExpressionNode(.match(.text(FullTextExpression.text(text, in: columns.map(\.rawValue))), of: entry)))
  }

  private func call(_ function: FullTextFunction) -> _ExpressionNode { _ExpressionNode(.fullText(function, of: entry)) }
}

extension FullText {
  /// Whether the row matches an FTS5 expression: `oil AND (door OR "front gate") NOT lamp`.
  ///
  /// `JOIN "item_fts" AS t1 ON t1."rowid" = t0."id" WHERE t1."item_fts" MATCH ?1`. In an operand of `||` and after `!`,
  /// it is `t0."id" IN (SELECT "rowid" FROM "item_fts" WHERE "item_fts" MATCH ?1)`. An invalid expression throws a
  /// ``DatabaseError`` when the query runs, or a ``QueryError`` if its parentheses or quotes aren't balanced. For text
  /// typed by a user, use ``matches(words:in:)``. Source: SQLite, "SQLite FTS5 Extension", section 3.
  /// - Parameter columns: the columns to search; by default all of them.
  public func matches(_ expression: String, in columns: Column...) -> SQLPredicate {
    guard FullTextExpression.isBalanced(expression) else {
      let needs = "balanced parentheses and quotes; to search for text typed by a user, call 'matches(words:)'"
      return SQLPredicate(.failure(.argument(function: "matches", needs: needs)))
    }
    return match(FullTextExpression.withoutZeroBytes(expression), in: columns)
  }

  /// Whether the row contains all of these words, in any order. The text is never interpreted as an FTS5 expression.
  ///
  /// A text without words matches nothing. For the text `oil door`, `?1` is `"oil" "door"`.
  /// - Parameter columns: the columns to search; by default all of them.
  public func matches(words text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.words(text), in: columns)
  }

  /// Whether the row contains all of these words, where the last one can be the start of a word. This is for searching
  /// while the user types. For the text `oil do`, `?1` is `"oil" "do"*`.
  /// - Parameter columns: the columns to search; by default all of them.
  public func matches(prefix text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.words(text, lastIsPrefix: true), in: columns)
  }

  /// Whether the row contains these words in sequence. For the text `oil the door`, `?1` is `"oil the door"`.
  /// - Parameter columns: the columns to search; by default all of them.
  public func matches(phrase text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.phrase(text), in: columns)
  }
}

// Ranks, highlights and snippets require a match: `where { $0.fullText.matches(…) }`, alone or combined with `&&`.
// Without one, the query throws `QueryError.fullTextWithoutMatch`.
extension FullText {
  /// The quality of the match: `t1."rank"`, a negative number. Ordering by it returns the best matches first.
  public var rank: SQLOperation<Double> { SQLOperation(call(.rank)) }

  /// The quality of the match, with different weights for the columns: `bm25(t1."item_fts", ?1, ?2)`.
  ///
  /// `.order { $0.fullText.rank(weights: [.title: 10]) }`. All other columns have the weight 1.
  public func rank(weights: [Column: Double]) -> SQLOperation<Double> {
    SQLOperation(call(.bm25(Column.allCases.map { weights[$0] ?? 1 })))
  }

  /// The text of a column with the matches enclosed in `open` and `close`; empty if the column is `NULL`:
  /// `coalesce(highlight(t1."item_fts", 0, ?1, ?2), '')`.
  public func highlight(_ column: Column, _ open: String, _ close: String) -> SQLOperation<String> {
    SQLOperation(call(.highlight(column.position, open, close)))
  }

  /// The part of a column with the most matches, enclosed in `open` and `close`: `coalesce(snippet(…), '')`.
  ///
  /// - Parameters:
  ///   - ellipsis: the text that replaces omitted text.
  ///   - words: the maximum number of words, from 1 to 64.
  public func snippet(
    _ column: Column, _ open: String, _ close: String, ellipsis: String = "…", words: Int = 16
  ) -> SQLOperation<String> {
    SQLOperation(call(.snippet(column.position, open, close, ellipsis: ellipsis, words: min(max(words, 1), 64))))
  }

  /// The same, for the column with the most matches.
  public func snippet(
    _ open: String, _ close: String, ellipsis: String = "…", words: Int = 16
  ) -> SQLOperation<String> {
    SQLOperation(call(.snippet(-1, open, close, ellipsis: ellipsis, words: min(max(words, 1), 64))))
  }
}

extension OptionalColumns {
  /// The full-text search of the row. A missing row doesn't match anything.
  public subscript<Column: FullTextColumns>(
    dynamicMember member: KeyPath<Target.Columns, FullText<Column>>
  ) -> FullText<Column> {
    columns[keyPath: member]
  }
}

/// Writes text as FTS5 expressions. Source: SQLite, "SQLite FTS5 Extension", section 3.
enum FullTextExpression {
  /// An expression that matches nothing, because FTS5 rejects an empty one.
  private static let nothing = "\"\""

  /// Every word of a text as a separate string. FTS5 combines them with `AND`.
  static func words(_ text: String, lastIsPrefix: Bool = false) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }.map { quoted(String($0)) }
    guard !words.isEmpty else { return nothing }
    return words.joined(separator: " ") + (lastIsPrefix ? "*" : "")
  }

  /// The words of a text in sequence.
  static func phrase(_ text: String) -> String { quoted(withoutZeroBytes(text)) }

  /// An expression limited to some columns: `{"title" "body"} : (oil AND door)`.
  static func text(_ expression: String, in columns: [String]) -> String {
    columns.isEmpty || expression == nothing
      ? expression : "{\(columns.map(quoted).joined(separator: " "))} : (\(expression))"
  }

  /// Whether each parenthesis and each string ends. Otherwise, a part of the text could be outside of the columns.
  static func isBalanced(_ expression: String) -> Bool {
    var (depth, isString) = (0, false)
    for byte in expression.utf8 where depth >= 0 {
      if byte == UInt8(ascii: "\"") { isString.toggle() }
      if !isString { depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0 }
    }
    return depth == 0 && !isString
  }

  /// The text without NULs, at which FTS5 would stop reading.
  static func withoutZeroBytes(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? " " : $0 }))
  }

  private static func quoted(_ text: String) -> String { text.quoted(with: "\"") }
}

/// A function of a full-text match.
enum FullTextFunction: Sendable {
  case rank
  case bm25([Double])
  case highlight(Int, String, String)
  case snippet(Int, String, String, ellipsis: String, words: Int)
}

/// The full-text index of a model, which triggers keep up to date: generated as `Item.fullText`.
public struct FullTextIndex<Column: FullTextColumns>: Sendable {
  let path: RelationshipPath

  /// The name of the index in the database: `item_fts`.
  public var name: String { path.target.name }

  /// Creates the index with this name on a table with the integer key `key`.
  public init(_ name: String, of table: _TableDescription, key: String) {
    path = RelationshipPath(
      name: "fullText", owner: table, target: _TableDescription(model: name, name: name, columns: []), near: [key],
      far: ["rowid"], join: nil, isRequired: true)
  }

  /// Creates the index with this name on a table with another key. The index contains the columns of the key, and a table of entries
  /// numbers its values.
  public init(_ name: String, of table: _TableDescription, keys: [String]) {
    path = RelationshipPath(
      name: "fullText", owner: table, target: _TableDescription(model: name, name: name, columns: []), near: keys,
      far: keys, join: nil, isRequired: true)
  }

  /// Rebuilds the index from the rows of the table. This is only necessary if rows were written without running the
  /// triggers, for example by `INSERT OR REPLACE`, which runs no trigger for the replaced row, or by a tool that
  /// disables triggers.
  ///
  /// `INSERT INTO "item_fts" ("item_fts") VALUES ('rebuild')`
  /// - Throws: ``DatabaseError``
  public func rebuild(in db: some WriteTransaction) throws {
    if path.far != ["rowid"] { try numberRows(in: db) }
    try run("rebuild", in: db)
  }

  /// Numbers the rows that have no number.
  private func numberRows<DB: WriteTransaction>(in db: DB) throws {
    var renderer = SQLRenderer(dialect: db.dialect)
    renderer.write("INSERT INTO ")
    renderer.writeIdentifier("\(name)_entries")
    renderer.write(" (")
    renderer.writeIdentifiers(path.near)
    renderer.write(") SELECT ")
    renderer.writeIdentifiers(path.near)
    renderer.write(" FROM ")
    renderer.writeIdentifier(path.owner.name)
    renderer.write(" WHERE true ON CONFLICT DO NOTHING")
    try db.execute(renderer.statement())
  }

  /// Merges the segments that writes create, so that searches read fewer of them. This can take a long time.
  ///
  /// `INSERT INTO "item_fts" ("item_fts") VALUES ('optimize')`
  /// - Throws: ``DatabaseError``
  public func optimize(in db: some WriteTransaction) throws { try run("optimize", in: db) }

  private func run<DB: WriteTransaction>(_ command: String, in db: DB) throws {
    var renderer = SQLRenderer(dialect: db.dialect)
    renderer.write("INSERT INTO ")
    renderer.writeIdentifier(name)
    renderer.write(" (")
    renderer.writeIdentifier(name)
    renderer.write(") VALUES (")
    renderer.writeValue(.text(command))
    renderer.write(")")
    try db.execute(renderer.statement())
  }
}

/// The columns that a model's `@fullText` indexes, in order: generated as `Item.FullTextColumn`, an enum whose raw
/// values are the names in the database.
public protocol FullTextColumns: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == String {}

extension FullTextColumns {
  /// The position of the column in the index, starting at 0.
  var position: Int { Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0 }
}
