import PostilSQL

/// A table as SQLite reads its `CREATE TABLE` statement.
/// Source: SQLite, "PRAGMA Statements": `table_list`, `table_xinfo`, `foreign_key_list`, `index_list`, `index_xinfo`.
struct ParsedTable {
  struct Column {
    var name: String
    /// The declared type, such as `VARCHAR(20)`; empty for a column without a type.
    var declaredType: String
    var isNotNull: Bool
    /// `nil` if there is no default, or if the default is only the initial value of an added column.
    var defaultExpression: String?
    var isGenerated: Bool
    /// Whether a generated column is stored.
    var isStored: Bool
  }

  struct ForeignKey {
    var columns: [String] = []
    var referencedTable: String
    /// `nil` if the statement doesn't name them; it then refers to the primary key.
    var referencedColumns: [String]?
    /// `CASCADE`, `SET NULL`, `SET DEFAULT`, `RESTRICT` or `NO ACTION`.
    var onDelete: String
  }

  var name: String
  var isStrict: Bool
  var isWithoutRowID: Bool
  /// In the order of the statement. This also applies to the foreign keys.
  var columns: [Column]
  var primaryKey: [String]
  var foreignKeys: [ForeignKey] = []
  /// The columns of the indexes of keys.
  var indexes: [[String]] = []
  /// Whether the primary key has an index; if so, it isn't the rowid.
  var hasPrimaryKeyIndex = false
  /// The parts of the statement.
  let definition: TableDefinition

  /// Reads the only table of a database.
  /// - Returns: `nil` if the database has no table.
  init?(_ definition: TableDefinition, in database: ScratchDatabase) throws(ScratchDatabase.Failure) {
    self.definition = definition
    let tables = try database.rows(
      """
      SELECT t.name, t.strict, t.wr FROM sqlite_schema s JOIN pragma_table_list t ON t.schema = 'main' AND t.name = s.name
      WHERE s.type = 'table' AND t.type = 'table' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
    guard let table = tables.first, let name = table[0] else { return nil }
    self.name = name
    (isStrict, isWithoutRowID) = (table[1] == "1", table[2] == "1")
    let rows = try database.rows(
      #"SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?1) ORDER BY cid"#, [name])
    columns = rows.map { row in
      let name = row[0] ?? ""
      let part = definition.columns.first { $0.tokens.first?.name.isSameName(as: name) == true }
      return Column(
        name: name, declaredType: row[1] ?? "", isNotNull: row[2] == "1",
        defaultExpression: part?.columnConstraints.initialValue == nil ? row[3] : nil,
        isGenerated: row[5] == "2" || row[5] == "3", isStored: row[5] == "3")
    }
    primaryKey = rows.compactMap { row in row[4].flatMap { Int($0) }.map { ($0, row[0] ?? "") } }
      .filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }.map(\.1)
    var last: String?
    for row in try database.rows(
      #"SELECT id, "table", on_delete, "from", "to" FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq"#, [name])
    {
      if row[0] != last {
        foreignKeys.append(
          ForeignKey(
            referencedTable: row[1] ?? "", referencedColumns: row[4] == nil ? nil : [], onDelete: row[2] ?? ""))
      }
      last = row[0]
      foreignKeys[foreignKeys.count - 1].columns.append(row[3] ?? "")
      if let column = row[4] { foreignKeys[foreignKeys.count - 1].referencedColumns?.append(column) }
    }
    for index in try database.rows("SELECT name, origin FROM pragma_index_list(?1) ORDER BY seq DESC", [name]) {
      if index[1] == "pk" { hasPrimaryKeyIndex = true }
      let columns = try database.rows(
        "SELECT name FROM pragma_index_xinfo(?1) WHERE key = 1 ORDER BY seqno", [index[0] ?? ""])
      indexes.append(columns.compactMap { $0[0] })
    }
  }

  /// The column with this name, ignoring case.
  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }
}
