import CSQLite
import PostilSQL
import PostilSchema

/// Checks the views with SQLite: each `SELECT` must be valid, and its results must match the struct's properties.
///
/// The declared type of each column in the trial tables identifies the column. SQLite returns it for every result that
/// comes directly from a column, also through subqueries and other views. Source: SQLite, `sqlite3_column_decltype`.
struct ViewVerifier {
  let graph: ModelGraph
  let report: DiagnosticReport
  let database: ScratchDatabase
  private var tables: [Table] { graph.schema.tables }

  init(graph: ModelGraph, report: DiagnosticReport) throws(ScratchDatabase.Failure) {
    self.graph = graph
    self.report = report
    database = try ScratchDatabase(namesOf: graph)
    database.refuseTextInDoubleQuotes()
  }

  /// Checks every view after the views that it reads. A view that reads a table or view with errors isn't checked.
  func verify(_ faulty: inout FaultyTables) {
    createTables()
    for view in graph.schema.views {
      guard let model = graph.views.first(where: { $0.table.name == view.name }),
        let snippet = model.origin.snippets.first(where: { $0.kind == .view })
      else { continue }
      if faulty.areRead(by: view.select) || !verify(snippet, view, of: model, faulty) { faulty.insert(view.name) }
    }
  }

  /// Creates every table and view except those that SQLite rejects.
  func createTables() {
    for (index, table) in tables.enumerated() { create(table, at: index) }
    for statement in Schema(views: graph.schema.views).script().statements {
      _ = try? database.run(statement.sql)
    }
  }

  private func create(_ table: Table, at index: Int) {
    let columns = table.columns.indices.map { column in
      let type = SQLiteColumnType.name(of: table.columns[column].type)
      return "\(SQLText.identifier(table.columns[column].name)) \(Origin(table: index, column: column).type) "
        // Without `STRICT`, `ANY` would change texts that look like numbers.
        + (type == "ANY" ? "BLOB" : type)
    }
    let name = SQLText.identifier(table.name)
    let key = table.primaryKey.columns.isEmpty ? "" : ", PRIMARY KEY (\(SQLText.identifiers(table.primaryKey.columns)))"
    let options = table.isWithoutRowID ? " WITHOUT ROWID" : ""
    _ = try? database.run("CREATE TABLE \(name) (\(columns.joined(separator: ", "))\(key))\(options)")
    guard table.fullText != nil else { return }
    let statements = Schema(tables: [table]).script().statements
    for statement in statements where statement.object == .fullTextTable { _ = try? database.run(statement.sql) }
  }

  /// - Returns: whether the view is valid.
  private func verify(
    _ snippet: SQLSnippet, _ view: View, of model: ResolvedModel, _ faulty: FaultyTables
  ) -> Bool {
    let results: [ScratchDatabase.ResultColumn]
    let first = SQLLexer.tokens(of: snippet.literal.text).names.first?.lowercased() ?? ""
    guard ["select", "with", "values"].contains(first) else {
      report.error(Message.noSelect(snippet.annotation), at: snippet.place(of: 0))
      return false
    }
    do throws(ScratchDatabase.Failure) {
      results = try database.results(of: snippet.literal.text)
      // `WITH` can also start other statements.
      try database.rehearse(["CREATE VIEW \"postil_trial\" AS \(snippet.literal.text)"])
    } catch {
      if faulty.explain(error) { return false }
      let explained = SQLExplanation(
        error.message, snippet: snippet, table: model.annotatedTable, schema: graph.schema, in: database)
      report.error(explained.text, at: snippet.place(of: error.offset))
      return false
    }
    // Properties that couldn't be read were reported. Without them, the results can't be compared.
    guard model.origin.isComplete else { return false }
    let columns = model.origin.columns
    guard results.count == view.columns.count else {
      let message = Message.viewResults(model.swiftName, properties: view.columns.count, results: results.map(\.name))
      report.error(message, at: snippet.place(of: 0))
      return false
    }
    if !view.listsColumns,
      let index = results.indices.first(where: { index in
        results[index].name.foldedName != view.columns[index].foldedName
      })
    {
      report.error(
        Message.viewUnlisted(view.columns[index], result: results[index].name),
        at: columns[index].place)
      return false
    }
    // A property over several columns has no single result.
    guard columns.count == results.count else { return true }
    let trials = trials(of: snippet.literal.text)
    var isRight = true
    for (index, result) in results.enumerated() {
      guard let problem = problem(with: result, in: results, for: index, of: columns, trials) else { continue }
      report.error(problem, at: columns[index].place)
      isRight = false
    }
    return isRight
  }

  /// The results of running a `SELECT` on a few rows.
  struct Trials {
    /// The results that are `NULL` with every table empty.
    var empty: Set<Int> = []
    /// The results that are `NULL` with one row in one of the tables, and the rows that it must reference.
    var sparse: Set<Int> = []
    /// The storage classes of each result, besides `NULL`.
    var classes: [Int: Set<String>] = [:]

    /// A storage class that a result can have and a type can't be read from; `nil` if there is none.
    fileprivate func misfit(_ type: String, at index: Int) -> String? {
      classes[index]?.sorted().first { $0 != type && type != "ANY" && !($0 == "INTEGER" && type == "REAL") }
    }
  }

  /// Runs a `SELECT` on tables with as few rows as the schema allows, to find nullable results, and then on tables with all kinds of
  /// rows, to find the types of results.
  func trials(of sql: String) -> Trials {
    let read = tablesRead(by: sql)
    var trials = Trials()
    func run(_ rows: [String]) -> Set<Int> {
      guard (try? database.run("SAVEPOINT trial")) != nil else { return [] }
      for row in rows { _ = try? database.run(row) }
      let results = (try? database.storageClasses(of: sql)) ?? []
      _ = try? database.run("ROLLBACK TO trial")
      _ = try? database.run("RELEASE trial")
      for result in results {
        for (index, name) in result.enumerated() where name != "NULL" {
          trials.classes[index, default: []].insert(name)
        }
      }
      return Set((results.first ?? []).enumerated().filter { $0.element == "NULL" }.map(\.offset))
    }
    let empty = run([])
    let sparse = read.map { run(rows(for: $0)) }
    _ = run(TrialRow.rows(matching: sql).flatMap { row in read.map { row.insertion(into: tables[$0]) } })
    trials.empty = empty
    trials.sparse = Set(sparse.joined())
    return trials
  }

  /// The tables that a statement reads, also through views.
  private func tablesRead(by sql: String) -> [Int] {
    var names: Set<String> = []
    var statements = [sql]
    while let sql = statements.popLast() {
      for name in SQLLexer.tokens(of: sql).names.map(\.foldedName) where names.insert(name).inserted {
        statements += graph.schema.views.filter { $0.name.foldedName == name }.map(\.select)
      }
    }
    return tables.indices.filter { names.contains(tables[$0].name.foldedName) }
  }

  /// The statements that insert a row and the rows that it must reference, with values in the required columns only.
  private func rows(for table: Int) -> [String] {
    var waiting = [table]
    var done: Set<Int> = []
    var statements: [String] = []
    while let next = waiting.popLast() {
      guard done.insert(next).inserted else { continue }
      statements.append(TrialRow(isSparse: true).insertion(into: tables[next]))
      for key in tables[next].foreignKeys
      where tables[next].columns.contains(where: { !$0.isNullable && key.columns.contains($0.name) }) {
        waiting += tables.indices.filter { tables[$0].name == key.referencedTable }
      }
    }
    return statements
  }

  func problem(
    with result: ScratchDatabase.ResultColumn, in results: [ScratchDatabase.ResultColumn], for index: Int,
    of columns: [ColumnOrigin], _ trials: Trials
  ) -> String? {
    let own = columns[index]
    let name = result.name.foldedName
    if name != own.name.foldedName, let other = columns.first(where: { $0.name.foldedName == name }) {
      return Message.viewOrder(own.property, result: result.name, belongsTo: other.property)
    }
    if let source = source(of: result) {
      if !fits(own.type, source) {
        return Message.viewType(
          own.property, own.type.text, source: source.name, source.typeName + (source.column.isNullable ? "?" : ""))
      }
      if source.column.isNullable, !own.type.isOptional {
        return Message.viewOptional(own.property, own.type.text, source: source.name)
      }
    } else if let problem = misfit(of: own.type, trials, at: index, in: "SELECT") {
      return "'\(own.property)' " + problem
    }
    if own.type.isOptional { return nil }
    if trials.empty.contains(index) { return Message.viewEmpty(own.property, own.type.text) }
    return trials.sparse.contains(index) ? Message.viewOuterJoin(own.property, own.type.text) : nil
  }

  /// The rest of a message about an expression whose value a type can't be read from; `nil` if it can.
  func misfit(of type: ResolvedType, _ trials: Trials, at index: Int, in statement: String) -> String? {
    let expected = SQLiteColumnType.name(of: type.stored.columnType)
    guard let found = trials.misfit(expected, at: index) else { return nil }
    return Message.resultClass(
      type, found: found, expected: expected, isMixed: trials.classes[index]?.contains(expected) == true, in: statement)
  }

  /// The column that a result comes from directly.
  struct ResultSource {
    /// `item.title`
    var name: String
    var column: Column
    /// The Swift type of its property; `nil` for a column without a property.
    var type: ResolvedType?

    /// The type without `?`, for messages.
    var typeName: String { type?.nameOutsideModel ?? "\(column.type)" }
  }

  /// The column that a result comes from directly; `nil` for an expression.
  func source(of result: ScratchDatabase.ResultColumn) -> ResultSource? {
    guard let origin = Origin(type: result.declaredType), tables.indices.contains(origin.table),
      tables[origin.table].columns.indices.contains(origin.column)
    else { return nil }
    let table = tables[origin.table]
    let column = table.columns[origin.column]
    let model = graph.models.first { $0.table.name == table.name }
    return ResultSource(
      name: "\(table.name).\(column.name)", column: column, type: model?.origin.column(column.name)?.type)
  }

  /// Whether every value of the column is a value of the type.
  func fits(_ type: ResolvedType, _ source: ResultSource) -> Bool {
    if case .rowID(let model) = type.stored, case .rowID(let other)? = source.type?.stored { return model == other }
    switch (type.stored.columnType, source.column.type) {
    case (.integer(let bits), .integer(let other)): return bits >= other
    case (.integer(let bits), .unsignedInteger(let other)): return bits > other
    case (.unsignedInteger(let bits), .unsignedInteger(let other)): return bits >= other
    case (.real(let bits), .real(let other)): return bits >= other
    case (let type, let other): return type == other
    }
  }
}

/// The identity of a schema column, written as the declared type of its trial column.
private struct Origin {
  var table: Int
  var column: Int

  init(table: Int, column: Int) {
    self.table = table
    self.column = column
  }

  init?(type: String?) {
    // Without SQLite's type, which follows a space.
    guard let parts = type?.prefix(while: { $0 != " " }).split(separator: "_"), parts.count == 3, parts[0] == "origin",
      let table = Int(parts[1]),
      let column = Int(parts[2])
    else { return nil }
    self.init(table: table, column: column)
  }

  var type: String { "origin_\(table)_\(column)" }
}
