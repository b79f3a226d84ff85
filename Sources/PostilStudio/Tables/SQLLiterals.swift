import PostilDialects
import PostilQuery
import PostilSQL
import PostilSchema

/// Statements as people read and copy them: in the dialect of the database.
struct ShownSQL: Sendable {
  /// The schemas of the targets, whose types PostgreSQL's statements depend on; empty for SQLite.
  private let schemas: [Schema]

  /// - Parameter schemas: the schemas of the targets.
  init(_ engine: StudioEngine, _ schemas: [Schema]) { self.schemas = engine == .postgresql ? schemas : [] }

  /// The beginning of a blob literal.
  var blobPrefix: String { schemas.isEmpty ? "x'" : "'\\x" }

  /// A statement for SQLite in the database's dialect; as written if it can't be translated.
  func text(_ sql: String) -> String {
    schemas.lazy.compactMap { PostgreSQLPieces($0).statement(sql) }.first ?? sql
  }
}

extension _RenderedStatement {
  /// The statement with its values written in, for people to copy. It is never run.
  package var sqlWithValues: String { Self.text(sql, bindings) }

  /// A statement in which `?1` and so on are replaced by values.
  package static func text(_ sql: String, _ values: [BoundValue]) -> String {
    text(sql) { values.indices.contains($0 - 1) ? values[$0 - 1].literal : nil }
  }

  /// A statement in which parameters are replaced by texts, by their numbers.
  static func text(_ sql: String, _ literal: (Int) -> String?) -> String {
    var text: [UInt8] = []
    let bytes = Array(sql.utf8)
    var end = 0
    for token in SQLLexer.tokens(of: sql) where token.source.hasPrefix("?") || token.source.hasPrefix("$") {
      guard let literal = Int(token.source.dropFirst()).flatMap(literal) else { continue }
      text += bytes[end..<token.range.lowerBound]
      text += literal.utf8
      end = token.range.upperBound
    }
    return String(decoding: text + bytes[end...], as: UTF8.self)
  }
}

extension BoundValue {
  /// The value as an SQL literal. A text with a NUL can't be written as one.
  var literal: String {
    switch self {
    case .text(let text) where text.utf8.contains(0): "CAST(x'\(text.utf8.hexadecimal)' AS TEXT)"
    case .real(let value) where value.isInfinite: value < 0 ? "-9e999" : "9e999"
    default: description
    }
  }
}
