import PostilEvolution
import PostilTranslation

/// A statement of a script for PostgreSQL.
package struct ServerStatement: Hashable, Sendable {
  /// The statement without its semicolon and without the comments around it.
  package var sql: String
  /// Where it begins in the script, in Unicode scalars.
  package var offset: Int
  /// Whether it begins or ends a transaction, or a part of one.
  var controlsTransaction: Bool

  /// The statements of a script. Comments between them and empty statements aren't contained.
  package static func statements(of script: String) -> [ServerStatement] {
    var (place, offset) = (script.startIndex, 0)
    return PostgreSQLScript.statements(of: script).compactMap {
      let tokens = $0.filter { $0.kind != .comment }
      guard let first = tokens.first, let last = tokens.last else { return nil }
      offset += script.unicodeScalars.distance(from: place, to: first.source.startIndex)
      place = first.source.startIndex
      return ServerStatement(
        sql: String(script[place..<last.source.endIndex]), offset: offset,
        controlsTransaction: tokens.controlsTransaction)
    }
  }
}
