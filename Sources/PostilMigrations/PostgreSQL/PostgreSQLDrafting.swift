import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema
import PostilTranslation

/// Plans the migration for PostgreSQL from the schema that the last one recorded to the models.
package struct PostgreSQLDrafting {
  /// A migration that isn't written yet.
  package struct Draft: Sendable {
    /// `20261121183000_add_due_day`
    package var name: String
    package var text: String
    /// The schema after it.
    package var schema: String
    /// The undo, if it doesn't lose data.
    package var undo: String?
    /// The reason why there is no undo.
    package var undoReason: String?
  }

  private let folder: MigrationFolder
  private let models: MigrationModels
  private let target: PostgreSQLModels
  private let last: String?
  private let former: PostgreSQLSnapshot

  /// Plans after the last migration of a folder.
  /// - Parameters:
  ///   - folder: the migrations for PostgreSQL.
  ///   - schemas: the files that record the schema after each of them.
  /// - Throws: ``MigrationRefusal`` if the migrations have no order, or the schema after the last one isn't recorded.
  package init(
    in folder: MigrationFolder, schemas: [MigrationFolder.File], for models: MigrationModels, _ target: PostgreSQLModels
  ) throws(MigrationRefusal) {
    (self.folder, self.models, self.target) = (folder, models, target)
    last = try Self.order(of: folder).last
    former = try Self.snapshot(after: last, in: folder, schemas)
  }

  /// The names of the migrations in order.
  /// - Throws: ``MigrationRefusal`` if they have none.
  package static func order(of folder: MigrationFolder) throws(MigrationRefusal) -> [String] {
    do throws(MigrationOrderError) {
      return try MigrationOrder(folder.scripts).names
    } catch {
      throw MigrationRefusal(
        "\(error)".replacing(".sql'", with: ".postgresql.sql'").replacing(
          "merge PATH", with: "merge PATH --dialect postgresql"),
        at: folder.path)
    }
  }

  /// The schema after a migration.
  /// - Throws: ``MigrationRefusal`` if it isn't recorded, or the file has errors.
  package static func snapshot(
    after name: String?, in folder: MigrationFolder, _ schemas: [MigrationFolder.File]
  ) throws(MigrationRefusal) -> PostgreSQLSnapshot {
    guard let name else {
      guard let empty = try? PostgreSQLSnapshot() else { throw MigrationRefusal("no schema", at: folder.path) }
      return empty
    }
    let path = "\(folder.path)/\(name).postgresql.schema.sql"
    guard let file = schemas.first(where: { $0.name == name }) else {
      throw MigrationRefusal(
        "the file is missing, and the next migration is planned from it; restore it from version control", at: path)
    }
    do throws(MigrationScriptError) {
      return try PostgreSQLSnapshot(name: name, text: file.text)
    } catch {
      throw MigrationRefusal(
        error.problems.map { MigrationRefusal.Reason($0.message, at: "\(path):\($0.line):\($0.column)") })
    }
  }

  /// The migration to the models; `nil` if there is no difference.
  /// - Throws: ``MigrationRefusal`` if something must be fixed or allowed first.
  package func draft(_ request: MigrationRequest) throws -> Draft? {
    let plan = try plan(request)
    guard !plan.isEmpty else { return nil }
    return try draft(plan, request)
  }

  /// A migration without statements, for the user to fill in.
  package func emptyDraft(_ request: MigrationRequest) throws -> Draft {
    var draft = try draft(MigrationPlan(steps: [], problems: [], undo: .nothing), request)
    draft.text += "\n-- Write the statements here; lines that begin with '--' are comments.\n"
    return draft
  }

  /// One migration that replaces all earlier ones: the schema that the last one recorded.
  /// - Throws: ``MigrationRefusal`` if there are none, the last one doesn't record the schema of the models, or one inserts rows.
  package func checkpoint(_ request: MigrationRequest) throws -> Draft {
    guard let last, let script = folder.scripts.first(where: { $0.name == last }) else {
      throw MigrationRefusal(
        "there are no migrations for PostgreSQL to squash; write the first one with 'postil migrate new create PATH --dialect "
          + "postgresql'", at: folder.path)
    }
    guard script.replaces == nil else {
      throw MigrationRefusal("the last migration for PostgreSQL, '\(last)', is already a checkpoint", at: folder.path)
    }
    let differences = target.differences(fromRecorded: former.statements)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the migrations for PostgreSQL don't produce the schema of the models; first run 'postil migrate new NAME PATH --dialect "
          + "postgresql'", at: folder.path, notes: differences)
    }
    for script in folder.scripts {
      guard let statement = script.statements.first(where: { Self.insertsRows($0.sql) }) else { continue }
      throw MigrationRefusal(
        "'\(script.name).postgresql.sql' inserts rows at line \(statement.line), which a new database would lack; write the checkpoint "
          + "yourself: 'postil migrate new NAME PATH --dialect postgresql --empty', with '-- @checkpoint(replaces: \"\(last)\")' instead "
          + "of 'after:'", at: folder.path)
    }
    let step = MigrationStep([], former.statements)
    let header = MigrationHeader(
      description: ["Replaces the migrations up to '\(last)'."], after: [], schema: models.fingerprint)
    let text = MigrationPlan(steps: [step], problems: [], undo: .nothing).text(header)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.firstIndex { $0.hasPrefix("-- @migration(") }.map { $0 + 1 } ?? 0
    lines.insert("-- @checkpoint(replaces: \"\(last)\")", at: place)
    return try proved(Draft(name: request.name, text: lines.joined(separator: "\n"), schema: recorded(request.name)))
  }

  /// Whether a statement inserts rows into an empty database.
  private static func insertsRows(_ sql: String) -> Bool {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.first?.is(in: ["insert", "copy", "with", "do", "call"]) == true else { return false }
    return !tokens.contains { $0.is("from") } || tokens.first?.is("insert") == false
  }

  private func recorded(_ name: String) throws -> String {
    try PostgreSQLSnapshot.text(after: name, models: models, target.statements)
  }

  /// Two migrations for the changes of the models, between which the running version and the new one can both run.
  /// - Parameters:
  ///   - request: the first one.
  ///   - second: the name of the second one.
  ///   - batchSize: about how many rows are filled in one transaction.
  /// - Returns: nothing if there is no difference. The first one has no recorded schema.
  /// - Throws: ``MigrationRefusal`` if a change can't be made in this way.
  package func expansion(_ request: MigrationRequest, second: String, batchSize: Int) throws -> [Draft] {
    let expansion = try planner(request).expansion(postgreSQL: former.statements, to: target, batchSize: batchSize)
    let questions = expansion.expand.problems.map { problem in
      MigrationRefusal.Reason(problem.message, at: models.place(of: problem) ?? folder.path, notes: problem.notes)
    }
    let reasons =
      questions.isEmpty
      ? expansion.expand.unallowed.map { MigrationRefusal.Reason($0, at: models.place(of: $0) ?? folder.path) }
      : questions
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    guard !expansion.contract.isEmpty else { return [] }
    let reason = "it is one of two steps; to go back, write a migration"
    guard !expansion.expand.isEmpty else {
      let only = MigrationHeader(
        description: [
          "\(MigrationName.sentence(request.name)) The new version needs no change before: '--contract' applies it when every instance runs that version."
        ],
        after: last.map { [$0] } ?? [], schema: models.fingerprint, waits: true)
      return [
        try proved(
          Draft(
            name: request.name, text: expansion.contract.text(only), schema: try recorded(request.name),
            undoReason: "it is a contract; to go back, write a migration"))
      ]
    }
    let expand = MigrationHeader(
      description: [
        "\(MigrationName.sentence(request.name)) The first of two steps: the running version and the new one can both run."
      ],
      after: last.map { [$0] } ?? [], schema: models.fingerprint, overlaps: true)
    let contract = MigrationHeader(
      description: ["The second step, when every instance runs the new version: '--contract' applies it."],
      after: [request.name], schema: models.fingerprint, waits: true)
    return [
      try proved(Draft(name: request.name, text: expansion.expand.text(expand), schema: "", undoReason: reason)),
      try proved(
        Draft(name: second, text: expansion.contract.text(contract), schema: try recorded(second), undoReason: reason)),
    ]
  }

  private func planner(_ request: MigrationRequest) throws -> MigrationPlanner {
    let catalog = try former.catalog()
    return MigrationPlanner(
      from: catalog, to: try models.catalog(), schema: models.schema,
      formerSchema: RecordedTypes([former.models]).schema(of: catalog), allowing: request.allowing,
      history: folder.renames)
  }

  private func plan(_ request: MigrationRequest) throws -> MigrationPlan {
    let plan = try planner(request).plan(postgreSQL: former.statements, to: target)
    let questions = plan.problems.map { problem in
      MigrationRefusal.Reason(
        problem.message, at: models.place(of: problem) ?? folder.path, notes: problem.notes)
    }
    let reasons =
      questions.isEmpty
      ? plan.unallowed.map { MigrationRefusal.Reason($0, at: models.place(of: $0) ?? folder.path) } : questions
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    return plan
  }

  private func draft(_ plan: MigrationPlan, _ request: MigrationRequest) throws -> Draft {
    let header = MigrationHeader(
      description: [MigrationName.sentence(request.name)], after: last.map { [$0] } ?? [], schema: models.fingerprint)
    var draft = Draft(name: request.name, text: plan.text(header), schema: try recorded(request.name))
    switch plan.undo {
    case .script(let undo): draft.undo = undo.text(nil)
    case .impossible(let reason): draft.undoReason = reason
    case .nothing: break
    }
    return try proved(draft)
  }

  /// A draft whose files can be parsed.
  private func proved(_ draft: Draft) throws -> Draft {
    do throws(MigrationScriptError) {
      _ = try MigrationScript(name: draft.name, text: draft.text, by: PostgreSQLScript.statements)
      if !draft.schema.isEmpty { _ = try PostgreSQLSnapshot(name: draft.name, text: draft.schema) }
      if let undo = draft.undo {
        _ = try MigrationScript(undoing: draft.name, text: undo, by: PostgreSQLScript.statements)
      }
    } catch {
      throw MigrationRefusal(
        "the migration can't be parsed; this is a bug in Postil, and nothing was written", at: folder.path,
        notes: error.problems.map(\.description))
    }
    return draft
  }
}
