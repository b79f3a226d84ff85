import PostilSchema

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
