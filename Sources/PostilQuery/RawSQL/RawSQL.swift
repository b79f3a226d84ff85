/// Custom SQL: a literal in which values become bindings, columns become quoted names, and models become table names.
///
/// ```swift
/// let counts = RawSQL(
///   "SELECT \(Book.columns.genre), count(*) FROM \(Book.self) WHERE \(Book.columns.publishedIn) < \(year) GROUP BY 1")
/// for (genre, count) in try counts.as(Book.Genre.self, Int.self).fetchAll(in: db) { … }
/// ```
///
/// It can only be created from a literal, so text from elsewhere is never run. ``RawSQL/StringInterpolation`` lists
/// what can be interpolated.
public struct RawSQL: Sendable, ExpressibleByStringInterpolation {
  let pieces: [Piece]

  /// A part of the text.
  enum Piece: Sendable {
    /// SQL as written in the program.
    case text(StaticString)
    case value(BoundValue)
    /// The values of a key with several columns, as a row value.
    case row([BoundValue])
    /// Values in parentheses, for an `IN`.
    case list(ValueList)
    /// Keys with several columns, for an `IN`.
    case rows([[BoundValue]])
    case identifier(String)
    case columns([String], of: String?)
    case expression(_ExpressionNode)
    case fragment(RawSQL)
    case query(QueryCore)
    case selection(SelectStatement)
  }

  init(pieces: [Piece]) { self.pieces = pieces }

  /// Creates SQL from a literal without interpolations.
  public init(stringLiteral text: StaticString) { pieces = [.text(text)] }

  /// Creates SQL from a literal with interpolations.
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  /// The number of levels of the deepest expression in it.
  var depth: UInt16 {
    pieces.reduce(0) { depth, piece in
      switch piece {
      case .expression(let node): max(depth, node.depth)
      case .fragment(let fragment): max(depth, fragment.depth + 1)
      case .query(let query): max(depth, query.depth + 1)
      case .selection(let statement): max(depth, statement.depth + 1)
      case .text, .value, .row, .list, .rows, .identifier, .columns: depth
      }
    }
  }

  /// The expressions in it, in order, except those of subqueries.
  var expressions: [_ExpressionNode] {
    pieces.flatMap { piece in
      switch piece {
      case .expression(let node): [node]
      case .fragment(let fragment): fragment.expressions
      default: [_ExpressionNode]()
      }
    }
  }

  /// The text as written in the program, for errors: `SELECT \(…) FROM item`.
  var source: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.description
      case .fragment(let fragment): fragment.source
      default: "\\(…)"
      }
    }.joined()
  }
}

extension RawSQL: SQLStatement {
  /// The statement, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try rendered(for: dialect, reading: nil)
  }

  @usableFromInline
  func rendered(for dialect: Dialect, reading columns: ResultColumns?) throws(QueryError) -> _RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.write(self, isStatement: true)
    var statement = try renderer.statement()
    statement.columns = columns
    statement.isHandwritten = true
    return statement
  }
}

extension Sequence<RawSQL> {
  /// Joins the fragments, with `separator` between them: `conditions.joined(separator: " AND ")`.
  public func joined(separator: RawSQL) -> RawSQL {
    var pieces: [RawSQL.Piece] = []
    for fragment in self {
      if !pieces.isEmpty { pieces.append(.fragment(separator)) }
      pieces.append(.fragment(fragment))
    }
    return RawSQL(pieces: pieces)
  }
}

extension SQLOperation {
  /// Creates an expression from custom SQL: `SQLOperation<Int>(raw: "unicode(\($0.title))")`.
  ///
  /// It is written in parentheses: `(unicode(t0."title"))`. A condition is `SQLPredicate(raw: "\($0.title) REGEXP
  /// \(pattern)")`. You must declare the correct type, which must be optional if the expression can be `NULL`. If a
  /// value has another type, reading it throws a ``ColumnDecodingError``.
  public init(raw: RawSQL) {
    let traits = raw.expressions.reduce(into: _ExpressionNode.Traits()) { $0.formUnion($1.traits) }
    self.init(
      collating: _ExpressionNode(.raw(raw, isCondition: Value.self == Bool.self), depth: raw.depth + 1, traits: traits))
  }
}
