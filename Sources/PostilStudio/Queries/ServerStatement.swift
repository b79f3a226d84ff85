import PostilTranslation

/// A statement of a script for PostgreSQL.
package struct ServerStatement: Hashable, Sendable {
  /// The statement without its semicolon and without the comments around it.
  package var sql: String
  /// Where it begins in the script, in Unicode scalars.
  package var offset: Int

  /// The statements of a script. Comments between them and empty statements aren't contained.
  package static func statements(of script: String) -> [ServerStatement] {
    var (place, offset) = (script.startIndex, 0)
    return PostgreSQLScript.statements(of: script).compactMap { tokens in
      guard let first = tokens.first(where: { $0.kind != .comment }),
        let last = tokens.last(where: { $0.kind != .comment })
      else { return nil }
      offset += script.unicodeScalars.distance(from: place, to: first.source.startIndex)
      place = first.source.startIndex
      return ServerStatement(sql: String(script[place..<last.source.endIndex]), offset: offset)
    }
  }

  /// Whether it begins or ends a transaction, or a part of one.
  var isTransactionControl: Bool {
    let words = sql.prefix { $0.isLetter || $0.isWhitespace }.lowercased().split(whereSeparator: \.isWhitespace)
    switch words.first {
    case "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release": return true
    case "prepare": return words.dropFirst().first == "transaction"
    default: return false
    }
  }
}
