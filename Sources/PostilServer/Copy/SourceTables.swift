#if PostgreSQL
  import PostilCompiler
  import PostilSQL

  /// The tables of the SQLite file.
  struct SourceTables {
    /// The columns of each table, case-folded, by its case-folded name.
    private var columns: [String: Set<String>] = [:]
    /// The names of the tables without SQLite's own, and those that full-text indexes consist of.
    private var names: [String] = []

    init(in file: PostilCompiler.ScratchDatabase) throws {
      let rows = try file.rows(
        """
        SELECT t.name, c.name FROM temp.pragma_table_list t, temp.pragma_table_xinfo(t.name) c
        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid
        """)
      for row in rows {
        let (table, column) = (row[0] ?? "", row[1] ?? "")
        if columns[table.foldedName] == nil { names.append(table) }
        columns[table.foldedName, default: []].insert(column.foldedName)
      }
    }

    /// - Throws: ``CopyRefusal/missingInFile(_:)``
    func check(_ tables: [CopiedTable]) throws(CopyRefusal) {
      let missing = tables.flatMap { table -> [String] in
        guard let found = columns[table.name.foldedName] else { return [table.name] }
        return table.columns.filter { !found.contains($0.name.foldedName) }.map { "\(table.name).\($0.name)" }
      }
      if !missing.isEmpty { throw .missingInFile(missing) }
    }

    /// The tables of the file that aren't among these.
    func others(than tables: [CopiedTable]) -> [String] {
      let known = Set(tables.map(\.name.foldedName) + [MigrationTable.name.foldedName])
      return names.filter { !known.contains($0.foldedName) }
    }

    func rowCount(of table: CopiedTable, in file: PostilCompiler.ScratchDatabase) throws -> Int {
      try file.run("SELECT count(*) FROM \(SQLText.identifier(table.name))").first?.flatMap { Int($0) } ?? 0
    }

    /// The largest key that the file has assigned in each column of an assigned key; keys of deleted rows count if the table is
    /// `AUTOINCREMENT`, because SQLite doesn't assign them again.
    func assignedKeys(of table: CopiedTable, in file: PostilCompiler.ScratchDatabase) throws -> [(
      column: String, key: Int64
    )] {
      try table.table.columns.filter(\.isAssigned).compactMap { column in
        let largest = try file.run(
          "SELECT max(\(SQLText.identifier(column.name))) FROM \(SQLText.identifier(table.name))")
        let hasSequences = try !file.run("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").isEmpty
        let last =
          hasSequences
          ? try file.rows("SELECT seq FROM sqlite_sequence WHERE lower(name) = lower(?1)", [table.name]).first?[0] : nil
        let keys = [largest.first ?? nil, last].compactMap { $0.flatMap { Int64($0) } }
        return keys.max().map { (column.name, $0) }
      }
    }
  }
#endif
