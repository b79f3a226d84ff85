#if PostgreSQL
  import PostilTranslation

  /// A table into which rows can be copied with the effect of inserts.
  struct CopyTable {
    struct Column {
      var type: ParameterType
      /// The sequence of its values, if the database assigns them.
      var sequence: String?
    }

    /// The columns, by their names.
    var columns: [String: Column] = [:]
  }

  /// What a row is written to in binary form: the columns of a table, in some order.
  final class CopyTarget {
    let insertion: PreparedStatement.Insertion
    let types: UnsafeMutablePointer<ParameterType>
    private let count: Int
    /// The command that begins the copy.
    let sql: String
    /// The insert of one such row, once it is prepared.
    var prepared: PreparedStatement?

    init(_ insertion: PreparedStatement.Insertion, _ columns: [CopyTable.Column]) {
      self.insertion = insertion
      count = columns.count
      types = .allocate(capacity: count)
      for (index, column) in columns.enumerated() { (types + index).initialize(to: column.type) }
      sql =
        "COPY \(PostgreSQLNames.quoted(insertion.table)) (\(PostgreSQLNames.quoted(insertion.columns))) FROM STDIN (FORMAT binary)"
    }

    deinit {
      types.deinitialize(count: count)
      types.deallocate()
    }

    var target: ParameterBuffer.Target { ParameterBuffer.Target(types: types, count: count, isCopy: true) }

    /// The insert of one such row.
    var insert: PreparedStatement.Translation {
      let values = (1...count).map { "$\($0)" }.joined(separator: ", ")
      return PreparedStatement.Translation(
        sql:
          "INSERT INTO \(PostgreSQLNames.quoted(insertion.table)) (\(PostgreSQLNames.quoted(insertion.columns))) VALUES (\(values))",
        types: Array(UnsafeBufferPointer(start: types, count: count)), insertion: insertion)
    }
  }

  extension PostgreSQLConnection {
    /// Where rows of an insert can be copied to; `nil` if a copy could have another effect, or a column has a type that Postil doesn't
    /// write in binary form.
    func copyTarget(_ insertion: PreparedStatement.Insertion) throws -> CopyTarget? {
      if let known = copyTargets[insertion] { return known }
      let target = try makeCopyTarget(insertion)
      copyTargets[insertion] = .some(target)
      return target
    }

    private func makeCopyTarget(_ insertion: PreparedStatement.Insertion) throws -> CopyTarget? {
      guard let table = try copyTable(insertion.table) else { return nil }
      let columns = insertion.columns.compactMap { table.columns[PostgreSQLNames.short($0)] }
      guard columns.count == insertion.columns.count, !columns.isEmpty,
        !columns.contains(where: {
          $0.type.isArray ? !ArrayText.binary.contains($0.type.element) : [.other, .array].contains($0.type.element)
        })
      else { return nil }
      return CopyTarget(insertion, columns)
    }

    /// The same with the column of the key, whose values the database assigns otherwise.
    /// - Returns: the target and the sequence of the key.
    func keyedCopyTarget(_ insertion: PreparedStatement.Insertion) throws -> (target: CopyTarget, sequence: String)? {
      let key = schema.translator.relations[insertion.table.foldedName]?.key ?? []
      guard key.count == 1, !insertion.columns.contains(key[0]),
        let sequence = try copyTable(insertion.table)?.columns[PostgreSQLNames.short(key[0])]?.sequence
      else { return nil }
      var keyed = insertion
      keyed.columns.append(key[0])
      return try copyTarget(keyed).map { ($0, sequence) }
    }

    private func copyTable(_ name: String) throws -> CopyTable? {
      if let known = copyTables[name] { return known }
      var table: CopyTable? = CopyTable()
      for row in try texts(Self.columns, [PostgreSQLNames.short(name)]) {
        guard row[0] == "t", let column = row[1], let type = row[2].flatMap({ UInt32($0) }) else {
          table = nil
          break
        }
        table?.columns[column] = CopyTable.Column(type: ParameterType(oid: type), sequence: row[3])
      }
      if table?.columns.isEmpty == true { table = nil }
      copyTables[name] = .some(table)
      return table
    }

    /// The columns of a table, and whether a copy has the effect of inserts: triggers before a row may skip it or change its key, rules apply
    /// to statements only, and tables with row security refuse copies. Source: PostgreSQL 15, "COPY", section "Notes".
    private static let columns = """
      SELECT c.relkind IN ('r', 'p') AND NOT c.relrowsecurity AND NOT c.relhasrules AND NOT EXISTS (
          SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgtype & 7 = 7),
        a.attname, CASE WHEN y.typname = 'citext' THEN 25 ELSE a.atttypid END,
        CASE WHEN a.attidentity = 'd' OR a.attidentity = '' AND a.atthasdef AND a.attgenerated = '' AND
            pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%'
          THEN pg_get_serial_sequence(c.oid::regclass::text, a.attname) END
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type y ON y.oid = a.atttypid
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE pg_table_is_visible(c.oid) AND c.relname = $1 AND a.attnum > 0 AND NOT a.attisdropped
      """
  }
#endif
