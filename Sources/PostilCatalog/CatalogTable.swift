import PostilEvolution
import PostilSQL
/// A table of a database, with its columns, keys, references, indexes and triggers.
package struct CatalogTable: Sendable {
  package var name: String
  /// Its `CREATE TABLE` or `CREATE VIRTUAL TABLE` statement.
  package var sql: String
  package var isVirtual = false
  package var isStrict = false
  package var isWithoutRowID = false
  /// In the order of the table, without the hidden columns of virtual tables.
  package var columns: [CatalogColumn] = []
  /// The columns of the primary key, in order; empty without a key.
  package var primaryKey: [String] = []
  /// In the order of the statement.
  package var foreignKeys: [CatalogForeignKey] = []
  /// In the order of creation, including the indexes of keys.
  package var indexes: [CatalogIndex] = []
  package var triggers: [CatalogTrigger] = []

  package init(name: String, sql: String, triggers: [CatalogTrigger] = []) {
    self.name = name
    self.sql = sql
    self.triggers = triggers
  }

  /// The parts of the `CREATE TABLE` statement; `nil` for a virtual table.
  package var definition: TableDefinition? { TableDefinition(sql) }

  /// The column with this name, ignoring case.
  package func column(_ name: String) -> CatalogColumn? {
    columns.first { $0.name.isSameName(as: name) }
  }

  /// Source: SQLite, "PRAGMA Statements": `table_xinfo`, `foreign_key_list`, `index_list`, `index_xinfo`.
  mutating func read(_ query: DatabaseCatalog.Query) throws {
    let definitions = definition?.columns ?? []
    let rows = try query(
      #"SELECT name, type, "notnull", dflt_value, pk, hidden FROM temp.pragma_table_xinfo(?1) ORDER BY cid"#, [name])
    columns = rows.filter { $0[5] != "1" }
      .map { row in
        let name = row[0] ?? ""
        let part = definitions.first { $0.tokens.first?.name.isSameName(as: name) == true }
        let constraints = part?.columnConstraints ?? []
        return CatalogColumn(
          name: name, declaredType: row[1] ?? "", isNotNull: row[2] == "1",
          defaultExpression: constraints.initialValue == nil ? row[3] : nil, constraints: constraints)
      }
    primaryKey = rows.compactMap { row in row[4].flatMap { Int($0) }.map { ($0, row[0] ?? "") } }
      .filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }.map(\.1)
    foreignKeys = try CatalogForeignKey.read(of: name, query)
    let indexRows = try query(
      """
      SELECT l.name, l."unique", l.origin, l.partial, s.sql FROM temp.pragma_index_list(?1) l
      LEFT JOIN sqlite_schema s ON s.type = 'index' AND s.name = l.name ORDER BY l.seq DESC
      """, [name])
    indexes = try indexRows.map { try CatalogIndex($0, query) }
  }
}

/// A column of a table.
package struct CatalogColumn: Sendable {
  package var name: String
  /// The declared type, such as `VARCHAR(20)`; empty for a column without a type.
  package var declaredType: String
  package var isNotNull: Bool
  /// The SQL of the default; `nil` without a default, and for the default named
  /// ``ConstraintDefinition/initialValueName``.
  package var defaultExpression: String?
  /// The constraints after the type.
  package var constraints: [ConstraintDefinition]

  /// The constraint of this kind, if the column has one.
  package func constraint(_ kind: ConstraintDefinition.Kind) -> ConstraintDefinition? {
    constraints.first { $0.kind == kind }
  }
}

/// A foreign key of a table.
package struct CatalogForeignKey: Hashable, Sendable {
  package var columns: [String]
  package var referencedTable: String
  /// `nil` if the statement doesn't name them; it then refers to the primary key.
  package var referencedColumns: [String]?
  /// `CASCADE`, `SET NULL`, `SET DEFAULT`, `RESTRICT` or `NO ACTION`.
  package var onUpdate: String
  /// `CASCADE`, `SET NULL`, `SET DEFAULT`, `RESTRICT` or `NO ACTION`.
  package var onDelete: String

  package init(
    columns: [String], referencedTable: String, referencedColumns: [String]?, onUpdate: String, onDelete: String
  ) {
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
    self.onUpdate = onUpdate
    self.onDelete = onDelete
  }

  static func read(of table: String, _ query: DatabaseCatalog.Query) throws -> [CatalogForeignKey] {
    let rows = try query(
      """
      SELECT id, "from", "to", "table", on_update, on_delete FROM temp.pragma_foreign_key_list(?1) ORDER BY id DESC, seq
      """, [table])
    var keys: [(id: String?, key: CatalogForeignKey)] = []
    for row in rows {
      if keys.last?.id != row[0] || keys.isEmpty {
        keys.append(
          (
            row[0],
            CatalogForeignKey(
              columns: [], referencedTable: row[3] ?? "", referencedColumns: row[2] == nil ? nil : [],
              onUpdate: row[4] ?? "", onDelete: row[5] ?? "")
          ))
      }
      keys[keys.count - 1].key.columns.append(row[1] ?? "")
      if let column = row[2] { keys[keys.count - 1].key.referencedColumns?.append(column) }
    }
    return keys.map(\.key)
  }
}

/// An index of a table.
package struct CatalogIndex: Sendable {
  /// A column of an index, or an expression.
  package struct Term: Hashable, Sendable {
    /// `nil` for an expression.
    package var column: String?
    package var isDescending: Bool
    package var collation: String
  }

  /// The reason why an index exists.
  package enum Origin: String, Sendable {
    /// A `CREATE INDEX` statement.
    case statement = "c"
    case uniqueConstraint = "u"
    case primaryKey = "pk"
  }

  package var name: String
  package var isUnique: Bool
  package var origin: Origin
  package var isPartial: Bool
  /// Its `CREATE INDEX` statement; `nil` for the index of a key.
  package var sql: String?
  package var terms: [Term]

  /// The parts of the `CREATE INDEX` statement; `nil` for the index of a key.
  package var definition: IndexDefinition? { sql.flatMap { IndexDefinition($0) } }

  init(_ row: [String?], _ query: DatabaseCatalog.Query) throws {
    name = row[0] ?? ""
    isUnique = row[1] == "1"
    origin = row[2].flatMap { Origin(rawValue: $0) } ?? .statement
    isPartial = row[3] == "1"
    sql = row[4]
    terms = try query(
      #"SELECT name, "desc", coll FROM temp.pragma_index_xinfo(?1) WHERE key = 1 ORDER BY seqno"#, [name]
    )
    .map { Term(column: $0[0], isDescending: $0[1] == "1", collation: $0[2] ?? "") }
  }
}
