/// Full-text search in a query: `$0.fullText`, of a model with `@fullText`.
///
/// ```swift
/// Item.where { $0.fullText.matches(words: input) }.order { $0.fullText.rank }
/// ```
public struct FullText<Column: FullTextColumns>: Sendable {
  let path: RelationshipPath
  let row: Source

  /// The search of the row at `source` in an index.
  public init(_ index: FullTextIndex<Column>, of source: Source) {
    path = index.path
    row = source
  }

  /// The row's entry in the index.
  private var entry: Source { Source(node: SourceNode(table: path.target, parent: row.node, path: path)) }

  private func match(_ text: String, in columns: [Column]) -> SQLPredicate {
    SQLPredicate(ExpressionNode(.match(.text(FullTextExpression.text(text, in: columns.map(\.rawValue))), of: entry)))
  }

  private func call(_ function: FullTextFunction) -> ExpressionNode { ExpressionNode(.fullText(function, of: entry)) }
}

extension FullText {
  /// Whether the row matches an FTS5 expression: `oil AND (door OR "front gate") NOT lamp`.
  ///
  /// `JOIN "item_fts" AS t1 ON t1."rowid" = t0."id" WHERE t1."item_fts" MATCH ?1`; beside `||` and behind `!`
  /// `t0."id" IN (SELECT "rowid" FROM "item_fts" WHERE "item_fts" MATCH ?1)`. What is no such expression is a
  /// ``DatabaseError`` when the query is run: for what people type there is ``matches(words:in:)``.
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

  /// Whether the row has these words one behind the other. `?1` is `"oil the door"` for the text `oil the door`.
  /// - Parameter columns: where to look; everywhere when none is named.
  public func matches(phrase text: String, in columns: Column...) -> SQLPredicate {
    match(FullTextExpression.phrase(text), in: columns)
  }
}

// What a match is like is known beside one only: `where { $0.fullText.matches(…) }`, by itself or joined by `&&`. Without it
// the query throws `QueryError.fullTextWithoutMatch`.
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
  ///   - ellipsis: what stands where text is left out.
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
