import PostilSQL
import PostilSchema

/// Checks the named queries with SQLite, in a database with the whole schema: each statement must be valid, and its
/// results must match the declared ones.
struct QueryVerifier {
  let report: DiagnosticReport
  let graph: ModelGraph
  let faulty: FaultyTables
  /// A database with the schema, except the tables with errors.
  let database: ScratchDatabase
  /// The schema, with column types that identify the columns.
  let trial: ViewVerifier

  /// Adds the named queries to their structs, except those that use tables with errors. Errors go to `report`.
  static func verified(_ graph: ModelGraph, without faulty: FaultyTables, report: DiagnosticReport) -> ModelGraph {
    guard !graph.declaredQueries.isEmpty else { return graph }
    var faulty = faulty
    do throws(ScratchDatabase.Failure) {
      let database = try ScratchDatabase(namesOf: graph)
      database.refuseTextInDoubleQuotes()
      database.create(graph.schema, without: &faulty)
      let verifier = try QueryVerifier(
        report: report, graph: graph, faulty: faulty, database: database,
        trial: ViewVerifier(graph: graph, report: report))
      verifier.trial.createTables()
      var graph = graph
      for query in graph.declaredQueries {
        for list in [\ModelGraph.models, \.views, \.projections] {
          guard let index = graph[keyPath: list].firstIndex(where: { $0.swiftName == query.model }),
            let resolved = verifier.resolved(query, of: graph[keyPath: list][index])
          else { continue }
          graph[keyPath: list][index].queries.append(resolved)
        }
      }
      return graph
    } catch {
      report.error(Message.noScratchDatabase(error.message))
      return graph
    }
  }

  /// A query with its result; `nil` if SQLite rejects the statement, which is reported.
  private func resolved(_ query: DeclaredQuery, of model: ResolvedModel) -> ResolvedQuery? {
    var resolved = query.query
    // The statement ends with the text as written.
    let sql = resolved.statement(of: model, ending: query.text.sql)
    guard !faulty.contains(model.table.name), !faulty.areRead(by: sql) else { return nil }
    let results: [ScratchDatabase.ResultColumn]
    do throws(ScratchDatabase.Failure) {
      results = try database.results(of: sql)
    } catch {
      if faulty.explain(error) { return nil }
      let offset = error.offset.map { query.text.origin(of: $0 - (sql.utf8.count - query.text.sql.utf8.count)) }
      let explained = SQLExplanation(
        error.message, snippet: query.snippet, table: model.annotatedTable, schema: graph.schema, in: database)
      report.error(explained.text, at: query.snippet.place(of: offset))
      return nil
    }
    let columns = RowColumns(names: results.map(\.name), trial: trialColumns(of: query, sql, results.count))
    switch query.result {
    case .count: return resolved
    case .rows(let name):
      if case .completing = resolved.form {
      } else if let row = graph.structs.first(where: { $0.swiftName == name }), !faulty.contains(row.table.name) {
        guard check(columns, rowsOf: row, query) else { return nil }
      }
      resolved.result = .rows(name)
    case .values(let values):
      guard let values = self.values(values, columns, query) else { return nil }
      resolved.result = .values(values)
    }
    return resolved
  }

  // MARK: Results

  /// The columns that a statement returns.
  private struct RowColumns {
    var names: [String]
    /// The same on the trial tables: as many as `names`, or none.
    var trial: [ScratchDatabase.ResultColumn]
  }

  private func trialColumns(of query: DeclaredQuery, _ sql: String, _ count: Int) -> [ScratchDatabase.ResultColumn] {
    let select = query.query.form == .changing ? ReturningClause(query.text.sql)?.select : sql
    let columns = select.flatMap { try? trial.database.results(of: $0) } ?? []
    return columns.count == count ? columns : []
  }

  /// The results of running the statement on a few rows. Only a `SELECT` is run.
  private func trials(_ query: DeclaredQuery) -> ViewVerifier.Trials {
    query.query.form == .reading ? trial.trials(of: query.trial.sql) : ViewVerifier.Trials()
  }

  private func check(_ columns: RowColumns, rowsOf row: ResolvedModel, _ query: DeclaredQuery) -> Bool {
    let place = query.snippet.place(of: 0)
    let expected = row.origin.columns.map(\.name)
    guard !columns.names.isEmpty else {
      report.error(Message.queryReturnsNothing, at: place)
      return false
    }
    guard columns.names.map(\.foldedName) == expected.map(\.foldedName) else {
      report.error(Message.queryColumns(row.swiftName, expected: expected, found: columns.names), at: place)
      return false
    }
    guard !columns.trial.isEmpty else { return true }
    let trials = trials(query)
    var isRight = true
    for (index, result) in columns.trial.enumerated() {
      guard let problem = trial.problem(with: result, in: columns.trial, for: index, of: row.origin.columns, trials)
      else { continue }
      report.error(problem, at: place)
      isRight = false
    }
    return isRight
  }

  private func values(
    _ values: [DeclaredQuery.Value], _ columns: RowColumns, _ query: DeclaredQuery
  ) -> [ResolvedQuery.Value]? {
    guard values.count == columns.names.count else {
      let message =
        columns.names.isEmpty
        ? Message.queryReturnsNothing : Message.queryValues(values.count, found: columns.names)
      report.error(message, at: query.snippet.place(of: 0))
      return nil
    }
    let trials = trials(query)
    let labels = values.map { $0.written.label.map { SnakeCase.name($0.text).foldedName } }
    var resolved: [ResolvedQuery.Value] = []
    for (index, value) in values.enumerated() {
      do throws(TypeResolver.Problem) {
        let name = columns.names[index].foldedName
        if let label = value.written.label, labels[index] != name, labels.contains(name) {
          throw TypeResolver.Problem(Message.queryValueOrder(label.text, result: columns.names[index]))
        }
        let column = columns.trial.isEmpty ? nil : columns.trial[index]
        let isNull = trials.empty.contains(index) || trials.sparse.contains(index)
        let type = try type(of: value, from: column, canBeNull: isNull)
        if column.flatMap({ trial.source(of: $0) }) == nil,
          let problem = trial.misfit(of: type, trials, at: index, in: "SQL")
        {
          throw TypeResolver.Problem((value.written.label.map { "'\($0.text)' " } ?? "this value ") + problem)
        }
        resolved.append(
          ResolvedQuery.Value(
            label: value.written.label?.text, type: type.text, storage: type.stored.storage, isOptional: type.isOptional
          ))
      } catch {
        let place = SourcePlace(path: query.snippet.place.path, position: value.written.type.position)
        report.error(error.message, at: error.place ?? place)
      }
    }
    return resolved.count == values.count ? resolved : nil
  }

  /// The type of a value, in the form of the column that it comes from if that has the same Swift type.
  private func type(
    of value: DeclaredQuery.Value, from result: ScratchDatabase.ResultColumn?, canBeNull: Bool
  ) throws(TypeResolver.Problem) -> ResolvedType {
    let what = value.written.label.map { "'\($0.text)'" } ?? "this value"
    let source = result.flatMap { trial.source(of: $0) }
    let type: ResolvedType
    do throws(TypeResolver.Problem) {
      type = try value.type.resolved(beside: source?.type.map { [$0] } ?? [])
    } catch {
      guard let source, source.type != nil else { throw error }
      throw TypeResolver.Problem(
        Message.queryValueType(what, value.written.type.text, source: source.name, source.typeName))
    }
    if let source, !trial.fits(type, source) {
      throw TypeResolver.Problem(
        Message.queryValueType(
          what, type.text, source: source.name, source.typeName + (source.column.isNullable ? "?" : "")))
    }
    guard !type.isOptional else { return type }
    if let source, source.column.isNullable {
      throw TypeResolver.Problem(Message.queryValueOptional(what, type.text, source: source.name))
    }
    if canBeNull { throw TypeResolver.Problem(Message.queryValueOptional(what, type.text, source: nil)) }
    return type
  }
}

/// The clause `RETURNING id, title` of a statement that writes.
private struct ReturningClause {
  /// A `SELECT` of the results from the table itself. SQLite reports the origin of a value only for a `SELECT`.
  var select: String

  init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard let returning = tokens.lastIndex(where: { $0.is("returning") }),
      let into = tokens.firstIndex(where: { $0.is(in: ["into", "update", "delete"]) })
    else { return nil }
    var name = into + 1
    if tokens[into].is("update"), tokens[name].is("or") { name += 2 }
    if tokens[into].is("delete") { name += 1 }
    guard tokens.indices.contains(name), tokens[name].isName else { return nil }
    let bytes = Array(sql.utf8)
    let results = String(decoding: bytes[tokens[returning].range.upperBound...], as: UTF8.self)
    var table = String(decoding: bytes[tokens[name].range], as: UTF8.self)
    if tokens.indices.contains(name + 2), tokens[name + 1].is("as") {
      table += " AS " + String(decoding: bytes[tokens[name + 2].range], as: UTF8.self)
    }
    select = "SELECT \(results) FROM \(table)"
  }
}

extension ScratchDatabase {
  /// A database with the collations and functions of a graph and no tables.
  convenience init(namesOf graph: ModelGraph) throws(Failure) {
    try self.init()
    for collation in graph.collations { addCollation(collation) }
    for function in graph.functions { addFunction(function) }
  }

  /// A database with a schema that SQLite accepts.
  package convenience init(schemaOf graph: ModelGraph) throws(Failure) {
    try self.init(namesOf: graph)
    refuseTextInDoubleQuotes()
    for statement in graph.schema.script().statements { try run(statement.sql) }
  }
}
