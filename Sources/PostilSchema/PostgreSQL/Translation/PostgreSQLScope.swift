/// What a name in SQL can stand for: the columns of the tables and views that are read, and of those around them.
struct PostgreSQLScope {
  struct Column {
    /// As SQLite knows it; PostgreSQL's may be shorter.
    var name: String
    var type: PostgreSQLType
    var isNullable: Bool
    var collation: PostgreSQLCollation?
    /// Whether PostgreSQL sorts its text by bytes.
    var isSortedByBytes = false
    /// What the database computes it from.
    var generation: String?

    init(name: String, type: PostgreSQLType, isNullable: Bool, collation: PostgreSQLCollation?) {
      self.name = name
      self.type = type
      self.isNullable = isNullable
      self.collation = collation
    }

    init(_ column: PostilSchema.Column) {
      name = column.name
      type = PostgreSQLColumnType.type(of: column.type)
      isNullable = column.isNullable
      collation = type == .text ? column.comparison ?? .binary : nil
      isSortedByBytes = type == .text && column.isSortedByBytes
      generation = column.generation?.expression
    }
  }

  /// A table, view or subquery, or a row of a trigger.
  struct Source {
    var name: String
    var columns: [Column]
    /// The primary key, of which every other column of a row follows.
    var key: [String] = []
    /// `NEW` and `OLD`, whose columns are always called after them.
    var isRow = false
    /// What stands before the column where its name alone would not do.
    var qualifier: String { isRow ? name : PostgreSQLNames.quoted(name) }
    /// Whether rows may be missing, as on the far side of a `LEFT JOIN`.
    var isOptional = false
  }

  var sources: [Source] = []
  /// The scopes around this one, the innermost first.
  var outer: [[Source]] = []
  /// The table whose columns are to be named with it: beside them stand those of `excluded`.
  var qualified: String?

  /// What a name stands for, and the source that has it.
  func column(_ parts: [String], at offset: Int) throws(PostgreSQLRefusal) -> (
    source: Source, column: Column, level: Int
  ) {
    let name = NameRegister.folded(parts.last ?? "")
    let table = parts.count > 1 ? NameRegister.folded(parts[parts.count - 2]) : nil
    for (level, sources) in ([sources] + outer).enumerated() {
      for source in sources where table == nil ? !source.isRow : NameRegister.folded(source.name) == table {
        if let column = source.columns.first(where: { NameRegister.folded($0.name) == name }) {
          return (source, column, level)
        }
      }
    }
    if ["rowid", "oid", "_rowid_"].contains(name) {
      throw PostgreSQLRefusal(.rowID(parts.joined(separator: ".")), at: offset)
    }
    throw PostgreSQLRefusal(.unknownColumn(parts.joined(separator: ".")), at: offset)
  }

  /// A scope inside this one.
  func inner(_ sources: [Source]) -> PostgreSQLScope {
    PostgreSQLScope(sources: sources, outer: [self.sources] + outer)
  }
}

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
  fileprivate var comparison: PostgreSQLCollation? { collation.flatMap { PostgreSQLCollation($0) } }

  /// Whether the column's text is sorted by its bytes.
  fileprivate var isSortedByBytes: Bool { comparison == .binary }

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
