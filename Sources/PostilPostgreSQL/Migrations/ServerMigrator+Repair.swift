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
    /// The constraint or unique index that rows violate, and their number, so that the statement fails until they are corrected; `nil` if
    /// there are none, or that isn't known.
    package let violation: (constraint: String, rows: Int)?

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
        + "; this statement fails, because \(rows) '\(violation.constraint)': correct them, and then run 'postil migrate repair', or take "
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
          return described(script, statement, try duplicates(inIndex: name).map { (name, $0) })
        }
        if PostgreSQLMigrationStatement.addedKey(statement.sql) != nil {
          if try isDone(statement.sql) { continue }
          return described(script, statement, nil)
        }
        guard let name = PostgreSQLMigrationStatement.validated(statement.sql),
          let rows = try violations(ofConstraint: name, on: alteredTable(statement.sql))
        else { continue }
        return described(script, statement, rows > 0 ? (name, rows) : nil)
      }
      return statements.last.map { described(script, $0, nil) }
    }

    private func described(
      _ script: MigrationScript, _ statement: MigrationScript.Statement, _ violation: (String, Int)?
    ) -> IncompleteMigration {
      IncompleteMigration(name: script.name, line: statement.line, sql: statement.sql, violation: violation)
    }

    /// `t` or `f`; `nil` if there is no such index.
    func validity(ofIndex name: String) throws -> String? {
      try session.rows(
        """
        SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname = $1 AND n.nspname = $2
        """, [name, schema]
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
      let keys = afterwards.compactMap { PostgreSQLMigrationStatement.addedKey($0.sql) }
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
