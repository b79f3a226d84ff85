import PostilSchema

/// The partitions of a table of a server.
struct ServerPartitions {
  /// What `@partitioned` would declare; `nil` if it can't.
  private(set) var partitioning: Partitioning?
  /// What the models don't contain; `nil` if they contain everything.
  private(set) var remark: String?

  /// Reads a row of ``query``.
  init(_ row: [String?]) {
    let (column, periods, moduli) = (row[2], row[3] ?? "", row[4] ?? "")
    let isRange = row[1] == "r"
    if let column, isRange, ["day", "week", "month", "year"].contains(periods) {
      partitioning = Partitioning(column: column, period: periods, count: nil)
    } else if let column, row[1] == "h", let count = Int(moduli), row[5] == moduli {
      partitioning = Partitioning(column: column, period: nil, count: count)
    }
    if partitioning == nil {
      let advice =
        isRange && periods.isEmpty && column != nil
        ? "; no partition shows the length of the periods, so add '@partitioned(by:each:)' yourself" : ""
      remark = "the partitions of the table are only on the server: PARTITION BY \(row[7] ?? "")\(advice)"
    } else if isRange, row[6] != "t" {
      remark = "the table has no default partition, so the server refuses rows of periods without a partition"
    }
  }

  /// The partitioned tables: the strategy, the only column, the lengths of the ranges, the moduli of the hashes, the number of partitions,
  /// whether one of them is the default, and the definition.
  ///
  /// Source: PostgreSQL 15, "pg_partitioned_table", and `pg_get_expr` of `relpartbound`.
  static let query = """
    SELECT p.partrelid, p.partstrat, min(CASE WHEN p.partnatts = 1 THEN a.attname END),
      string_agg(DISTINCT CASE WHEN b.low IS NOT NULL THEN coalesce((
        SELECT u.name FROM unnest(ARRAY['year', 'month', 'week', 'day']) WITH ORDINALITY AS u (name, place)
        WHERE date_trunc(u.name, b.low) = b.low AND b.low + ('1 ' || u.name)::interval = b.high ORDER BY u.place LIMIT 1), 'other') END, ','),
      string_agg(DISTINCT b.modulus, ','), count(b.bound), bool_or(b.bound = 'DEFAULT'), pg_get_partkeydef(p.partrelid)
    FROM pg_partitioned_table p
      LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] AND a.attnum > 0
      LEFT JOIN LATERAL (
        SELECT e.bound, substring(e.bound FROM 'modulus ([0-9]+)') AS modulus,
          CASE WHEN \(isDate) THEN substring(e.bound FROM 'FROM \\(''([^'']*)''')::timestamptz END AS low,
          CASE WHEN \(isDate) THEN substring(e.bound FROM 'TO \\(''([^'']*)''')::timestamptz END AS high
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS e (bound)
        WHERE i.inhparent = p.partrelid
      ) AS b ON true
    GROUP BY p.partrelid, p.partstrat
    """

  private static let isDate =
    "p.partstrat = 'r' AND p.partnatts = 1 AND a.atttypid IN ('timestamptz'::regtype, 'date'::regtype)"
}
