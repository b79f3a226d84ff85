import PostilSQL
import PostilSchema
import PostilTranslation

/// Documentation in the database: `COMMENT ON`.
enum PostgreSQLComment {
  static func statements(on table: Table) -> [DDLStatement] {
    var statements: [DDLStatement] = []
    let name = PostgreSQLNames.quoted(table.name)
    if let text = text(table.documentation) {
      statements.append(statement(table.name, "COMMENT ON TABLE \(name) IS \(text)"))
    }
    for column in table.columns {
      guard let text = text(column.documentation) else { continue }
      statements.append(
        statement(table.name, "COMMENT ON COLUMN \(name).\(PostgreSQLNames.quoted(column.name)) IS \(text)"))
    }
    return statements
  }

  static func statements(on view: View) -> [DDLStatement] {
    text(view.documentation).map {
      [statement(view.name, "COMMENT ON \(view.postgreSQLKind) \(PostgreSQLNames.quoted(view.name)) IS \($0)")]
    } ?? []
  }

  private static func statement(_ table: String, _ sql: String) -> DDLStatement {
    DDLStatement(object: .comment, name: table, table: table, sql: sql)
  }

  private static func text(_ lines: [String]) -> String? {
    lines.isEmpty ? nil : SQLText.literal(lines.joined(separator: "\n"))
  }
}
