import PostilSQL

/// `ORDER BY`.
extension PostgreSQLTranslator {
  /// A term of `ORDER BY`. NULL comes first in SQLite and last in PostgreSQL.
  package func order(
    _ term: SQLSelect.Order, _ scope: Scope, aliases: [String: Fragment], columns: [Scope.Column], isCompound: Bool,
    outputs: [Fragment], isDistinct: Bool
  ) throws(PostgreSQLRefusal) -> String {
    var sql: String
    var isNullable = true
    if case .integer(let digits) = term.node.form {
      sql = digits
      if !isCompound, !isDistinct, let place = Int(digits), outputs.indices.contains(place - 1),
        outputs[place - 1].type == .text
      {
        sql = outputs[place - 1].sortedByBytes.sql
      }
    } else if case .name(let parts) = term.node.form, parts.count == 1,
      isCompound || aliases[parts[0].foldedName] != nil,
      let column = columns.first(where: { $0.name.foldedName == parts[0].foldedName })
    {
      sql = PostgreSQLNames.quoted(column.name)
      isNullable = column.isNullable
      if !isCompound, !isDistinct, let value = aliases[parts[0].foldedName], value.type == .text {
        sql = value.sortedByBytes.sql
      }
    } else {
      guard !isCompound else { throw PostgreSQLRefusal(.orderOfSeveral, at: term.node.offset) }
      let value = try fragment(term.node, scope).sortedByBytes
      if isDistinct, !outputs.contains(where: { $0.sql == value.sql }) {
        throw PostgreSQLRefusal(.orderOfSeveral, at: term.node.offset)
      }
      sql = value.sql
      isNullable = value.isNullable
    }
    if term.isDescending { sql += " DESC" }
    if let nulls = term.nulls { return "\(sql) NULLS \(nulls)" }
    return isNullable ? "\(sql) NULLS \(term.isDescending ? "LAST" : "FIRST")" : sql
  }
}

/// A result column by which distinct or combined rows are sorted.
package enum SortedResult: Hashable {
  case position(Int)
  case name(String)
}

extension SQLSelect {
  /// The result columns by which rows are sorted. PostgreSQL can sort distinct and combined rows only by result columns.
  package var sortedResults: Set<SortedResult> {
    guard cores.count > 1 || cores[0].isDistinct else { return [] }
    return Set(
      order.compactMap { term in
        switch term.node.form {
        case .integer(let digits): Int(digits).map { .position($0 - 1) }
        case .name(let parts): parts.last.map { .name($0.foldedName) }
        default: nil
        }
      })
  }
}
