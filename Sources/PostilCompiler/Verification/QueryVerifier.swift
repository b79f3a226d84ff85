import PostilSQL
import PostilSchema

/// Has SQLite judge the named queries, with the whole schema there: each statement, and its results beside what a row is said
/// to be.
struct QueryVerifier {
  let resolver: Resolver
  let report: DiagnosticReport
  let graph: ModelGraph
  /// The schema as it will be.
  let database: ScratchDatabase
  /// The schema with columns that say which they are.
  let trial: ViewVerifier

  /// The graph with the queries of each struct, none of which SQLite refuses; mistakes go to `report`.
  /// - Parameter graph: one that SQLite takes.
  static func graphWithQueries(of resolver: Resolver, graph: ModelGraph, report: DiagnosticReport) -> ModelGraph {
    guard !resolver.queries.isEmpty else { return graph }
    do throws(ScratchDatabase.Failure) {
      let verifier = try QueryVerifier(
        resolver: resolver, report: report, graph: graph, database: ScratchDatabase(schemaOf: graph, resolver),
        trial: ViewVerifier(resolver: resolver, report: report, tables: graph.schema.tables))
      verifier.trial.createTables()
      var graph = graph
      for query in resolver.queries {
        guard let resolved = verifier.resolved(query) else { continue }
        let name = resolver.models[query.model].name
        for list in [\ModelGraph.models, \.views, \.projections] {
          for index in graph[keyPath: list].indices where graph[keyPath: list][index].swiftName == name {
            graph[keyPath: list][index].queries.append(resolved)
          }
        }
      }
      return graph
    } catch {
      report.error(Message.noScratchDatabase(error.message))
      return graph
    }
  }

  /// A query whose statement SQLite takes; `nil` where there is a mistake, which is reported.
  private func resolved(_ query: QueryState) -> ResolvedQuery? {
    let name = resolver.models[query.model].name
    guard let model = (graph.models + graph.views + graph.projections).first(where: { $0.swiftName == name }) else {
      return nil
    }
    var resolved = ResolvedQuery(
      name: query.signature.name.text, access: query.access,
      parameters: query.parameters.map { parameter in
        ResolvedQuery.Parameter(
          label: parameter.written.label?.text, name: parameter.written.name.text,
          type: parameter.isList ? "[\(parameter.type.text)]" : parameter.type.text,
          storage: parameter.type.stored.storage, isList: parameter.isList)
      }, result: .count, form: query.form, text: SQLLines.trimmed(query.text.sql),
      written: SQLLines.trimmed(query.signature.sql.text))
    // The text as it was written stands at the end.
    let sql = QuerySQL(resolved, of: model).statement(ending: query.text.sql)
    let results: [ScratchDatabase.ResultColumn]
    do throws(ScratchDatabase.Failure) {
      results = try database.results(of: sql)
    } catch {
      let offset = error.offset.map { query.text.origin(of: $0 - (sql.utf8.count - query.text.sql.utf8.count)) }
      let explained = SQLExplanation(
        error.message, snippet: snippet(of: query), model: resolver.models[query.model], tables: graph.schema.tables,
        views: graph.schema.views.map(\.name), in: database)
      report.error(explained.text, at: snippet(of: query).place(of: offset))
      return nil
    }
    let columns = RowColumns(names: results.map(\.name), trial: trialColumns(of: query, sql, results.count))
    switch query.results {
    case .count: return resolved
    case .rows(let row):
      if case .completing = query.form {
      } else {
        guard check(columns, rowsOf: resolver.models[row], query, sql) else { return nil }
      }
      resolved.result = .rows(resolver.models[row].name)
    case .values(let values):
      guard let values = self.values(values, columns, query, sql) else { return nil }
      resolved.result = .values(values)
    }
    return resolved
  }

  private func snippet(of query: QueryState) -> SQLSnippet {
    SQLSnippet(
      kind: .query, annotation: "@query", model: query.model, literal: query.signature.sql, place: query.place)
  }

  // MARK: Results

  /// The columns that a statement gives.
  private struct RowColumns {
    var names: [String]
    /// The same of the tables whose columns say which they are; as many as `names`, or none.
    var trial: [ScratchDatabase.ResultColumn]
  }

  private func trialColumns(of query: QueryState, _ sql: String, _ count: Int) -> [ScratchDatabase.ResultColumn] {
    let select = query.form == .changing ? ReturningClause(query.text.sql)?.select : sql
    let columns = select.flatMap { try? trial.database.results(of: $0) } ?? []
    return columns.count == count ? columns : []
  }

  /// Where results were `NULL` when the statement was run on tables that are as empty as they can be; only a `SELECT` is run.
  private func trials(_ query: QueryState, _ sql: String) -> ViewVerifier.Trials {
    query.form == .reading ? trial.trials(of: sql) : ViewVerifier.Trials()
  }

  private func check(_ columns: RowColumns, rowsOf row: ModelState, _ query: QueryState, _ sql: String) -> Bool {
    let place = snippet(of: query).place(of: 0)
    let expected = row.properties.map(\.column)
    guard !columns.names.isEmpty else {
      report.error(Message.queryReturnsNothing, at: place)
      return false
    }
    guard columns.names.map(\.foldedName) == expected.map(\.foldedName) else {
      report.error(Message.queryColumns(row.name, expected: expected, found: columns.names), at: place)
      return false
    }
    guard !columns.trial.isEmpty else { return true }
    let trials = trials(query, sql)
    var isRight = true
    for (index, result) in columns.trial.enumerated() {
      guard let problem = trial.problem(with: result, in: columns.trial, for: index, of: row, trials) else { continue }
      report.error(problem, at: place)
      isRight = false
    }
    return isRight
  }

  private func values(
    _ values: [QueryState.Value], _ columns: RowColumns, _ query: QueryState, _ sql: String
  ) -> [ResolvedQuery.Value]? {
    guard values.count == columns.names.count else {
      let message =
        columns.names.isEmpty
        ? Message.queryReturnsNothing : Message.queryValues(values.count, found: columns.names)
      report.error(message, at: snippet(of: query).place(of: 0))
      return nil
    }
    let trials = trials(query, sql)
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
        let type = try type(of: value, from: column, canBeNull: isNull, in: query)
        resolved.append(
          ResolvedQuery.Value(
            label: value.written.label?.text, type: type.text, storage: type.stored.storage, isOptional: type.isOptional
          ))
      } catch {
        let place = SourcePlace(path: query.place.path, position: value.written.type.position)
        report.error(error.message, at: error.place ?? place)
      }
    }
    return resolved.count == values.count ? resolved : nil
  }

  /// What a value is read as: in the form of the column that it comes straight from, where it has its Swift type.
  private func type(
    of value: QueryState.Value, from result: ScratchDatabase.ResultColumn?, canBeNull: Bool, in query: QueryState
  ) throws(TypeResolver.Problem) -> ResolvedType {
    let what = value.written.label.map { "'\($0.text)'" } ?? "this value"
    let source = result.flatMap { trial.source(of: $0) }
    let columns = source?.property.map { [$0] } ?? []
    let type: ResolvedType
    do throws(TypeResolver.Problem) {
      type = try resolver.queryType(value.written.type, in: resolver.models[query.model].name, beside: columns)
    } catch {
      guard let source, let property = source.property else { throw error }
      throw TypeResolver.Problem(
        Message.queryValueType(what, value.written.type.text, source: source.name, name(of: property.type)))
    }
    if let source, !trial.fits(type, source.column, source.property) {
      let written = source.property.map { name(of: $0.type) } ?? "\(source.column.type)"
      throw TypeResolver.Problem(
        Message.queryValueType(what, type.text, source: source.name, source.column.isNullable ? written + "?" : written)
      )
    }
    guard !type.isOptional else { return type }
    if let source, source.column.isNullable {
      throw TypeResolver.Problem(Message.queryValueOptional(what, type.text, source: source.name))
    }
    if canBeNull { throw TypeResolver.Problem(Message.queryValueOptional(what, type.text, source: nil)) }
    return type
  }

  /// A column's type as a note outside its model names it.
  private func name(of type: ResolvedType) -> String {
    if case .rowID(let model) = type.stored { "\(model).ID" } else { type.name }
  }
}

/// `RETURNING id, title` of a statement that writes.
private struct ReturningClause {
  /// What it returns, asked of the table itself: from which column a value comes SQLite tells of a `SELECT` only.
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
  /// A database with a schema that SQLite takes.
  convenience init(schemaOf graph: ModelGraph, _ resolver: Resolver) throws(Failure) {
    try self.init()
    for property in resolver.models.flatMap(\.properties) {
      if let collation = property.collation { addCollation(collation) }
    }
    refuseTextInDoubleQuotes()
    for statement in graph.schema.script().statements { try run(statement.sql) }
  }
}
