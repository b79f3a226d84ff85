import PostilSQL
import PostilSchema

extension DDLScript {
  /// A script for PostgreSQL without what another server lacks.
  ///
  /// - Neither server changes a schema in a transaction as a whole. Sources: CockroachDB, "Online Schema Changes", section "Limitations";
  ///   YugabyteDB, "Transactional DDL", which is off by default.
  /// - CockroachDB sorts text by bytes and NULL first, so neither is written. Sources: CockroachDB, "STRING" and "ORDER BY".
  /// - Both distribute all tables themselves, so there are no calls of Citus.
  func adapted(to dialect: DDLDialect) -> DDLScript {
    let kept = statements.filter { $0.object != .distribution && $0.sql != CitusTables.setting }
    guard dialect == .cockroachdb else { return DDLScript(statements: kept) }
    return DDLScript(
      statements: kept.map { statement in
        var statement = statement
        statement.sql = Self.withoutOrder(statement.sql, isIndex: statement.object == .index)
        return statement
      })
  }

  /// Removes `COLLATE "C"` and, from an index, `NULLS FIRST` and `NULLS LAST`.
  private static func withoutOrder(_ sql: String, isIndex: Bool) -> String {
    let tokens = SQLLexer.tokens(of: sql)
    var text = Array(sql.utf8)
    for (index, token) in tokens.enumerated().reversed() where index + 1 < tokens.count {
      let next = tokens[index + 1]
      let isCollation = token.is("collate") && next.kind == .quotedName && next.name == "C"
      let isNulls = isIndex && token.is("nulls") && next.is(in: ["first", "last"])
      guard isCollation || isNulls else { continue }
      var start = token.offset
      while start > 0, text[start - 1] == 0x20 { start -= 1 }
      text.removeSubrange(start..<next.offset + next.source.utf8.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
