import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// The models' schema for PostgreSQL.
package struct PostgreSQLModels: Sendable {
  /// The statements of `postil ddl --dialect postgresql`.
  package let statements: [DDLStatement]
  /// The same for another schema.
  let script: @Sendable (Schema) -> [DDLStatement]
  /// Translates a value for a column of a table from SQLite's SQL.
  package typealias Translation = (_ sql: String, _ column: String, _ table: String) -> String
  /// Translates values for the columns of the models.
  package var value: Translation { translation(schema) }
  private let schema: Schema
  /// The same for the columns of another schema, such as a former one.
  let translation: @Sendable (Schema) -> Translation

  /// Describes a schema.
  /// - Parameters:
  ///   - script: the statements of a schema.
  ///   - translation: translates values for the columns of a schema.
  package init(
    _ schema: Schema, script: @escaping @Sendable (Schema) -> [DDLStatement],
    translation: @escaping @Sendable (Schema) -> Translation
  ) {
    (self.schema, self.script, self.translation) = (schema, script, translation)
    statements = script(schema)
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
    var decisions = builder(.floor, isServer: true)
    decisions.decide()
    var writer = PostgreSQLPlanWriter(
      decisions, from: PostgreSQLShape(from), to: PostgreSQLShape(to.statements.map(\.sql)), value: to.value)
    writer.write()
    var plan = MigrationPlan(
      steps: writer.steps, problems: decisions.problems + writer.problems, undo: .nothing)
    if plan.problems.isEmpty, !plan.steps.isEmpty { plan.undo = undo(of: plan, by: writer, to) }
    return plan
  }

  /// The same change in two steps, between which the version before it and the one after it can run.
  /// - Parameter batchSize: about how many rows are filled in one transaction.
  package func expansion(postgreSQL from: [String], to: PostgreSQLModels, batchSize: Int) -> PostgreSQLExpansion {
    var decisions = builder(.floor, isServer: true)
    decisions.decide()
    let writer = PostgreSQLPlanWriter(
      decisions, from: PostgreSQLShape(from), to: PostgreSQLShape(to.statements.map(\.sql)), value: to.value)
    return PostgreSQLExpansion(writer, problems: decisions.problems, batchSize: batchSize)
  }

  /// The way back from the models to the old schema.
  private func undo(of plan: MigrationPlan, by forward: PostgreSQLPlanWriter, _ models: PostgreSQLModels)
    -> MigrationUndo
  {
    let renames = forward.decisions.renames
    if let reason = lossReason(of: plan, renames: renames) ?? forward.irreversibleReason {
      return .impossible(reason: reason)
    }
    var decisions = undoBuilder(renames, .floor, isServer: true)
    decisions.decide()
    var writer = PostgreSQLPlanWriter(
      decisions, from: forward.new, to: forward.old, value: models.translation(decisions.to.whole),
      formerValue: models.value
    )
    writer.write()
    if let problem = (decisions.problems + writer.problems).first { return .impossible(reason: problem.message) }
    return .script(MigrationPlan(steps: writer.steps, problems: [], undo: .nothing))
  }
}

extension PostgreSQLPlanWriter {
  /// The reason why the values can't be restored as they were, although none is lost; `nil` if they can.
  fileprivate var irreversibleReason: String? {
    for change in changes {
      for retyping in change.retyped where retyping.conversion != nil {
        let (old, new) = (retyping.pair.meanings.old.type, retyping.pair.meanings.new.type)
        guard !Conversion.isReversibleOnServer(from: old, to: new) else { continue }
        return "some values of '\(change.name).\(retyping.new.name)' would be restored in another form, because "
          + "'\(old.word)' values become '\(new.word)' values"
      }
    }
    // The undo looks up the values of such references. Equal values of these types can have different forms.
    for change in changes {
      for reference in change.comparison.references {
        let inexact = reference.replacedColumns(in: change.comparison).first { name in
          let type = change.old.column(PostgreSQLNames.short(name))?.type ?? ""
          return ["citext", "numeric", "double precision", "real"].contains { type.hasPrefix($0) }
        }
        guard let inexact else { continue }
        return
          "some values of '\(change.old.name).\(inexact)' would be restored in the form of the key that they reference"
      }
    }
    if let move = decisions.pairMoves.first(where: \.isCertain) {
      return "rows move to another table; write the statements that move them back into the undo (\(move.comment))"
    }
    if new.objects(.distribution).map(\.sql) != old.objects(.distribution).map(\.sql) {
      return "a table is distributed"
    }
    return nil
  }
}
