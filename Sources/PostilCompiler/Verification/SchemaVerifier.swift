import PostilSQL
import PostilSchema

/// Has SQLite judge the schema: each piece of SQL that a user wrote by itself, so that a mistake can be placed at its own
/// annotation, then the whole DDL, statement by statement.
struct SchemaVerifier {
  let resolver: Resolver
  let report: DiagnosticReport
  let database: ScratchDatabase

  /// Judges what resolution made; mistakes go to `report`.
  /// - Parameter graph: the graph, `nil` where resolution found mistakes: then only the users' SQL is judged.
  static func verify(_ resolver: Resolver, graph: ModelGraph?, report: DiagnosticReport) {
    do throws(ScratchDatabase.Failure) {
      let verifier = try SchemaVerifier(resolver: resolver, report: report, database: ScratchDatabase())
      verifier.addCollations()
      verifier.verifySnippets()
      try FullTextVerifier.verify(resolver, report: report)
      try verifier.verifyViews(of: graph)
      try verifier.verifyTriggers(of: graph)
      guard let graph, !report.hasErrors else { return }
      try SchemaVerifier(resolver: resolver, report: report, database: ScratchDatabase()).verifySchema(of: graph)
    } catch {
      report.error(Message.noScratchDatabase(error.message))
    }
  }

  private func addCollations() {
    for property in resolver.models.flatMap(\.properties) {
      if let collation = property.collation { database.addCollation(collation) }
    }
    for collation in resolver.models.flatMap({ $0.stated?.collations ?? [] }) { database.addCollation(collation) }
  }

  // MARK: Views

  /// Judges the views over the tables, unless a table could not be resolved.
  private func verifyViews(of graph: ModelGraph?) throws(ScratchDatabase.Failure) {
    let models = resolver.models.filter(\.isTable)
    guard resolver.models.contains(where: \.isView),
      models.allSatisfy({ $0.key != nil && $0.otherProperties.subtracting($0.transientProperties).isEmpty })
    else { return }
    let tables = graph?.schema.tables ?? models.map { resolver.table(of: $0) } + resolver.joinTables
    try ViewVerifier(resolver: resolver, report: report, tables: tables).verify()
  }

  // MARK: Triggers

  /// Judges the triggers that people wrote, with every table and view there, unless one of these could not be made.
  private func verifyTriggers(of graph: ModelGraph?) throws(ScratchDatabase.Failure) {
    guard var schema = graph?.schema, !report.hasErrors, resolver.snippets.contains(where: { $0.event != nil }) else {
      return
    }
    for table in schema.tables.indices { schema.tables[table].triggers = [] }
    let verifier = try SchemaVerifier(resolver: resolver, report: report, database: ScratchDatabase())
    verifier.addCollations()
    verifier.database.refuseTextInDoubleQuotes()
    for statement in schema.script().statements where (try? verifier.database.run(statement.sql)) == nil {
      return
    }
    TriggerVerifier(resolver: resolver, report: report, database: verifier.database, schema: schema).verify()
  }

  // MARK: Snippets

  private func verifySnippets() {
    var current: (model: Int, embedded: String?, table: Table?)?
    for snippet in resolver.snippets where ![.view, .triggerCondition, .triggerStatement].contains(snippet.kind) {
      // One table at a time: a rehearsal makes SQLite read the whole schema again.
      if current?.model != snippet.model || current?.embedded != snippet.embedded {
        if let table = current?.table { _ = try? database.run("DROP TABLE \(SQLText.identifier(table.name))") }
        current = (snippet.model, snippet.embedded, createBareTable(of: resolver.state(of: snippet)))
      }
      guard let table = current?.table else { continue }
      do throws(SnippetFailure) {
        try verifyNames(in: snippet, table: table)
        try verify(snippet, on: table)
      } catch {
        let explained = SQLExplanation(
          error.message, snippet: snippet, model: resolver.state(of: snippet), in: database)
        report.error(explained.text, at: snippet.place(of: error.offset))
      }
    }
  }

  /// Creates a model's table without anything that a user wrote in SQL.
  /// - Returns: `nil` where a property of the model could not be read, or SQLite refuses even this.
  private func createBareTable(of state: ModelState) -> Table? {
    guard state.otherProperties.subtracting(state.transientProperties).isEmpty, state.key != nil else { return nil }
    var table = resolver.table(of: state)
    for index in table.columns.indices {
      table.columns[index].defaultExpression = nil
      table.columns[index].generation = nil
    }
    table.statement = nil
    table.uniqueConstraints = []
    table.checks = []
    table.foreignKeys = []
    table.indexes = []
    table.triggers = []
    table.fullText = nil
    for statement in Self.statements(of: table) where (try? database.run(statement)) == nil { return nil }
    return table
  }

  private static func statements(of table: Table) -> [String] {
    Schema(tables: [table]).script().statements.map(\.sql)
  }

  /// A mistake in a snippet; `offset` counts in the bytes of its text.
  private struct SnippetFailure: Error {
    var message: String
    var offset: Int?

    init(_ message: String, offset: Int? = nil) {
      self.message = message
      self.offset = offset
    }

    /// A failure of a statement in which the snippet starts at `start`.
    init(_ failure: ScratchDatabase.Failure, from start: Int, length: Int) {
      message = failure.message
      offset = failure.offset.flatMap { $0 >= start && $0 <= start + length ? $0 - start : nil }
    }
  }

  /// SQLite takes a name in double quotes that no column has for a text; here it is a mistake.
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
      try database.rehearse(statements(with: snippet, on: table))
    } catch {
      throw SnippetFailure(error.message)
    }
  }

  /// The statements that use a snippet as the DDL will.
  private func statements(with snippet: SQLSnippet, on table: Table) -> [String] {
    let drop = "DROP TABLE \(SQLText.identifier(table.name))"
    var table = table
    switch snippet.kind {
    case .check:
      table.checks = [Check(name: "snippet", expression: snippet.literal.text)]
      return [drop] + Self.statements(of: table)
    case .defaultValue:
      // The column alone, so that the default can be tried on a row.
      guard let index = table.columns.firstIndex(where: { $0.name == snippet.column }) else { return [] }
      var column = table.columns[index]
      column.defaultExpression = snippet.literal.text
      // The key beside it is SQLite's rowid and fills itself.
      let key = Column(name: "\(column.name)_key", type: .integer(bits: 64))
      table.columns = [key, column]
      table.primaryKey = KeyConstraint(name: "snippet", columns: [key.name])
      if let check = snippet.columnCheck { table.checks = [check] }
      return [drop] + Self.statements(of: table) + ["INSERT INTO \(SQLText.identifier(table.name)) DEFAULT VALUES"]
    case .generated:
      guard let index = table.columns.firstIndex(where: { $0.name == snippet.column }) else { return [] }
      table.columns[index].generation = Generation(expression: snippet.literal.text)
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

  /// SQLite finds a generated column that is computed from itself when the column is read, a stored one when a row is written.
  /// - Returns: `false` where there is one, which is reported.
  private func verifyGeneratedColumns() -> Bool {
    var loops: [(column: PropertyState, place: SourcePlace)] = []
    for state in resolver.models {
      let generated = state.properties.filter { $0.role == .generated }
      guard !generated.isEmpty else { continue }
      let table = SQLText.identifier(state.tableName)
      for column in generated where !isPrepared("SELECT \(SQLText.identifier(column.column)) FROM \(table)") {
        loops.append((column, column.source.note("generated")?.place ?? column.place))
      }
      guard loops.isEmpty else { continue }
      do throws(ScratchDatabase.Failure) {
        try database.prepare("INSERT INTO \(table) DEFAULT VALUES")
      } catch {
        let column = generated.first { error.message.hasSuffix("\"\($0.column)\"") } ?? generated[0]
        loops.append((column, column.source.note("generated")?.place ?? column.place))
      }
    }
    for loop in loops { report.error(Message.generatedLoop(loop.column.name), at: loop.place) }
    return loops.isEmpty
  }

  /// SQLite looks at the names in a trigger when a statement runs it, not when it is created.
  /// - Returns: `false` where a trigger cannot be run, which is reported.
  private func verifyFiring(of schema: Schema) -> Bool {
    for table in schema.tables where !table.triggers.isEmpty || table.fullText != nil {
      for statement in ["INSERT", "UPDATE", "DELETE"].compactMap(table.firing) {
        do throws(ScratchDatabase.Failure) {
          try database.prepare(statement)
        } catch {
          let message = Message.triggersRefused(table.name, statement, error.message)
          if let model = resolver.models.first(where: { $0.tableName == table.name }) ?? resolver.models.first {
            report.error(message, at: model.place)
          } else {
            report.error(message)
          }
          return false
        }
      }
    }
    return true
  }

  private func isPrepared(_ sql: String) -> Bool { (try? database.prepare(sql)) != nil }

  // MARK: The whole schema

  private func verifySchema(of graph: ModelGraph) throws(ScratchDatabase.Failure) {
    addCollations()
    try database.run("PRAGMA foreign_keys = ON")
    for statement in graph.schema.script().statements {
      do throws(ScratchDatabase.Failure) {
        try database.run(statement.sql)
      } catch {
        let model = resolver.models.first { $0.tableName == statement.table } ?? resolver.models.first
        let message = Message.statementRefused(statement.object.rawValue, statement.name, error.message)
        if let model { report.error(message, at: model.place) } else { report.error(message) }
        return
      }
    }
    guard verifyForeignKeys(of: graph.schema), verifyGeneratedColumns(), verifyFiring(of: graph.schema) else { return }
    for view in graph.schema.views { try database.prepare("SELECT * FROM \(SQLText.identifier(view.name))") }
  }

  /// Has SQLite find the parent key of every foreign key. One in a statement that somebody else wrote may have none: the rows can be
  /// read all the same, and SQLite refuses to write them while it enforces foreign keys.
  /// Source: SQLite, "Foreign Key Support", section 3 (Required and Suggested Database Indexes).
  /// - Returns: `false` where a table that Postil makes has such a key, which is reported.
  private func verifyForeignKeys(of schema: Schema) -> Bool {
    for table in schema.tables where table.statement == nil && !table.foreignKeys.isEmpty {
      do throws(ScratchDatabase.Failure) {
        try database.run("PRAGMA foreign_key_check(\(SQLText.identifier(table.name)))")
      } catch {
        let message = Message.statementRefused(DDLStatement.Object.table.rawValue, table.name, error.message)
        guard let model = resolver.models.first(where: { $0.tableName == table.name }) ?? resolver.models.first else {
          report.error(message)
          return false
        }
        report.error(message, at: model.place)
        return false
      }
    }
    if schema.tables.contains(where: { $0.statement != nil }) { _ = try? database.run("PRAGMA foreign_keys = OFF") }
    return true
  }
}

extension Resolver {
  /// The model, or the embedded struct, whose columns a piece of SQL can name.
  package func state(of snippet: SQLSnippet) -> ModelState {
    snippet.embedded.flatMap { embeddedStructs[$0] } ?? models[snippet.model]
  }
}
