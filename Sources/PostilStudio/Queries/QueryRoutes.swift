import Foundation
import PostilQuery
import PostilRows

extension StudioRoute {
  /// The routes of the page with queries.
  static let queries: [StudioRoute] = [
    StudioRoute("POST", "/sql") { studio, call in
      let script = try ConsoleScript(try call.body())
      return StudioResponse(try await studio.runScript(script).json)
    },
    StudioRoute("POST", "/sql/stop") { studio, _ in
      StudioResponse(["stopped": .integer(Int64(studio.console.stop()))])
    },
    StudioRoute("POST", "/sql/plan") { studio, call in
      guard let sql = try call.body()["sql"]?.string else { throw StudioError.badRequest("'sql' is missing") }
      return StudioResponse(try await studio.console.plan(of: sql).json)
    },
    StudioRoute("POST", "/sql/export") { studio, call in try await studio.export(try call.body()) },
    StudioRoute("GET", "/completions") { studio, _ in
      StudioResponse(try await studio.console.completions().json)
    },
    StudioRoute("GET", "/queries") { studio, _ in
      StudioResponse(["queries": .array(studio.namedQueries.map { $0.json(studio.shownSQL) })])
    },
    StudioRoute("POST", "/queries/*/run") { studio, call in
      let query = try studio.namedQuery(call.names[0])
      let body = try call.body()
      var script = try query.script(body["parameters"] ?? [:])
      script.limit = try ConsoleScript.limit(body, maximum: ConsoleScript.maximumRows)
      script.mayWrite = body["isWrite"]?.bool ?? false
      return StudioResponse(try await studio.runQuery(query, script).json)
    },
  ]
}

extension Studio {
  /// Runs a script; the tables that it changes are reported to every page.
  func runScript(_ script: ConsoleScript) async throws -> ConsoleResult {
    if script.mayWrite { try checkWritable() }
    guard script.mayWrite else { return try await console.run(script) }
    return try await live.recordingChanges {
      let result = try await self.console.run(script)
      return (result, result.changedTables, [:])
    }
  }
}

extension Studio {
  /// Runs a named query. It is written for SQLite, so that the engine for PostgreSQL translates it.
  func runQuery(_ query: StudioQuery, _ script: ConsoleScript) async throws -> ConsoleResult {
    guard database.engine == .postgresql, case .positional(let values) = script.parameters else {
      return try await runScript(script)
    }
    let bindings = values.map(\._boundValue)
    let start = ContinuousClock.now
    let run: @Sendable (any RowTransaction) throws -> ConsoleResult = { db in
      var result = ConsoleResult(columns: query.columns.map { .init(name: $0, type: "") }, statement: 1)
      if query.columns.isEmpty {
        result.changes = try db.execute(query.sql, bindings)
      } else {
        result.rows = try db.query(query.sql, bindings, columns: query.columns.count, limit: script.limit + 1)
        result.isTruncated = result.rows.count > script.limit
        result.rows = Array(result.rows.prefix(script.limit))
      }
      result.duration = start.duration(to: .now)
      return result
    }
    guard query.isChange else { return try await database.read(run) }
    guard script.mayWrite else {
      throw ConsoleError(kind: .writes, message: "the statement would change the database")
    }
    try checkWritable()
    return try await live.recordingChanges { (try await self.database.write(run), [], [:]) }
  }
}

extension ConsoleScript {
  /// The script of a request.
  /// - Throws: ``StudioError`` if something is missing, or isn't of its type.
  init(_ body: JSONTree, maximum: Int = Self.maximumRows) throws {
    guard let sql = body["sql"]?.string else { throw StudioError.badRequest("'sql' is missing") }
    self.init(sql: sql)
    parameters = try Self.parameters(body["parameters"])
    limit = try Self.limit(body, maximum: maximum)
    mayWrite = body["isWrite"]?.bool ?? false
  }

  /// The number of rows that a request asks for.
  static func limit(_ body: JSONTree, maximum: Int) throws -> Int {
    guard let limit = body["limit"], !limit.isNull else { return min(1_000, maximum) }
    guard let number = limit.integer, (0...Int64(maximum)).contains(number) else {
      throw StudioError.badRequest("'limit' must be a number from 0 to \(maximum)")
    }
    return Int(number)
  }

  private static func parameters(_ json: JSONTree?) throws -> Parameters {
    switch json {
    case nil, .null?: return .positional([])
    case .array(let values)?: return .positional(try values.map { try SQLValue.plain($0) })
    case .object(let members)?:
      return .named(
        Dictionary(
          try members.map { ($0.name, try SQLValue.plain($0.value)) }, uniquingKeysWith: { _, last in last }))
    default: throw StudioError.badRequest("'parameters' must be an array or an object")
    }
  }
}

extension ConsoleResult {
  var json: JSONTree {
    [
      "columns": .array(columns.map { ["name": .string($0.name), "type": .string($0.type)] }),
      "rows": .array(rows.map { .array($0.map { JSONTree(cell: $0) }) }), "isTruncated": .bool(isTruncated),
      "changes": .integer(Int64(changes)), "milliseconds": .milliseconds(duration),
      "statement": .integer(Int64(statement)), "changedTables": .strings(changedTables.sorted()),
    ]
  }
}

extension Completions {
  var json: JSONTree {
    [
      "keywords": .strings(keywords), "functions": .strings(functions),
      "tables": .object(tables.map { .init($0.name, .strings($0.columns)) }),
    ]
  }
}

extension QueryPlan {
  /// The steps as a list in the order of the tree, each with the number of the step that it belongs to.
  var json: JSONTree {
    var nodes: [JSONTree] = []
    func add(_ step: QueryPlanStep, _ parent: Int?) {
      let id = nodes.count
      nodes.append([
        "id": .integer(Int64(id)), "parent": .optional(parent), "detail": .string(step.detail),
        "isScan": .bool(step.isFullScan), "table": .optional(step.access?.table),
      ])
      for child in step.steps { add(child, id) }
    }
    for step in steps { add(step, nil) }
    return ["nodes": .array(nodes), "sql": .string(sql)]
  }
}

extension QueryPlanStep {
  /// Whether every row of a table is read, or every entry of an index.
  fileprivate var isFullScan: Bool {
    guard case .scan(let access) = kind else { return false }
    return access.table != nil && access.index != .virtualTable
  }
}

extension SQLValue {
  /// The value of a cell whose column is unknown.
  /// - Throws: ``StudioError`` if it isn't a cell.
  static func plain(_ json: JSONTree) throws -> SQLValue? {
    switch json {
    case .null: return nil
    case .bool(let value): return .integer(value ? 1 : 0)
    case .integer(let value): return .integer(value)
    case .number(let value): return .real(value)
    case .string(let text): return .text(text)
    case .object:
      if let text = json["int"]?.string, let value = Int64(text) { return .integer(value) }
      if let text = json["real"]?.string, let value = Double(text), !value.isNaN { return .real(value) }
      if let text = json["base64"]?.string, let bytes = Data(base64Encoded: text).map({ [UInt8]($0) }) {
        return .blob(bytes)
      }
    case .array: break
    }
    throw StudioError.badRequest(
      "a value must be null, a string, a number, true, false, {\"int\": …}, {\"real\": …} or {\"base64\": …}")
  }
}
