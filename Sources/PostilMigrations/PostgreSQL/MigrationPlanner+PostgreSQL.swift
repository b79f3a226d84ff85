import PostilEvolution
import PostilSQL
import PostilSchema

/// The models' schema for PostgreSQL.
package struct PostgreSQLModels {
  /// The statements of `postil ddl --dialect postgresql`.
  package let statements: [DDLStatement]
  /// Translates a value for a column of a table from SQLite's SQL.
  package let value: (_ sql: String, _ column: String, _ table: String) -> String

  /// Describes a schema by its statements.
  package init(
    statements: [DDLStatement], value: @escaping (_ sql: String, _ column: String, _ table: String) -> String
  ) {
    (self.statements, self.value) = (statements, value)
  }

  /// The statements that a recorded schema has and the models don't, and the other way round, one line each.
  package func differences(fromRecorded recorded: [String]) -> [String] {
    let (old, new) = (recorded.map(Self.words), statements.map { Self.words($0.sql) })
    return new.filter { !old.contains($0) }.map { "missing in the migrations: \(Self.short($0))" }
      + old.filter { !new.contains($0) }.map { "not in the models: \(Self.short($0))" }
  }

  private static func words(_ sql: String) -> String { SQLLexer.tokens(of: sql).onOneLine }

  private static func short(_ sql: String) -> String { sql.count > 200 ? "\(sql.prefix(200))…" : sql }
}

extension MigrationPlanner {
  /// The plan for PostgreSQL. The planner's schemas decide what changes; these statements show what PostgreSQL has to do for it.
  /// - Parameters:
  ///   - from: the statements of the old schema, without semicolons.
  ///   - to: the models.
  package func plan(postgreSQL from: [String], to: PostgreSQLModels) -> MigrationPlan {
    var resolution = RenameResolution(from: self.from, to: self.to, history: history)
    resolution.resolve()
    var decisions = PlanBuilder(
      from: self.from, to: self.to, renames: resolution.renames, allowances: allowances, isUndo: false, engine: .floor)
    decisions.decide()
    var writer = PostgreSQLPlanWriter(
      decisions, from: PostgreSQLShape(from), to: PostgreSQLShape(to.statements.map(\.sql)), value: to.value)
    writer.write()
    return MigrationPlan(
      steps: writer.steps, problems: resolution.problems + decisions.problems + writer.problems, undo: .nothing)
  }
}
