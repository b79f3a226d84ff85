import PostilSQL
import PostilSchema
import PostilTranslation

extension Column {
  /// The explicit collation, if it exists in PostgreSQL.
  var comparison: PostgreSQLCollation? { collation.flatMap { PostgreSQLCollation($0) } }

  /// Whether the column's text is sorted by bytes.
  var isSortedByBytes: Bool { comparison == .binary }

  /// The type in the column's definition: `text COLLATE "C"`, `citext`, `bigint`.
  var postgreSQLType: String {
    if let dimensions { return "vector(\(dimensions))" }
    if elements != nil { return PostgreSQLColumnType.type(of: self).name }
    guard type == .text else { return PostgreSQLColumnType.name(of: type) }
    switch comparison {
    case .nocase: return "citext"
    case .binary: return "text COLLATE \"C\""
    case nil: return "text"
    }
  }
}

extension Schema {
  /// The schema for PostgreSQL: text in keys and references is sorted by bytes, and a reference has the type of its key.
  var forPostgreSQL: Schema {
    var result = self
    var keys: [String: Set<String>] = [:]
    var nocase: [String: Set<String>] = [:]
    for table in tables {
      let name = table.name.foldedName
      keys[name, default: []].formUnion(table.primaryKey.columns + table.foreignKeys.flatMap(\.columns))
      for key in table.foreignKeys {
        keys[key.referencedTable.foldedName, default: []].formUnion(key.referencedColumns)
        let target = tables.first { $0.name.foldedName == key.referencedTable.foldedName }
        for (column, referenced) in zip(key.columns, key.referencedColumns)
        where target?.columns.first(where: { $0.name == referenced })?.collation == "NOCASE" {
          nocase[name, default: []].insert(column)
        }
      }
    }
    for index in tables.indices {
      let name = tables[index].name.foldedName
      for column in tables[index].columns.indices where tables[index].columns[column].type == .text {
        let columnName = tables[index].columns[column].name
        if nocase[name]?.contains(columnName) == true {
          result.tables[index].columns[column].collation = "NOCASE"
        } else if tables[index].columns[column].collation == nil, keys[name]?.contains(columnName) == true {
          result.tables[index].columns[column].collation = "BINARY"
        }
      }
    }
    return result
  }
}
