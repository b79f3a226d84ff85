/// Full-text search in a query: `$0.fullText`, of a model with `@fullText`.
///
/// ```swift
/// Item.where { $0.fullText.matches(words: input) }.order { $0.fullText.rank }
/// ```
public struct FullText<Column: FullTextColumns>: Sendable {
  let path: RelationshipPath
  let row: _Source

  /// The search of the row at `source` in an index.
  public init(_ index: FullTextIndex<Column>, of source: _Source) {
    path = index.path
    row = source
  }

  /// The row's entry in the index.
  private var entry: _Source { _Source(node: SourceNode(table: path.target, parent: row.node, path: path)) }

  private func match(_ text: String, in columns: [Column]) -> SQLPredicate {
    SQLPredicate(ExpressionNode(.match(.text(FullTextExpression.text(text, in: columns.map(\.rawValue))), of: entry)))
  }

  private func call(_ function: FullTextFunction) -> ExpressionNode { ExpressionNode(.fullText(function, of: entry)) }
}

extension FullText {
  /// Whether the row matches an FTS5 expression: `oil AND (door OR "front gate") NOT lamp`.
  ///
  /// `JOIN "item_fts" AS t1 ON t1."rowid" = t0."id" WHERE t1."item_fts" MATCH ?1`. In an operand of `||` and after `!`, it is
  /// `t0."id" IN (SELECT "rowid" FROM "item_fts" WHERE "item_fts" MATCH ?1)`. An invalid expression throws a ``DatabaseError`` when
  /// the query runs. For text typed by a user, use ``matches(words:in:)``.
  /// Source: SQLite, "SQLite FTS5 Extension", section 3.
  /// - Parameter columns: where to look; everywhere when none is named.
  public func matches(_ expression: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.withoutZeroBytes(expression), in: columns)
  }

  /// Whether the row has every one of these words, in any order; whatever the text is, it has no meaning but its words.
  ///
  /// A row is found by no words at all never. `?1` is `"oil" "door"` for the text `oil door`.
  /// - Parameter columns: where to look; everywhere when none is named.
  public func matches(words text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.words(text), in: columns)
  }

  /// Whether the row has every one of these words, the last of which may be the beginning of one: what is searched while
  /// somebody types. `?1` is `"oil" "do"*` for the text `oil do`.
  /// - Parameter columns: where to look; everywhere when none is named.
  public func matches(prefix text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.words(text, lastIsPrefix: true), in: columns)
  }

  /// Whether the row has these words one after the other. `?1` is `"oil the door"` for the text `oil the door`.
  /// - Parameter columns: where to look; everywhere when none is named.
  public func matches(phrase text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.phrase(text), in: columns)
  }
}

// Rank, highlights and snippets exist only with a match: `where { $0.fullText.matches(…) }`, by itself or joined by `&&`. Without
// it the query throws `QueryError.fullTextWithoutMatch`.
extension FullText {
  /// How well the row matches, the best first where rows are ordered by it: `t1."rank"`, a negative number.
  public var rank: SQLOperation<Double> { SQLOperation(call(.rank)) }

  /// The same, where a word counts more in some columns than in others: `bm25(t1."item_fts", ?1, ?2)`.
  ///
  /// `.order { $0.fullText.rank(weights: [.title: 10]) }`; a column that is not named has the weight 1.
  public func rank(weights: [Column: Double]) -> SQLOperation<Double> {
    SQLOperation(call(.bm25(Column.allCases.map { weights[$0] ?? 1 })))
  }

  /// The text of a column with what matches between `open` and `close`, the empty text where the column is `NULL`:
  /// `coalesce(highlight(t1."item_fts", 0, ?1, ?2), '')`.
  public func highlight(_ column: Column, _ open: String, _ close: String) -> SQLOperation<String> {
    SQLOperation(call(.highlight(column.position, open, close)))
  }

  /// The part of a column in which most matches, this between `open` and `close`: `coalesce(snippet(…), '')`.
  ///
  /// - Parameters:
  ///   - ellipsis: the text that replaces what is left out.
  ///   - words: how many words it has at most, from 1 to 64.
  public func snippet(
    _ column: Column, _ open: String, _ close: String, ellipsis: String = "…", words: Int = 16
  ) -> SQLOperation<String> {
    SQLOperation(call(.snippet(column.position, open, close, ellipsis: ellipsis, words: min(max(words, 1), 64))))
  }

  /// The same of the column in which most matches.
  public func snippet(
    _ open: String, _ close: String, ellipsis: String = "…", words: Int = 16
  ) -> SQLOperation<String> {
    SQLOperation(call(.snippet(-1, open, close, ellipsis: ellipsis, words: min(max(words, 1), 64))))
  }
}

extension OptionalColumns {
  /// The full-text search of the row; one that is not there matches nothing.
  public subscript<Column: FullTextColumns>(
    dynamicMember member: KeyPath<Target.Columns, FullText<Column>>
  ) -> FullText<Column> {
    columns[keyPath: member]
  }
}

/// Text as an expression of FTS5. Source: SQLite, "SQLite FTS5 Extension", section 3.
enum FullTextExpression {
  /// An expression that nothing matches, because FTS5 rejects an empty one.
  private static let nothing = "\"\""

  /// Every word of a text as a string of its own, which FTS5 joins by `AND`.
  static func words(_ text: String, lastIsPrefix: Bool = false) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }.map { quoted(String($0)) }
    guard !words.isEmpty else { return nothing }
    return words.joined(separator: " ") + (lastIsPrefix ? "*" : "")
  }

  /// The words of a text one after the other.
  static func phrase(_ text: String) -> String { quoted(withoutZeroBytes(text)) }

  /// An expression in some columns: `{"title" "body"} : (oil AND door)`.
  static func text(_ expression: String, in columns: [String]) -> String {
    columns.isEmpty || expression == nothing
      ? expression : "{\(columns.map(quoted).joined(separator: " "))} : (\(expression))"
  }

  /// FTS5 reads up to the first NUL.
  static func withoutZeroBytes(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? " " : $0 }))
  }

  private static func quoted(_ text: String) -> String { text.quoted(with: "\"") }
}

/// A function of a match.
enum FullTextFunction: Sendable {
  case rank
  case bm25([Double])
  case highlight(Int, String, String)
  case snippet(Int, String, String, ellipsis: String, words: Int)
}

/// The index of a model's words, which triggers keep in step with its table: generated as `Item.fullText`.
public struct FullTextIndex<Column: FullTextColumns>: Sendable {
  let path: RelationshipPath

  /// The name of the index in the database: `item_fts`.
  public var name: String { path.target.name }

  /// The index of this name over a table whose integer key is `key`.
  public init(_ name: String, of table: _TableDescription, key: String) {
    path = RelationshipPath(
      name: "fullText", owner: table, target: _TableDescription(model: name, name: name, columns: []), near: [key],
      far: ["rowid"], join: nil, isRequired: true)
  }

  /// Rebuilds the index from the rows of the table. This is only necessary if rows were written without running the triggers.
  ///
  /// It is for rows that came by other ways: `INSERT OR REPLACE`, which runs no trigger for the row that it replaces, or
  /// a tool that writes without triggers. `INSERT INTO "item_fts" ("item_fts") VALUES ('rebuild')`
  /// - Throws: ``DatabaseError``
  public func rebuild(in db: some WriteTransaction) throws { try run("rebuild", in: db) }

  /// Merges the segments that writes create, so that searches read fewer of them; this can take long.
  ///
  /// `INSERT INTO "item_fts" ("item_fts") VALUES ('optimize')`
  /// - Throws: ``DatabaseError``
  public func optimize(in db: some WriteTransaction) throws { try run("optimize", in: db) }

  private func run<DB: WriteTransaction>(_ command: String, in db: DB) throws {
    var renderer = SQLRenderer(dialect: DB.dialect)
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

/// The columns that a model's `@fullText` indexes, in order: generated as `Item.FullTextColumn`, an enum whose raw values
/// are the columns' names in the database.
public protocol FullTextColumns: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == String {}

extension FullTextColumns {
  /// The number of the column in the index, from 0.
  var position: Int { Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0 }
}
