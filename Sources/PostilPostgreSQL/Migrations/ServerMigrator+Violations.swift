#if PostgreSQL
  import PostilSQLite

  /// The rows that keep a migration from being completed.
  extension ServerMigrator {
    /// The rows that violate a constraint which isn't valid yet.
    /// - Parameters:
    ///   - name: a check or a reference.
    ///   - table: its table, with the schema, quoted.
    /// - Returns: `nil` if there is no such constraint.
    func violations(ofConstraint name: String, on table: String) throws -> Int? {
      let row = try session.rows(
        """
        SELECT CASE contype WHEN 'c' THEN pg_get_expr(conbin, conrelid) END,
          quote_ident(n.nspname) || '.' || quote_ident(p.relname),
          (SELECT string_agg(format('child.%1$I IS NOT NULL', a.attname), ' AND ')
            FROM unnest(k.conkey) AS c (number) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number),
          (SELECT string_agg(format('parent.%I = child.%I', b.attname, a.attname), ' AND ')
            FROM unnest(k.conkey, k.confkey) AS c (own, other)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.own
            JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = c.other)
        FROM pg_constraint k LEFT JOIN pg_class p ON p.oid = k.confrelid LEFT JOIN pg_namespace n ON n.oid = p.relnamespace
        WHERE k.conname = $1 AND k.conrelid = to_regclass($2) AND NOT k.convalidated
        """, [name, table]
      ).first
      guard let row else { return nil }
      if let condition = row[0] { return try count("SELECT count(*) FROM \(table) WHERE NOT (\(condition))") }
      guard let parent = row[1], let isSet = row[2], let join = row[3] else { return 0 }
      return try count(
        "SELECT count(*) FROM \(table) AS child WHERE \(isSet) AND NOT EXISTS (SELECT FROM \(parent) AS parent WHERE \(join))"
      )
    }

    /// The rows that repeat the key of another row in a unique index whose build was interrupted.
    /// - Returns: `nil` if there are none, or there is no such index.
    func duplicates(inIndex name: String) throws -> Int? {
      let rows = try session.rows(
        """
        SELECT quote_ident(n.nspname) || '.' || quote_ident(t.relname), pg_get_expr(i.indpred, i.indrelid),
          i.indnullsnotdistinct, pg_get_indexdef(i.indexrelid, k, true)
        FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_namespace n ON n.oid = x.relnamespace
          JOIN pg_class t ON t.oid = i.indrelid CROSS JOIN generate_series(1, i.indnkeyatts::integer) AS k
        WHERE x.relname = $1 AND n.nspname = $2 AND i.indisunique AND NOT i.indisvalid
        ORDER BY k
        """, [name, schema])
      guard let first = rows.first, let table = first[0] else { return nil }
      let terms = rows.compactMap { $0[3] }
      let conditions = [first[1]].compactMap(\.self) + (first[2] == "t" ? [] : terms.map { "\($0) IS NOT NULL" })
      let filter = conditions.isEmpty ? "" : " WHERE \(conditions.map { "(\($0))" }.joined(separator: " AND "))"
      let duplicates = try count(
        """
        SELECT coalesce(sum(number - 1), 0) FROM (
          SELECT count(*) AS number FROM \(table)\(filter) GROUP BY \(terms.map { "(\($0))" }.joined(separator: ", "))) AS keys
        """)
      return duplicates > 0 ? duplicates : nil
    }

    private func count(_ sql: String) throws -> Int { try session.rows(sql).first?[0].flatMap { Int($0) } ?? 0 }
  }
#endif
