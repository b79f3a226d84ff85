import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTranslation

/// The plan for PostgreSQL between two versions of models.
struct ServerPlan {
  let plan: MigrationPlan

  init(from old: String, to new: String, allowing: [String] = []) throws {
    let (former, schema) = (try compiled(old), try compiled(new))
    let (database, fresh) = (try Database(), try Database())
    try database.run(former.script().text)
    try fresh.run(schema.script().text)
    let models = PostgreSQLModels(
      schema, script: { $0.script(for: .postgresql).statements },
      translation: PostgreSQLPieces.translation)
    plan = MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: schema, formerSchema: former,
      allowing: try allowing.map { try MigrationAllowance($0) }
    ).plan(postgreSQL: former.script(for: .postgresql).statements.map(\.sql), to: models)
  }

  /// The statements, without the settings of the transaction and its locks.
  var statements: [String] { Self.statements(of: plan) }
  /// The locks that the transaction begins with.
  var locks: [String] { plan.steps.flatMap(\.statements).filter { $0.hasPrefix("LOCK ") } }
  private static func statements(of plan: MigrationPlan) -> [String] {
    plan.steps.flatMap(\.statements).filter { !$0.hasPrefix("SET ") && !$0.hasPrefix("LOCK ") }
  }
  /// The statements of the undo, with the queries of its pre-checks before them; or the reason why there is none.
  var undo: [String] {
    switch plan.undo {
    case .script(let undo):
      undo.findings.map { "\($0.code.rawValue): \($0.query)" }
        + Self.statements(of: undo)
    case .impossible(let reason): [reason]
    case .nothing: []
    }
  }
  /// The code, the subject and the query of each finding about rows or locks.
  var findings: [String] { plan.findings.filter { !$0.query.isEmpty }.map { "\($0.allowance): \($0.query)" } }
  /// The findings about the version of the program that is still running.
  var program: [MigrationFinding] { plan.findings.filter { $0.query.isEmpty && $0.needsAllowance } }
}
