import CSQLite
import PostilSQL
import PostilSchema

/// Has SQLite judge the views: each `SELECT` over the tables of the schema, and its results beside the struct's properties.
///
/// A column's type in the trial tables says which column it is, so that SQLite itself tells where a result comes straight
/// from a column, through subqueries and other views too. Source: SQLite, `sqlite3_column_decltype`.
struct ViewVerifier {
  let resolver: Resolver
  let report: DiagnosticReport
  let database: ScratchDatabase
  /// The tables that could be resolved.
  let tables: [Table]

  /// - Parameter tables: every table of the schema; where resolution found mistakes, as far as they are known.
  init(resolver: Resolver, report: DiagnosticReport, tables: [Table]) throws(ScratchDatabase.Failure) {
    self.resolver = resolver
    self.report = report
    self.tables = tables
    database = try ScratchDatabase()
    database.refuseTextInDoubleQuotes()
  }

  /// Judges every view after those that it reads; one that reads a refused one is left alone.
  func verify() {
    let states = resolver.models.filter(\.isView)
    createTables()
    var refused: Set<String> = []
    let snippets = resolver.snippets.filter { $0.kind == .view }
    for view in View.sorted(states.map(resolver.view(of:))) {
      guard let snippet = snippets.first(where: { resolver.models[$0.model].tableName == view.name }) else { continue }
      let reads = SQLLexer.tokens(of: view.select).names.map(\.foldedName)
      let isJudged = refused.isDisjoint(with: reads) && verify(snippet, view)
      if !isJudged { refused.insert(view.name.foldedName) }
    }
  }

  /// Creates every table and view; one that SQLite refuses is left out.
  func createTables() {
    for (index, table) in tables.enumerated() { create(table, at: index) }
    for state in resolver.models where state.isView {
      _ = try? database.run(SQLiteStatements.view(resolver.view(of: state)))
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

  /// - Returns: whether nothing was wrong.
  private func verify(_ snippet: SQLSnippet, _ view: View) -> Bool {
    let state = resolver.models[snippet.model]
    let results: [ScratchDatabase.ResultColumn]
    let first = SQLLexer.tokens(of: snippet.literal.text).names.first?.lowercased() ?? ""
    guard ["select", "with", "values"].contains(first) else {
      report.error(Message.noSelect(snippet.annotation), at: snippet.place(of: 0))
      return false
    }
    do throws(ScratchDatabase.Failure) {
      results = try database.results(of: snippet.literal.text)
      // `WITH` can begin other statements.
      try database.rehearse(["CREATE VIEW \"postil_trial\" AS \(snippet.literal.text)"])
    } catch {
      let explained = SQLExplanation(
        error.message, snippet: snippet, model: state, tables: tables,
        views: resolver.models.filter(\.isView).map(\.tableName), in: database)
      report.error(explained.text, at: snippet.place(of: error.offset))
      return false
    }
    // Properties that could not be read were reported, and say nothing of the results.
    guard state.otherProperties.subtracting(state.transientProperties).isEmpty else { return false }
    guard results.count == view.columns.count else {
      let message = Message.viewResults(state.name, properties: view.columns.count, results: results.map(\.name))
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
        at: state.properties[index].place)
      return false
    }
    // A property over several columns has no result of its own.
    guard state.properties.count == results.count else { return true }
    let trials = trials(of: snippet.literal.text)
    var isRight = true
    for (index, result) in results.enumerated() {
      guard let problem = problem(with: result, in: results, for: index, of: state, trials) else { continue }
      report.error(problem, at: state.properties[index].place)
      isRight = false
    }
    return isRight
  }

  /// Results that were `NULL` when the `SELECT` was run.
  struct Trials {
    /// Where every table was empty.
    var empty: Set<Int> = []
    /// Where one row of a table was there, with those that it must reference.
    var sparse: Set<Int> = []
  }

  /// Runs a `SELECT` over tables that are as empty as the schema lets them be: what is `NULL` then can be `NULL`.
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

  /// The statements that insert a row and those that it must reference: 1 where there must be a value, so that every
  /// reference is one to the row that is there.
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
    of state: ModelState, _ trials: Trials
  ) -> String? {
    let property = state.properties[index]
    let name = result.name.foldedName
    if name != property.column.foldedName,
      let other = state.properties.first(where: { $0.column.foldedName == name })
    {
      return Message.viewOrder(property.name, result: result.name, belongsTo: other.name)
    }
    if let source = source(of: result) {
      let (model, column, written) = (source.model, source.column, source.property)
      if !fits(property.type, column, written) {
        let type = written.map { $0.type.name == "ID" ? "\(model?.name ?? "").ID" : $0.type.name } ?? "\(column.type)"
        return Message.viewType(
          property.name, property.type.text, source: source.name, column.isNullable ? type + "?" : type)
      }
      if column.isNullable, !property.type.isOptional {
        return Message.viewOptional(property.name, property.type.text, source: source.name)
      }
    }
    if property.type.isOptional { return nil }
    if trials.empty.contains(index) { return Message.viewEmpty(property.name, property.type.text) }
    return trials.sparse.contains(index) ? Message.viewOuterJoin(property.name, property.type.text) : nil
  }

  /// The column of a table that a result comes straight from.
  struct ResultSource {
    /// `item.title`
    var name: String
    var column: Column
    var model: ModelState?
    /// `nil` for a column that no property shows.
    var property: PropertyState?
  }

  /// Where a result comes straight from; `nil` where it comes from nowhere alone.
  func source(of result: ScratchDatabase.ResultColumn) -> ResultSource? {
    guard let origin = Origin(type: result.declaredType), tables.indices.contains(origin.table),
      tables[origin.table].columns.indices.contains(origin.column)
    else { return nil }
    let table = tables[origin.table]
    let column = table.columns[origin.column]
    let model = resolver.models.first { $0.isTable && $0.tableName == table.name }
    return ResultSource(
      name: "\(table.name).\(column.name)", column: column, model: model,
      property: model?.properties.first { $0.column == column.name })
  }

  /// Whether every value of the column is one of the type.
  func fits(_ type: ResolvedType, _ column: Column, _ written: PropertyState?) -> Bool {
    if case .rowID(let model) = type.stored, case .rowID(let other)? = written?.type.stored {
      return model == other
    }
    switch (type.stored.columnType, column.type) {
    case (.integer(let bits), .integer(let other)): return bits >= other
    case (.integer(let bits), .unsignedInteger(let other)): return bits > other
    case (.unsignedInteger(let bits), .unsignedInteger(let other)): return bits >= other
    case (.real(let bits), .real(let other)): return bits >= other
    case (let type, let other): return type == other
    }
  }
}

/// Which column of the schema a trial column is, written as its declared type.
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

extension SQLSnippet {
  /// The place of a byte of the SQL; the annotation's where none is known.
  package func place(of offset: Int?) -> SourcePlace {
    let positions = literal.positions
    guard !positions.isEmpty else { return place }
    return SourcePlace(path: place.path, position: positions[min(max(offset ?? 0, 0), positions.count - 1)])
  }
}

private enum SQLiteStatements {
  static func view(_ view: View) -> String {
    Schema(views: [view]).script().statements.first?.sql ?? ""
  }
}
