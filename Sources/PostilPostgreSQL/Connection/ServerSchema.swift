#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// The tables and views of a database, as the server describes them.
  struct ServerSchema: @unchecked Sendable {
    private(set) var translator = PostgreSQLTranslator()
    /// The program's tables, by their names.
    private let tables: [String: _TableDescription]
    private var constraints: [String: [String]] = [:]
    /// The tables that foreign keys reference, by the table and the name of the foreign key.
    private var referencedTables: [String: String] = [:]
    /// The tables with foreign keys that delete or change their rows with those of a table.
    private var dependentTables: [String: Set<String>] = [:]
    /// The names of partitioned tables and of their keys, by those of their partitions.
    private var wholes = PartitionNames()
    /// The search path of each transaction; `nil` for that of the session. It isn't set for the session, because behind PgBouncer others
    /// use the same connection to the server.
    let searchPath: String?
    /// The schema of the program's tables; `nil` if no schema of the search path exists.
    private let name: String?
    /// The tables and views of that schema.
    private var own: Set<String> = []
    /// The tables that have another name during an expansion, which is that of a view.
    private var otherNames = OtherTableNames()
    /// Whether the database is the coordinator of Citus.
    private(set) var isCitus = false
    /// Whether observation is installed although the tables have no triggers, so that stores notify each other of their commits.
    private(set) var notifiesCommits = false

    /// Reads the tables and views of the schemas in the search path.
    /// - Parameter name: the schema of the program's tables; `nil` for the first one of the search path.
    init(
      _ handle: OpaquePointer, _ name: String?, _ tables: [String: _TableDescription], _ kind: ServerKind
    ) throws {
      self.tables = tables
      let path = try SearchPath(name) { sql, values in try Self.rows(handle, sql, values) }
      (self.name, searchPath) = (path.schema, name == nil ? nil : path.sql)
      if let searchPath {
        _ = try Self.rows(handle, "BEGIN READ ONLY")
        _ = try Self.rows(handle, "SET LOCAL search_path = \(searchPath)")
      }
      defer { if searchPath != nil { _ = try? Self.rows(handle, "ROLLBACK") } }
      // The server has the beginnings of names with more than 63 bytes.
      var names: [String: String] = [:]
      for table in tables.values {
        let short = PostgreSQLNames.short(table.name)
        names[short] = table.name
        for column in table.columns { names["\(short).\(PostgreSQLNames.short(column.name))"] = column.name }
      }
      let columns = try Self.rows(handle, Self.columns)
      if columns.contains(where: { $0[7] == "v" && tables[names[$0[0]] ?? $0[0]] != nil }) {
        otherNames = OtherTableNames(try Self.rows(handle, OtherTableNames.query))
        for (view, key) in otherNames.keys {
          translator.keysOfViews[(names[view] ?? view).foldedName] = key.map { names["\(view).\($0)"] ?? $0 }
        }
      }
      for row in columns {
        let type = Self.type(row[2])
        var column = PostgreSQLScope.Column(
          name: names["\(row[0]).\(row[1])"] ?? row[1], type: type,
          isNullable: row[3] != "t" && !otherNames.isRequired(row[1], of: row[0]),
          collation: type == .text ? (row[2] == "citext" ? .nocase : .binary) : nil)
        column.isUnsigned = row[2] == "numeric(20,0)"
        // CockroachDB sorts all text by bytes. Source: CockroachDB, "STRING".
        column.isSortedByBytes = type == .text && (row[4] == "C" || kind == .cockroachDB) && row[2] != "citext"
        translator.add(column, to: names[row[0]] ?? row[0], isKey: row[5] == "t")
        if row[6] == path.schema { own.insert((names[row[0]] ?? row[0]).foldedName) }
      }
      for row in try Self.rows(handle, Self.searches) {
        add(indexExpression: row[2], of: row[0], on: names[row[1]] ?? row[1])
      }
      for row in try Self.rows(handle, Self.keys) {
        let name = row[0] + "." + row[1]
        if row[3] == "c" {
          (isCitus, notifiesCommits) = (true, row[2] == "t")
        } else if row[3] == "p" {
          wholes.add(row[0], of: row[1], isTable: row[2] == "p")
        } else if row[3] != "u" {
          referencedTables[name] = row[2]
          if row[3] == "d" { dependentTables[row[2], default: []].insert(row[0]) }
        } else {
          constraints[name, default: []].append(row[2])
        }
      }
    }

    /// The partitioned table that a table is a partition of, or the table itself.
    func whole(_ table: String) -> String {
      translator.relations[table.foldedName] == nil ? wholes.table(ofNew: table) : wholes.name(table)
    }

    /// Adds a part of a full-text index: an expression over several columns, or one column of an index of three-letter sequences.
    private mutating func add(indexExpression sql: String, of index: String, on table: String) {
      guard let relation = translator.relations[table.foldedName] else { return }
      let tokens = SQLLexer.tokens(of: sql)
      let configuration = sql.contains("to_tsvector(") ? tokens.first { $0.kind == .text }?.name : nil
      var search =
        translator.searches[index.foldedName]
        ?? PostgreSQLSearchIndex(name: index, table: table, columns: [], configuration: configuration)
      for (position, token) in tokens.enumerated() where token.isName {
        // The name of a type or of a function isn't that of a column.
        if position > 0, tokens[position - 1].is("::") || tokens[position - 1].is(":") { continue }
        if token.kind == .word, tokens.indices.contains(position + 1), tokens[position + 1].is("(") { continue }
        guard let column = relation.columns.first(where: { PostgreSQLNames.short($0.name) == token.name }),
          !search.columns.contains(where: { $0.name == column.name })
        else { continue }
        search.columns.append(
          PostgreSQLSearchIndex.Column(
            name: column.name, isNullable: column.isNullable, isNocase: column.collation == .nocase))
      }
      translator.searches[index.foldedName] = search
    }

    /// Compares the schema with the tables of a program. A table of another schema doesn't count, because that one can belong to another
    /// tenant.
    /// - Throws: `SchemaMismatch` if tables or columns are missing.
    func check() throws {
      var differences: [SchemaMismatch.Difference] = []
      for table in tables.values.sorted(by: { $0.name < $1.name }) {
        guard own.contains(table.name.foldedName), let found = translator.relations[table.name.foldedName] else {
          differences.append(.missing(kind: "table", name: table.name))
          continue
        }
        let names = Set(found.columns.map(\.name.foldedName))
        for column in table.columns where !names.contains(column.name.foldedName) {
          differences.append(.missing(kind: "column", name: "\(table.name).\(column.name)"))
        }
      }
      guard differences.isEmpty else {
        throw SchemaMismatch(path: place, differences: differences, advice: Self.advice)
      }
    }

    private static let advice =
      "Migrate the database to the program's schema, with 'postil migrate apply' or 'migrations:' of the store, or connect to another database "
      + "or schema."

    /// The server and the schema, for messages.
    private var place: String { "PostgreSQL" + (name.map { ", schema \($0)" } ?? "") }

    /// - Parameter detail: the detail of the error, which names the columns of a key of a new partition.
    func columns(ofConstraint name: String, _ table: String, detail: String?) -> [ColumnName] {
      let known = constraints[table + "." + wholes.name(name)]
      return (known ?? PartitionNames.columns(detail)).map { column($0, of: table) }
    }

    /// The constraint that a message of a server with shards names.
    func shardViolation(_ message: String) -> ShardViolation? {
      isCitus ? ShardViolation(message, uniqueKeys: constraints.keys, foreignKeys: referencedTables.keys) : nil
    }

    /// The table of which a name is a shard's.
    func table(ofShard name: String) -> String? {
      tables.keys.first { ShardViolation.isShard(name, of: PostgreSQLNames.short($0)[...]) }
    }

    /// The tables that a statement changes, with those whose rows foreign keys delete or change then. What only a function that it calls
    /// changes isn't known.
    func tables(changedBy statement: PreparedStatement) -> Set<String> {
      if let known = statement.changedTables { return known }
      let tokens = SQLLexer.tokens(of: statement.translation.sql)
      let relations = Set(translator.relations.values.map { PostgreSQLNames.short($0.name) })
      var open: [String] = []
      for (index, token) in tokens.enumerated() where token.is(in: ["into", "update", "delete", "truncate"]) {
        // The next name of a table, or all if several can follow.
        let names = tokens[(index + 1)...].filter(\.isName).map { $0.isQuoted ? $0.name : $0.foldedName }
          .filter(relations.contains)
        open += token.is("truncate") ? names : Array(names.prefix(1))
      }
      var changed = Set(open)
      let isDeletion = tokens.contains { $0.is(in: ["delete", "truncate"]) }
      while isDeletion, let next = open.popLast() {
        open += (dependentTables[next] ?? []).filter { changed.insert($0).inserted }
      }
      statement.changedTables = changed
      return changed
    }

    func referencedTable(ofConstraint name: String, _ table: String) -> String? {
      referencedTables[table + "." + name].map(whole)
    }

    func column(_ name: String, of table: String) -> ColumnName {
      let description = tables[table] ?? otherNames.view(of: table).flatMap { tables[$0] }
      let name = tables[table] == nil ? otherNames.column(name, of: table) : name
      return description?.columns.first { $0.name == name } ?? ColumnName(name, property: name)
    }

    func name(of table: String) -> TableName {
      guard tables[table] == nil, let view = otherNames.view(of: table), let description = tables[view] else {
        return TableName(table, model: tables[table]?.model ?? table)
      }
      return TableName(view, model: description.model)
    }

    /// The name of the table with the rows of a table of the program, which is a view during an expansion.
    func storedTable(_ name: String) -> String { otherNames.table(of: PostgreSQLNames.short(name)) ?? name }

    private static let columns = """
      SELECT c.relname, a.attname,
        format_type(a.atttypid, CASE WHEN a.atttypid = 'numeric'::regtype THEN a.atttypmod END), a.attnotnull,
        coalesce((SELECT collname FROM pg_collation k WHERE k.oid = a.attcollation), ''),
        EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)),
        n.nspname, c.relkind
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'v', 'p', 'f', 'm') AND a.attnum > 0 AND NOT a.attisdropped
        AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      ORDER BY c.relname, a.attnum
      """

    private static let searches = """
      SELECT x.relname, c.relname, pg_get_indexdef(x.oid, k, false)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
        JOIN pg_am a ON a.oid = x.relam AND a.amname = 'gin' CROSS JOIN generate_series(1, i.indnatts) AS k
      WHERE pg_table_is_visible(c.oid)
      ORDER BY x.relname, k
      """

    private static let keys = """
      SELECT c.relname, x.relname, a.attname, 'u' AS kind, k.place
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
        CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
      WHERE i.indisunique AND pg_table_is_visible(c.oid) AND c.relnamespace <> 'pg_catalog'::regnamespace
      UNION ALL
      SELECT c.relname, k.conname, p.relname, CASE WHEN k.confdeltype IN ('a', 'r') THEN 'f' ELSE 'd' END, 1
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.contype = 'f' AND pg_table_is_visible(c.oid)
      UNION ALL
      SELECT c.relname, p.relname, p.relkind::text, 'p', 1
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relispartition AND pg_table_is_visible(c.oid)
      UNION ALL
      SELECT '', '', CASE WHEN to_regproc('\(ObservationTriggers.name)') IS NULL THEN 'f' ELSE 't' END, 'c', 1
      FROM pg_extension WHERE extname = 'citus'
      ORDER BY 1, 2, 5
      """

    private static func rows(_ handle: OpaquePointer, _ sql: String, _ values: [String] = []) throws -> [[String]] {
      let texts = values.map { CText($0) }
      var pointers = texts.map { Optional($0.pointer) }
      let result = withExtendedLifetime(texts) {
        PQexecParams(handle, sql, Int32(values.count), nil, &pointers, nil, nil, 0)
      }
      defer { PQclear(result) }
      guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
        throw ConnectionLost(message: String(cString: PQerrorMessage(handle)).trimmed, isOutcomeUnknown: false)
      }
      return (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
      }
    }

    private static func type(_ name: String) -> PostgreSQLType {
      switch name {
      case "boolean": .boolean
      case "smallint": .integer(bits: 16)
      case "integer": .integer(bits: 32)
      case "bigint": .integer(bits: 64)
      case _ where name.hasPrefix("numeric"): .numeric
      case "real": .real(bits: 32)
      case "double precision": .real(bits: 64)
      case "bytea": .bytes
      case "timestamp with time zone": .timestamp
      case "date": .date
      case "uuid": .uuid
      case "jsonb": .json
      // Others are left to the server, which reads them from text.
      case "boolean[]", "smallint[]", "integer[]", "bigint[]", "real[]", "double precision[]", "text[]", "uuid[]",
        "character varying[]":
        .array(of: type(String(name.dropLast(2))))
      case "vector": .vector
      default: .text
      }
    }
  }
#endif
