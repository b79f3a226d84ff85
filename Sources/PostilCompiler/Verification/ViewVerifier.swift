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

  /// Checks every view after the views that it reads. A view that reads a rejected view isn't checked.
  func verify() {
    createTables()
    var refused: Set<String> = []
    for view in graph.schema.views {
      guard let model = graph.views.first(where: { $0.table.name == view.name }),
        let snippet = model.origin.snippets.first(where: { $0.kind == .view })
      else { continue }
      let reads = SQLLexer.tokens(of: view.select).names.map(\.foldedName)
      let isJudged = refused.isDisjoint(with: reads) && verify(snippet, view, of: model)
      if !isJudged { refused.insert(view.name.foldedName) }
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
      "\(SQLText.identifier(table.columns[column].name)) \(Origin(table: index, column: column).type)"
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
  private func verify(_ snippet: SQLSnippet, _ view: View, of model: ResolvedModel) -> Bool {
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

  /// The results that were `NULL` when the `SELECT` was run.
  struct Trials {
    /// With every table empty.
    var empty: Set<Int> = []
    /// With one row in one of the tables, and the rows that it must reference.
    var sparse: Set<Int> = []
  }

  /// Runs a `SELECT` on tables with as few rows as the schema allows. If a result is `NULL` then, it is nullable.
  func trials(of sql: String) -> Trials {
    func nulls() -> Set<Int> {
      Set(((try? database.firstRow(of: sql)) ?? []).enumerated().filter(\.element).map(\.offset))
    }
    var trials = Trials(empty: nulls())
    for table in tables.indices {
      guard (try? database.run("SAVEPOINT trial")) != nil else { continue }
      for row in rows(for: table) { _ = try? database.run(row) }
      trials.sparse.formUnion(nulls())
      _ = try? database.run("ROLLBACK TO trial")
      _ = try? database.run("RELEASE trial")
    }
    return trials
  }

  /// The statements that insert a row and the rows that it must reference. Every required value is 1, so that every
  /// reference finds the inserted row.
  private func rows(for table: Int) -> [String] {
    var waiting = [table]
    var done: Set<Int> = []
    var statements: [String] = []
    while let next = waiting.popLast() {
      guard done.insert(next).inserted else { continue }
      let needed = tables[next].columns.filter { !$0.isNullable }.map(\.name)
      let name = SQLText.identifier(tables[next].name)
      statements.append(
        needed.isEmpty
          ? "INSERT INTO \(name) DEFAULT VALUES"
          : "INSERT INTO \(name) (\(SQLText.identifiers(needed))) VALUES (\(needed.map { _ in "1" }.joined(separator: ", ")))"
      )
      for key in tables[next].foreignKeys where needed.contains(where: key.columns.contains) {
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
    }
    if own.type.isOptional { return nil }
    if trials.empty.contains(index) { return Message.viewEmpty(own.property, own.type.text) }
    return trials.sparse.contains(index) ? Message.viewOuterJoin(own.property, own.type.text) : nil
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
    guard let parts = type?.split(separator: "_"), parts.count == 3, parts[0] == "origin", let table = Int(parts[1]),
      let column = Int(parts[2])
    else { return nil }
    self.init(table: table, column: column)
  }

  var type: String { "origin_\(table)_\(column)" }
}
