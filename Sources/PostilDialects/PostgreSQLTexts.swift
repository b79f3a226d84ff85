import PostilSchema

/// The collations of SQLite's that PostgreSQL has too.
enum PostgreSQLCollation: String {
  /// By bytes. To PostgreSQL it is a `text`: any two that are equal have the same bytes. Which is greater counts only where
  /// somebody asks for the order.
  case binary
  /// Without regard to case: a `citext`, which takes letters of every script alike, where SQLite does so for ASCII. A
  /// nondeterministic collation does the same, but PostgreSQL 15 refuses `LIKE` on its texts.
  /// Source: PostgreSQL 15, "Collation Support" and appendix F.9, "citext".
  case nocase

  /// The collation of this name, in any case.
  init?(_ name: String) { self.init(rawValue: NameRegister.folded(name)) }
}

extension Column {
  /// The collation that somebody named, where PostgreSQL has it.
  var comparison: PostgreSQLCollation? { collation.flatMap { PostgreSQLCollation($0) } }

  /// Whether the column's text is sorted by its bytes.
  var isSortedByBytes: Bool { comparison == .binary }

  /// The type as the column's definition names it: `text COLLATE "C"`, `citext`, `bigint`.
  var postgreSQLType: String {
    guard type == .text else { return PostgreSQLColumnType.name(of: type) }
    switch comparison {
    case .nocase: return "citext"
    case .binary: return "text COLLATE \"C\""
    case nil: return "text"
    }
  }
}

extension Schema {
  /// The schema as PostgreSQL gets it: texts of keys and references are sorted by bytes, for programs read them, not people;
  /// and a reference has the type of the key.
  var forPostgreSQL: Schema {
    var result = self
    var keys: [String: Set<String>] = [:]
    var nocase: [String: Set<String>] = [:]
    for table in tables {
      let name = NameRegister.folded(table.name)
      keys[name, default: []].formUnion(table.primaryKey.columns + table.foreignKeys.flatMap(\.columns))
      for key in table.foreignKeys {
        keys[NameRegister.folded(key.referencedTable), default: []].formUnion(key.referencedColumns)
        let target = tables.first { NameRegister.folded($0.name) == NameRegister.folded(key.referencedTable) }
        for (column, referenced) in zip(key.columns, key.referencedColumns)
        where target?.columns.first(where: { $0.name == referenced })?.collation == "NOCASE" {
          nocase[name, default: []].insert(column)
        }
      }
    }
    for index in tables.indices {
      let name = NameRegister.folded(tables[index].name)
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
