import PostilSchema
import PostilTranslation

/// Indexes.
enum PostgreSQLIndex {
  /// `CREATE INDEX … WHERE …`. NULL comes first, as in SQLite, so that the index supports the same sort orders. An
  /// index of a foreign key has the default order, because rows aren't sorted by it. That of an array contains its elements.
  static func sql(
    of index: Index, on table: Table, _ translator: PostgreSQLTranslator, _ scope: PostgreSQLScope
  ) throws(PostgreSQLRefusal) -> String {
    var terms: [String] = []
    let columns = index.terms.map(\.column)
    let isOfReference = table.foreignKeys.contains { $0.columns == columns }
    for term in index.terms {
      var sql: String
      var isNullable = true
      if let column = term.column {
        sql = PostgreSQLNames.quoted(column)
        isNullable = table.columns.first { $0.name == column }?.isNullable ?? true
      } else {
        let expression = term.expression ?? ""
        let value = try PostgreSQLRefusal.about(expression) { () throws(PostgreSQLRefusal) in
          try translator.fragment(SQLParser.expression(expression), scope)
        }
        // Most values in JSON are texts.
        sql = "(\(translator.typed(value, as: .text).sql))"
        isNullable = value.isNullable
      }
      if term.isDescending { sql += " DESC" }
      if isNullable, !isOfReference { sql += term.isDescending ? " NULLS LAST" : " NULLS FIRST" }
      terms.append(sql)
    }
    var sql = "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(PostgreSQLNames.quoted(index.name)) "
    let array = table.columns.first { $0.elements != nil && columns == [$0.name] && !index.isUnique }
    var list = array.map { "USING gin (\(PostgreSQLNames.quoted($0.name)))" } ?? "(\(terms.joined(separator: ", ")))"
    if let distance = index.distance {
      list = "USING hnsw (\(PostgreSQLNames.quoted(columns.compactMap { $0 })) \(distance.operatorClass))"
    }
    sql += "ON \(PostgreSQLNames.quoted(table.name)) \(list)"
    guard let condition = index.condition else { return sql }
    let translated = try PostgreSQLRefusal.about(condition) { () throws(PostgreSQLRefusal) in
      try translator.condition(condition, scope)
    }
    return sql + " WHERE \(translated)"
  }
}

extension IndexDistance {
  /// The operator class of pgvector.
  fileprivate var operatorClass: String {
    switch self {
    case .euclidean: "vector_l2_ops"
    case .cosine: "vector_cosine_ops"
    case .innerProduct: "vector_ip_ops"
    case .manhattan: "vector_l1_ops"
    }
  }
}
