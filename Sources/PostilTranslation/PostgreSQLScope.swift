import PostilSQL

/// The columns that a name in SQL can refer to: those of the tables and views of a query and of its enclosing queries.
package struct PostgreSQLScope {
  package struct Column {
    /// The name in SQLite, which PostgreSQL may shorten.
    package var name: String
    package var type: PostgreSQLType
    package var isNullable: Bool
    package var collation: PostgreSQLCollation?
    /// Whether PostgreSQL sorts its text by bytes.
    package var isSortedByBytes = false
    /// Whether it is a `numeric(20, 0)`, the type of unsigned integers.
    package var isUnsigned = false
    /// The expression of a generated column.
    package var generation: String?

    package init(name: String, type: PostgreSQLType, isNullable: Bool, collation: PostgreSQLCollation?) {
      self.name = name
      self.type = type
      self.isNullable = isNullable
      self.collation = collation
    }
  }

  /// A table, view or subquery, or a row of a trigger.
  package struct Source {
    package var name: String
    package var columns: [Column]
    /// The primary key, which determines all other columns of the row.
    package var key: [String] = []
    /// Whether it is `NEW` or `OLD`, whose columns are always qualified.
    package var isRow = false
    /// The name that the statement has given it, where its columns are named by that of the table, as SQLite does after `RETURNING`.
    package var alias: String?
    /// The qualifier of its columns.
    package var qualifier: String { isRow ? name : PostgreSQLNames.quoted(alias ?? name) }
    /// The full-text index that the source stands for.
    package var search: PostgreSQLSearchIndex?
    /// What the index is searched for.
    package var query: SQLNode?
    /// Whether its row may be missing, as on the right of a `LEFT JOIN`.
    package var isOptional = false

    package init(name: String, columns: [Column], key: [String] = [], isRow: Bool = false) {
      self.name = name
      self.columns = columns
      self.key = key
      self.isRow = isRow
    }
  }

  package var sources: [Source] = []
  /// The enclosing scopes, innermost first.
  package var outer: [[Source]] = []
  /// The results that 'HAVING' can name.
  var aliases: [String: PostgreSQLFragment] = [:]
  /// The table whose columns must be qualified, because `excluded` has the same columns.
  package var qualified: String?

  package init(sources: [Source] = [], outer: [[Source]] = []) {
    self.sources = sources
    self.outer = outer
  }

  /// The column that a name refers to, and its source.
  package func column(_ parts: [String], at offset: Int) throws(PostgreSQLRefusal) -> (
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
  package func inner(_ sources: [Source]) -> PostgreSQLScope {
    PostgreSQLScope(sources: sources, outer: [self.sources] + outer)
  }
}
