import PostilSQL
import PostilSchema

/// The columns that a name in SQL can refer to: those of the tables and views of a query and of its enclosing queries.
struct PostgreSQLScope {
  struct Column {
    /// The name in SQLite, which PostgreSQL may shorten.
    var name: String
    var type: PostgreSQLType
    var isNullable: Bool
    var collation: PostgreSQLCollation?
    /// Whether PostgreSQL sorts its text by bytes.
    var isSortedByBytes = false
    /// The expression of a generated column.
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
    /// The primary key, which determines all other columns of the row.
    var key: [String] = []
    /// Whether it is `NEW` or `OLD`, whose columns are always qualified.
    var isRow = false
    /// The qualifier of its columns.
    var qualifier: String { isRow ? name : PostgreSQLNames.quoted(name) }
    /// Whether its row may be missing, as on the right of a `LEFT JOIN`.
    var isOptional = false
  }

  var sources: [Source] = []
  /// The enclosing scopes, innermost first.
  var outer: [[Source]] = []
  /// The table whose columns must be qualified, because `excluded` has the same columns.
  var qualified: String?

  /// The column that a name refers to, and its source.
  func column(_ parts: [String], at offset: Int) throws(PostgreSQLRefusal) -> (
    source: Source, column: Column, level: Int
  ) {
    let name = (parts.last ?? "").foldedName
    let table = parts.count > 1 ? parts[parts.count - 2].foldedName : nil
    for (level, sources) in ([sources] + outer).enumerated() {
      for source in sources where table == nil ? !source.isRow : source.name.foldedName == table {
        if let column = source.columns.first(where: { $0.name.foldedName == name }) {
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
