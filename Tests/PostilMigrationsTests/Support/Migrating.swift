import PostilCatalog
import PostilEvolution
import PostilCompiler
import PostilMigrations
import PostilSchema
import Testing

/// One schema with its rows, on the way to another.
struct Migration {
  var database: Database
  var plan: MigrationPlan
  var text: String
  var former: DatabaseCatalog
  var target: DatabaseCatalog

  /// Plans the way from one DDL, with rows, to another.
  init(
    ddl from: String, rows: String = "", to: String, schema: Schema? = nil, formerSchema: Schema? = nil,
    allowing: [String] = []
  ) throws {
    database = try Database()
    try database.run(from)
    former = try database.catalog()
    try database.run(rows)
    let fresh = try Database()
    try fresh.run(to)
    target = try fresh.catalog()
    let planner = MigrationPlanner(
      from: former, to: target, schema: schema, formerSchema: formerSchema,
      allowing: try allowing.map { try MigrationAllowance($0) })
    plan = planner.plan()
    #expect(planner.plan() == plan, "the same input gives another plan")
    text = plan.text(MigrationHeader(description: ["A change."], after: ["before"], schema: "0123456789abcdef"))
  }

  /// Plans the way from one schema to another.
  init(_ from: Schema, rows: String = "", to: Schema, allowing: [String] = []) throws {
    try self.init(
      ddl: from.script().text, rows: rows, to: to.script().text, schema: to, formerSchema: from, allowing: allowing)
  }

  /// Plans the way from one set of models to another.
  init(models from: String, rows: String = "", to: String, allowing: [String] = []) throws {
    try self.init(compiled(from), rows: rows, to: compiled(to), allowing: allowing)
  }

  /// The code, subject and count of each finding, in this database.
  func counts() throws -> [String] {
    try plan.findings.map { finding in
      "\(finding.code.rawValue) \(finding.subject) \(try database.number(finding.query))"
    }
  }

  /// The file as an applier reads it.
  func script() throws -> MigrationScript {
    let script = try MigrationScript(name: "20261121183000_change", text: text)
    #expect(script.after == ["before"] && script.schema == "0123456789abcdef")
    #expect(text.hasPrefix("-- A change.\n"))
    #expect(script.prechecks.map(\.query) == plan.findings.map(\.query))
    #expect(script.prechecks.map(\.subject) == plan.findings.map(\.subject))
    #expect(script.prechecks.map(\.isRefusal) == plan.findings.map { !$0.code.isLoss })
    #expect(script.prechecks.map(\.isAllowed) == plan.findings.map(\.isAllowed))
    let tables = script.items.compactMap { item in if case .rebuild(let rebuild) = item { rebuild.table } else { nil } }
    #expect(tables == plan.rebuiltTables)
    return script
  }

  /// Migrates, and compares what comes out with a fresh database.
  func apply() throws {
    let statements = try script().statements.map(\.sql)
    #expect(statements.count == plan.steps.reduce(0) { $0 + $1.preparation.count + $1.statements.count })
    do { try database.apply(text) } catch { throw Database.Failure(description: "\(error)\n\(text)") }
    let differences = CatalogComparison.differences(found: try database.catalog(), expected: target)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))\n\(text)")
  }

  /// Migrates back, and compares with the previous schema.
  func undo() throws {
    guard case .script(let plan) = plan.undo else {
      throw Database.Failure(description: "it cannot be undone: \(plan.undo)\n\(text)")
    }
    let text = plan.text(nil)
    _ = try MigrationScript(undoing: "20261121183000_change", text: text)
    do { try database.apply(text) } catch { throw Database.Failure(description: "undo: \(error)\n\(text)") }
    let differences = CatalogComparison.differences(found: try database.catalog(), expected: former)
    #expect(differences.isEmpty, "undo: \(differences.joined(separator: "\n"))\n\(text)")
  }

  /// Migrates forward, back and forward again; rows and schemas are each time what they were.
  func roundTrip(_ query: String) throws {
    try apply()
    let after = try database.quoted(query)
    try undo()
    try apply()
    #expect(try database.quoted(query) == after)
  }
}

/// The schema of these models.
func compiled(_ text: String) throws -> Schema {
  let result = CompilerPipeline(target: "App").run(
    sources: [CompilerPipeline.Source(path: "App.swift", bytes: Array(text.utf8))])
  guard let graph = result.graph else {
    throw Database.Failure(description: result.diagnostics.flatMap(\.lines).joined(separator: "\n"))
  }
  return graph.schema
}
