import PostilSQL
import PostilSchema

/// Checks the schema with SQLite: first the SQL of each annotation on its own, so that errors are reported at the
/// annotation, then the whole DDL, statement by statement.
struct SchemaVerifier {
  let graph: ModelGraph
  let report: DiagnosticReport
  let database: ScratchDatabase

  /// Checks the SQL of the annotations and the generated columns and, if there were no errors, the whole schema. Errors go to
  /// `report`.
  /// - Returns: the tables and views with errors.
  static func verify(_ graph: ModelGraph, report: DiagnosticReport) -> FaultyTables {
    var faulty = FaultyTables(graph, isPartial: report.hasErrors)
    do throws(ScratchDatabase.Failure) {
      try SchemaVerifier(graph: graph, report: report, database: ScratchDatabase(namesOf: graph)).verifySnippets()
      try FullTextVerifier.verify(graph, report: report)
      if !graph.views.isEmpty { try ViewVerifier(graph: graph, report: report).verify(&faulty) }
      try TriggerVerifier.verify(graph, without: &faulty, report: report)
      let whole = SchemaVerifier(graph: graph, report: report, database: try ScratchDatabase(namesOf: graph))
      guard report.hasErrors else {
        try whole.verifySchema()
        return faulty
      }
      whole.database.create(graph.schema, without: &faulty)
      _ = whole.verifyGeneratedColumns(without: faulty)
    } catch {
      report.error(Message.noScratchDatabase(error.message))
    }
    return faulty
  }

  // MARK: Snippets

  private func verifySnippets() {
    for owner in graph.models.map(\.annotatedTable) + graph.embeddedTables {
      let snippets = owner.origin.snippets.filter { ![.triggerCondition, .triggerStatement].contains($0.kind) }
      // One table at a time, because a rehearsal makes SQLite read the whole schema again.
      guard !snippets.isEmpty, owner.origin.isComplete, let table = createBareTable(owner.table) else { continue }
      for snippet in snippets {
        if snippet.kind != .defaultValue, snippet.kind != .view,
          let call = SnippetScanner.nondeterministicCall(in: snippet.literal.text)
        {
          report.error(Message.notDeterministic(snippet.annotation, call.text), at: snippet.place(of: call.offset))
          continue
        }
        do throws(SnippetFailure) {
          try verifyNames(in: snippet, table: table)
          try verify(snippet, on: table)
        } catch {
          let explained = SQLExplanation(error.message, snippet: snippet, table: owner, in: database)
          report.error(explained.text, at: snippet.place(of: error.offset))
        }
      }
      _ = try? database.run("DROP TABLE \(SQLText.identifier(table.name))")
    }
  }

  /// Creates a table without the SQL of annotations.
  /// - Returns: the table; `nil` if SQLite rejects it.
  private func createBareTable(_ table: Table) -> Table? {
    let table = table.withoutSQL
    for statement in Self.statements(of: table) where (try? database.run(statement)) == nil { return nil }
    return table
  }

  private static func statements(of table: Table) -> [String] {
    Schema(tables: [table]).script().statements.map(\.sql)
  }

  /// An error in a snippet. `offset` counts the bytes of its text.
  private struct SnippetFailure: Error {
    var message: String
    var offset: Int?

    init(_ message: String, offset: Int? = nil) {
      self.message = message
      self.offset = offset
    }

    /// Creates an error from a failed statement that contains the snippet at `start`.
    init(_ failure: ScratchDatabase.Failure, from start: Int, length: Int) {
      message = failure.message
      offset = failure.offset.flatMap { $0 >= start && $0 <= start + length ? $0 - start : nil }
    }
  }

  /// SQLite reads a name in double quotes as a string if no column has the name. Here it is an error.
  /// Source: SQLite, "Quirks, Caveats, and Gotchas", section 8.
  private func verifyNames(in snippet: SQLSnippet, table: Table) throws(SnippetFailure) {
    let known = Set((table.columns.map(\.name) + [table.name]).map(\.foldedName))
    for name in SnippetScanner.doubleQuotedNames(in: snippet.literal.text) {
      if snippet.kind == .defaultValue || !known.contains(name.name.foldedName) {
        throw SnippetFailure("no such column: \(name.name)", offset: name.offset)
      }
    }
  }

  private func verify(_ snippet: SQLSnippet, on table: Table) throws(SnippetFailure) {
    let text = snippet.literal.text
    let prefix = "SELECT ("
    let suffix = snippet.kind == .defaultValue ? ")" : ") FROM \(SQLText.identifier(table.name))"
    do throws(ScratchDatabase.Failure) {
      try database.prepare(prefix + text + suffix)
    } catch {
      throw SnippetFailure(error, from: prefix.utf8.count, length: text.utf8.count)
    }
    do throws(ScratchDatabase.Failure) {
      try rehearse(snippet, on: table)
    } catch {
      throw SnippetFailure(error.message)
    }
  }

  /// Runs the DDL with a snippet and inserts rows, until SQLite can evaluate the snippet on a row. It reports some errors only
  /// then, such as an invalid JSON path. A row may violate constraints.
  private func rehearse(_ snippet: SQLSnippet, on table: Table) throws(ScratchDatabase.Failure) {
    let statements = statements(with: snippet, on: table)
    if snippet.kind == .defaultValue { return try database.rehearse(statements) }
    let generated = snippet.kind == .generated ? snippet.column : nil
    var failure: ScratchDatabase.Failure?
    for row in TrialRow.usual {
      do throws(ScratchDatabase.Failure) {
        return try database.rehearse(statements + [row.insertion(into: table, without: generated)])
      } catch {
        // Loops of generated columns are found in the whole schema.
        if error.message.contains("generated column loop") { return }
        if error.message.contains("constraint failed"), !error.message.hasSuffix(SQLExplanation.typeCheck) { return }
        if error.message.contains("non-deterministic") { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Statements that use a snippet in the same way as the DDL.
  private func statements(with snippet: SQLSnippet, on table: Table) -> [String] {
    let drop = "DROP TABLE \(SQLText.identifier(table.name))"
    var table = table
    switch snippet.kind {
    case .check:
      table.checks = [Check(name: "snippet", expression: snippet.literal.text)]
      return [drop] + Self.statements(of: table)
    case .defaultValue:
      // The column alone, to try the default on a row.
      guard let index = table.columns.firstIndex(where: { $0.name == snippet.column }) else { return [] }
      var column = table.columns[index]
      column.defaultExpression = snippet.literal.text
      // The additional key is SQLite's rowid, so SQLite assigns it.
      let key = Column(name: "\(column.name)_key", type: .integer(bits: 64))
      table.columns = [key, column]
      table.primaryKey = KeyConstraint(name: "snippet", columns: [key.name])
      if let check = snippet.columnCheck { table.checks = [check] }
      return [drop] + Self.statements(of: table) + ["INSERT INTO \(SQLText.identifier(table.name)) DEFAULT VALUES"]
    case .generated:
      guard let index = table.columns.firstIndex(where: { $0.name == snippet.column }) else { return [] }
      table.columns[index].generation = Generation(expression: snippet.literal.text)
      // SQLite doesn't check the type of a generated value, not even in a `STRICT` table.
      let type = SQLiteColumnType.name(of: table.columns[index].type)
      if type != "ANY" {
        let found = "upper(typeof(\(SQLText.identifier(table.columns[index].name))))"
        table.checks = [Check(name: SQLExplanation.typeCheck, expression: "\(found) IN ('NULL', '\(type)')")]
      }
      return [drop] + Self.statements(of: table)
    case .indexTerm:
      table.indexes = [Index(name: "snippet", terms: [Index.Term(expression: snippet.literal.text)])]
      return [drop] + Self.statements(of: table)
    case .indexCondition:
      let term = Index.Term(column: table.columns.first?.name ?? "")
      table.indexes = [Index(name: "snippet", terms: [term], condition: snippet.literal.text)]
      return [drop] + Self.statements(of: table)
    case .view, .triggerCondition, .triggerStatement, .query: return []
    }
  }

  /// Checks for cycles among generated columns. SQLite detects one when the column is read or, if it is stored, written.
  /// - Parameter faulty: tables that may lack columns.
  /// - Returns: `false` if an error was reported.
  private func verifyGeneratedColumns(without faulty: FaultyTables? = nil) -> Bool {
    var loops: [ColumnOrigin] = []
    for model in graph.models where faulty?.contains(model.table.name) != true {
      let generated = model.origin.columns.filter { $0.role == .generated }
      guard !generated.isEmpty else { continue }
      let table = SQLText.identifier(model.table.name)
      loops += generated.filter { !isPrepared("SELECT \(SQLText.identifier($0.name)) FROM \(table)") }
      guard loops.isEmpty else { continue }
      do throws(ScratchDatabase.Failure) {
        try database.prepare("INSERT INTO \(table) DEFAULT VALUES")
      } catch {
        guard error.message.contains("generated column loop") else { continue }
        loops.append(generated.first { error.message.hasSuffix("\"\($0.name)\"") } ?? generated[0])
      }
    }
    for column in loops {
      report.error(Message.generatedLoop(column.property), at: column.annotations["generated"] ?? column.place)
    }
    return loops.isEmpty
  }

  /// Checks that the triggers can run. SQLite resolves the names in a trigger when it runs, not when it is created.
  /// - Returns: `false` if an error was reported.
  private func verifyFiring() -> Bool {
    for table in graph.schema.tables
    where !(table.triggers.isEmpty && table.exclusions.isEmpty) || table.fullText != nil {
      for statement in ["INSERT", "UPDATE", "DELETE"].compactMap(table.firing) {
        do throws(ScratchDatabase.Failure) {
          try database.prepare(statement)
        } catch {
          reportError(Message.triggersRefused(table.name, statement, error.message), table: table.name)
          return false
        }
      }
    }
    return true
  }

  private func isPrepared(_ sql: String) -> Bool { (try? database.prepare(sql)) != nil }

  // MARK: The whole schema

  private func verifySchema() throws(ScratchDatabase.Failure) {
    try database.run("PRAGMA foreign_keys = ON")
    for statement in graph.schema.script().statements {
      do throws(ScratchDatabase.Failure) {
        try database.run(statement.sql)
      } catch {
        let message = Message.statementRefused(statement.object.rawValue, statement.name, error.message)
        return reportError(message, table: statement.table)
      }
    }
    guard verifyForeignKeys(), verifyGeneratedColumns(), verifyFiring() else { return }
    for view in graph.schema.views { try database.prepare("SELECT * FROM \(SQLText.identifier(view.name))") }
  }

  /// Reports an error about a table at the table's model, or at the first model if the table has none.
  private func reportError(_ message: String, table: String?) {
    if let model = graph.structs.first(where: { $0.table.name == table }) ?? graph.structs.first {
      report.error(message, at: model.place)
    } else {
      report.error(message)
    }
  }

  /// Checks that every foreign key has a parent key. A table with `@table(sql:)` may have a foreign key without one:
  /// its rows can be read, and SQLite rejects writes while it enforces foreign keys. Source: SQLite, "Foreign Key
  /// Support", section 3 (Required and Suggested Database Indexes).
  /// - Returns: `false` if an error was reported.
  private func verifyForeignKeys() -> Bool {
    for table in graph.schema.tables where table.statement == nil && !table.foreignKeys.isEmpty {
      do throws(ScratchDatabase.Failure) {
        try database.run("PRAGMA foreign_key_check(\(SQLText.identifier(table.name)))")
      } catch {
        reportError(
          Message.statementRefused(DDLStatement.Object.table.rawValue, table.name, error.message), table: table.name)
        return false
      }
    }
    if graph.schema.tables.contains(where: { $0.statement != nil }) {
      _ = try? database.run("PRAGMA foreign_keys = OFF")
    }
    return true
  }
}
