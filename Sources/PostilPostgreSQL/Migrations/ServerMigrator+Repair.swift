#if PostgreSQL
  import PostilEvolution
  import PostilSQL
  import PostilSQLite
  import PostilTranslation

  /// A migration whose transaction is committed, but that lacks statements after it.
  package struct IncompleteMigration: Sendable {
    package let name: String
    /// The next statement: its line in the file, and its SQL.
    package let line: Int
    package let sql: String
    /// The check that rows violate, and their number, so that the statement fails until they are corrected; `nil` if that isn't known.
    package let violation: (check: String, rows: Int)?

    /// What is missing, and what to do.
    package var description: String {
      let statement = "'\(name)' was interrupted after its transaction, before the statement at line \(line) (\(sql))"
      guard let violation else {
        return statement
          + "; the program tries to complete it when it starts, or 'postil migrate repair' does; 'postil migrate repair --take-back' "
          + "takes the migration back"
      }
      let rows = violation.rows == 1 ? "1 row violates" : "\(violation.rows) rows violate"
      return statement
        + "; this statement fails, because \(rows) '\(violation.check)': correct them, and then run 'postil migrate repair', or take "
        + "the migration back with 'postil migrate repair --take-back'"
    }
  }

  extension ServerMigrator {
    /// The migration that was interrupted after its transaction; `nil` if there is none. Nothing is changed.
    package func incomplete() throws -> IncompleteMigration? {
      guard let record = try ledger.records()?.first(where: { !$0.isComplete }), let script = script(of: record) else {
        return nil
      }
      let statements = try Self.parts(of: script).afterwards
      for statement in statements {
        if case .index(let name) = PostgreSQLMigrationStatement.afterwards(statement.sql) {
          if try validity(ofIndex: name) == "t" { continue }
          return described(script, statement, nil)
        }
        if PostgreSQLMigrationStatement.addedKey(statement.sql) != nil {
          if try isDone(statement.sql) { continue }
          return described(script, statement, nil)
        }
        guard let name = PostgreSQLMigrationStatement.validated(statement.sql),
          let constraint = try unvalidated(name, of: statement.sql)
        else { continue }
        var violation: (String, Int)?
        if let condition = constraint.condition {
          let count = try session.rows("SELECT count(*) FROM \(constraint.table) WHERE NOT (\(condition))").first?[0]
          violation = count.flatMap { Int($0) }.flatMap { $0 > 0 ? (name, $0) : nil }
        }
        return described(script, statement, violation)
      }
      return statements.last.map { described(script, $0, nil) }
    }

    private func described(
      _ script: MigrationScript, _ statement: MigrationScript.Statement, _ violation: (String, Int)?
    ) -> IncompleteMigration {
      IncompleteMigration(name: script.name, line: statement.line, sql: statement.sql, violation: violation)
    }

    /// A constraint that isn't valid yet: its table, and its condition if it is a check.
    private func unvalidated(_ name: String, of sql: String) throws -> (table: String, condition: String?)? {
      let tokens = SQLLexer.tokens(of: sql)
      let table = tokens[3].is(".") ? "\(tokens[2].source).\(tokens[4].source)" : String(tokens[2].source)
      let row = try session.rows(
        """
        SELECT conrelid::regclass, CASE contype WHEN 'c' THEN pg_get_expr(conbin, conrelid) END FROM pg_constraint
        WHERE conname = $1 AND conrelid = to_regclass($2) AND NOT convalidated
        """, [name, table]
      ).first
      guard let row, let table = row[0] else { return nil }
      return (table, row[1])
    }

    /// `t` or `f`; `nil` if there is no such index.
    func validity(ofIndex name: String) throws -> String? {
      try session.rows(
        """
        SELECT i.indisvalid FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
        WHERE c.relname = $1 AND c.relnamespace = quote_ident(current_schema())::regnamespace
        """, [name]
      ).first?[0]
    }

    /// Runs the missing statements of a migration that was interrupted after its transaction.
    /// - Returns: the migration; nothing if there is none.
    /// - Throws: the same errors as applying it.
    package func complete() throws -> [MigrationOutcome] {
      try locked { try finish(ledger.records() ?? []) }
    }

    /// Undoes the last migration, which was interrupted after its transaction, in one transaction.
    /// - Parameters:
    ///   - name: the migration.
    ///   - sql: its `.postgresql.down.sql`.
    /// - Throws: the same errors as undoing a complete one.
    package func takeBack(_ name: String, sql: String) throws { try undo(name, sql: sql, isComplete: false) }

    /// The statements of an undo for a migration that lacks statements after its transaction. Indexes that weren't built can't be dropped;
    /// indexes and constraints that the missing statements drop are dropped first.
    func withoutRemainder(_ undo: MigrationScript) throws -> [MigrationScript.Statement] {
      let migration = sequence.entries.first { $0.name == undo.name }?.script
      let afterwards = try migration.map { try Self.parts(of: $0).afterwards } ?? []
      let keys = afterwards.compactMap { PostgreSQLMigrationStatement.addedKey($0.sql)?.name }
      let drops = afterwards.compactMap { statement -> MigrationScript.Statement? in
        if PostgreSQLMigrationStatement.addedKey(statement.sql) != nil { return Self.dropOfOldKey(in: statement) }
        let tokens = SQLLexer.tokens(of: statement.sql)
        if tokens.first?.is("drop") == true {
          return MigrationScript.Statement(sql: Self.tolerant(tokens), line: statement.line)
        }
        return tokens.contains { $0.is("exists") } && tokens.first?.is("alter") == true ? statement : nil
      }
      let built = afterwards.compactMap { statement -> String? in
        guard case .index(let name) = PostgreSQLMigrationStatement.afterwards(statement.sql) else { return nil }
        return name
      }
      let locks = PostgreSQLMigrationStatement.locks(at: undo.statements.map(\.sql))
      let rest = undo.statements[locks...].flatMap { statement -> [MigrationScript.Statement] in
        let tokens = SQLLexer.tokens(of: statement.sql)
        if let last = tokens.last, keys.contains(last.name), tokens.contains(where: { $0.is("drop") }),
          tokens[0].is("alter")
        {
          // The index may not be a key yet, or not exist.
          let table = tokens[2..<(tokens[3].is(".") ? 5 : 3)].onOneLine
          return [
            "ALTER TABLE \(table) DROP CONSTRAINT IF EXISTS \(last.source)", "DROP INDEX IF EXISTS \(last.source)",
          ].map {
            MigrationScript.Statement(sql: $0, line: statement.line)
          }
        }
        guard tokens.count > 2, tokens[0].is("drop"), tokens[1].is("index"), built.contains(tokens.last?.name ?? "")
        else {
          return [statement]
        }
        return [MigrationScript.Statement(sql: Self.tolerant(tokens), line: statement.line)]
      }
      return Array(undo.statements[..<locks]) + drops + rest
    }

    /// The part of `ALTER TABLE t DROP CONSTRAINT IF EXISTS old, ADD CONSTRAINT new PRIMARY KEY USING INDEX new` that drops the old key.
    private static func dropOfOldKey(in statement: MigrationScript.Statement) -> MigrationScript.Statement? {
      guard let drop = SQLLexer.tokens(of: statement.sql).splitAtCommas.first, drop.contains(where: { $0.is("drop") })
      else { return nil }
      return MigrationScript.Statement(sql: drop.onOneLine, line: statement.line)
    }

    /// `DROP INDEX CONCURRENTLY a` as `DROP INDEX IF EXISTS a`.
    private static func tolerant(_ drop: [SQLToken]) -> String {
      let names = drop.dropFirst(2).drop { $0.is(in: ["concurrently", "if", "exists"]) }
      return "DROP INDEX IF EXISTS \(names.onOneLine)"
    }
  }
#endif
