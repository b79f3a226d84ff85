#if PostgreSQL
  import PostilSQL
  import PostilTranslation

  /// A table that is partitioned by ranges of a date, as the server describes it. Its transaction works in UTC.
  struct PartitionedTable {
    private let connection: PostgreSQLConnection
    /// As in SQL, like all names here.
    private let name: String
    /// The name without the schema, and without quotes.
    private let ownName: String
    private let schema: String
    private let column: String
    /// The partition with the rows of periods without a partition.
    private let rest: String?

    /// - Parameter name: the name of the table in the database.
    /// - Throws: ``PostgreSQLError`` if the table isn't partitioned by ranges of one column.
    init(_ name: String, _ connection: PostgreSQLConnection) throws {
      self.connection = connection
      try connection.run("SET LOCAL timezone = 'UTC'", "SET LOCAL datestyle = 'ISO, YMD'")
      ownName = PostgreSQLNames.short(name)
      let quoted = PostgreSQLNames.quoted(name)
      let found = try connection.texts(
        """
        SELECT c.oid::regclass, quote_ident(n.nspname), quote_ident(a.attname), CASE WHEN p.partdefid <> 0 THEN p.partdefid::regclass END
        FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]
        WHERE c.oid = to_regclass($1) AND p.partstrat = 'r' AND p.partnatts = 1
        """, [quoted]
      ).first
      guard let found, let table = found[0], let schema = found[1], let column = found[2] else {
        throw PostgreSQLError(
          code: "42809",
          message:
            "the table '\(name)' of this database isn't partitioned by periods; create it with the statements of "
            + "'postil ddl --dialect postgresql', or migrate the database", detail: nil, sql: nil)
      }
      (self.name, self.schema, self.column, rest) = (table, schema, column, found[3])
    }

    /// Stops everybody else from using a table, first of all in a transaction, so that what is read afterwards is up to date.
    ///
    /// Others wait for the table while this waits for it, so it waits a second at most.
    static func lock(_ name: String, _ connection: PostgreSQLConnection) throws {
      try connection.run(
        "SET LOCAL lock_timeout = '1s'", "LOCK TABLE ONLY \(PostgreSQLNames.quoted(name)) IN ACCESS EXCLUSIVE MODE")
    }

    /// The partitions, with the bounds of those that have two. `$1` is the table.
    private static let bounds = """
      bound AS (
        SELECT oid, relname, CASE low WHEN 'MINVALUE' THEN '-infinity' ELSE trim('''' FROM low)::timestamptz END AS low,
          CASE high WHEN 'MAXVALUE' THEN 'infinity' ELSE trim('''' FROM high)::timestamptz END AS high
        FROM (
          SELECT c.oid, c.relname, substring(b.text FROM 'FROM \\((.*)\\) TO \\(') AS low, substring(b.text FROM ' TO \\((.*)\\)$') AS high
          FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS b (text)
          WHERE i.inhparent = $1::regclass
        ) AS part
      )
      """

    // MARK: Creating

    /// A period without a partition.
    struct Period {
      /// `2026_11`
      let suffix: String
      /// The first day, and the one after the last.
      let low, high: String

      /// A condition of the rows that belong to the period.
      func contains(_ column: String) -> String { "\(column) >= '\(low)' AND \(column) < '\(high)'" }
    }

    /// The most partitions that are created at once.
    static let limit = 1_000

    /// The periods from the present one on that no partition contains or shares days with.
    /// - Parameters:
    ///   - period: `month`
    ///   - seconds: a time in the last period, in seconds since 1970.
    /// - Throws: ``PostgreSQLError`` for more than ``limit``.
    func missing(_ period: String, through seconds: Double) throws -> [Period] {
      let formats = ["day": "YYYY_MM_DD", "week": "IYYY_\"w\"IW", "month": "YYYY_MM", "year": "YYYY"]
      let rows = try connection.texts(
        """
        WITH \(Self.bounds), period AS (
          SELECT low, low + ('1 ' || $2)::interval AS high
          FROM generate_series(date_trunc($2, now() AT TIME ZONE 'UTC'),
            greatest(to_timestamp($3::double precision), now()) AT TIME ZONE 'UTC', ('1 ' || $2)::interval) AS p (low)
        )
        SELECT to_char(low, $4), to_char(low, 'YYYY-MM-DD'), to_char(high, 'YYYY-MM-DD') FROM period p
        WHERE NOT EXISTS (SELECT FROM bound b WHERE b.low < p.high AT TIME ZONE 'UTC' AND b.high > p.low AT TIME ZONE 'UTC')
        ORDER BY low LIMIT \(Self.limit + 1)
        """, [name, period, "\(seconds)", formats[period] ?? "YYYY"])
      guard rows.count <= Self.limit else {
        throw PostgreSQLError(
          code: "54000",
          message:
            "more than \(Self.limit) partitions would be created; pass an earlier date, or partition the table by a longer period",
          detail: nil, sql: nil)
      }
      return rows.map { row in
        Period(
          suffix: row[0] ?? "", low: "\(row[1] ?? "") 00:00:00+00", high: "\(row[2] ?? "") 00:00:00+00")
      }
    }

    /// Creates a partition, with the rows that belong to it.
    /// - Returns: its name.
    func create(_ period: Period) throws -> String {
      let own = PostgreSQLNames.short("\(ownName)_\(period.suffix)")
      let partition = "\(schema).\(SQLText.identifier(own))"
      // An identity belongs to the partitioned table. Source: PostgreSQL 17, "ALTER TABLE", ATTACH PARTITION.
      try connection.run("CREATE TABLE \(partition) (LIKE \(name) INCLUDING ALL EXCLUDING IDENTITY)")
      let references = try move(to: partition, period)
      try connection.run(
        "ALTER TABLE \(name) ATTACH PARTITION \(partition) FOR VALUES FROM ('\(period.low)') TO ('\(period.high)')")
      for reference in references {
        try connection.run("ALTER TABLE \(reference[0]) ADD CONSTRAINT \(reference[1]) \(reference[2])")
      }
      return own
    }

    /// Moves the rows of a period into its partition. The triggers don't run, because no row is inserted or deleted.
    /// - Returns: the foreign keys that were dropped, because they would delete rows that reference the moved ones, or refuse the move: the
    ///   table, the name and the definition.
    private func move(to partition: String, _ period: Period) throws -> [[String]] {
      guard let rest else { return [] }
      let condition = period.contains(column)
      guard try connection.texts("SELECT FROM \(rest) WHERE \(condition) LIMIT 1").isEmpty == false else { return [] }
      func texts(_ sql: String, _ table: String) throws -> [[String]] {
        try connection.texts(sql, [table]).map { row in row.map { $0 ?? "" } }
      }
      let references = try texts(
        """
        SELECT conrelid::regclass, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
        WHERE contype = 'f' AND confrelid = $1::regclass AND conparentid = 0 ORDER BY conrelid, oid
        """, name)
      let triggers = try texts(
        """
        SELECT quote_ident(tgname), CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END
        FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname
        """, rest)
      let columns = try texts(
        """
        SELECT quote_ident(attname) FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
        """, rest
      ).map { $0[0] }.joined(separator: ", ")
      for reference in references {
        try connection.run("ALTER TABLE \(reference[0]) DROP CONSTRAINT \(reference[1])")
      }
      for trigger in triggers { try connection.run("ALTER TABLE \(rest) DISABLE TRIGGER \(trigger[0])") }
      try connection.run(
        """
        WITH moved AS (DELETE FROM \(rest) WHERE \(condition) RETURNING \(columns))
        INSERT INTO \(partition) (\(columns)) SELECT \(columns) FROM moved
        """)
      for trigger in triggers { try connection.run("ALTER TABLE \(rest) \(trigger[1]) TRIGGER \(trigger[0])") }
      return references
    }

    // MARK: Dropping

    /// The partitions whose rows are all before a date: their names in SQL and without the schema, the earliest first.
    func partitions(before seconds: Double) throws -> [(sql: String, name: String)] {
      try connection.texts(
        """
        WITH \(Self.bounds) SELECT oid::regclass, relname FROM bound WHERE high <= to_timestamp($2::double precision) ORDER BY high
        """, [name, "\(seconds)"]
      ).map { ($0[0] ?? "", $0[1] ?? "") }
    }

    /// Drops a partition with its rows. The server refuses that if rows of other tables reference them.
    func drop(_ partition: String) throws {
      try connection.run("ALTER TABLE \(name) DETACH PARTITION \(partition)", "DROP TABLE \(partition)")
    }

    /// Notifies observations, because no trigger runs when a partition is dropped.
    func notify() throws {
      let isThere = "EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = $1::regclass AND t.tgname"
      _ = try connection.texts(
        """
        SELECT pg_notify('\(ObservationTriggers.channel)', c.relname) FROM pg_class c
        WHERE c.oid = $1::regclass AND \(isThere) = '\(ObservationTriggers.name)')
        """, [name])
      _ = try connection.texts(
        """
        SELECT pg_notify('\(KeyTriggers.channel)', pg_current_xact_id() || E' 0 1\\n'
          || json_build_array(n.nspname, c.relname)::text || E'\\n!truncated')
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.oid = $1::regclass AND \(isThere) = '\(KeyTriggers.triggers[0])')
        """, [name])
    }
  }
#endif
