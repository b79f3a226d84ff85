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
      guard case .branches(let names, _) = error, let last = names.last else {
        throw MigrationRefusal("\(error)", at: folder.path)
      }
      let list = names.map { "'\($0)'" }.joined(separator: " and ")
      throw MigrationRefusal(
        "neither of the migrations \(list) for PostgreSQL comes after the other; remove '\(last).postgresql.sql' and "
          + "'\(last).postgresql.schema.sql', and write the migration again with 'postil migrate new NAME PATH --dialect "
          + "postgresql'", at: folder.path)
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

  private func plan(_ request: MigrationRequest) throws -> MigrationPlan {
    let catalog = try former.catalog()
    let planner = MigrationPlanner(
      from: catalog, to: try models.catalog(), schema: models.schema,
      formerSchema: RecordedTypes([former.models]).schema(of: catalog), allowing: request.allowing,
      history: folder.renames)
    let plan = planner.plan(postgreSQL: former.statements, to: target)
    let questions = plan.problems.map { problem in
      MigrationRefusal.Reason(
        problem.message, at: models.place(of: problem.table) ?? folder.path, notes: problem.notes)
    }
    let reasons =
      questions.isEmpty
      ? plan.unallowed.map { MigrationRefusal.Reason($0, at: models.place(of: $0.table) ?? folder.path) } : questions
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    return plan
  }

  private func draft(_ plan: MigrationPlan, _ request: MigrationRequest) throws -> Draft {
    let header = MigrationHeader(
      description: [MigrationName.sentence(request.name)], after: last.map { [$0] } ?? [], schema: models.fingerprint)
    let draft = Draft(
      name: request.name, text: plan.text(header),
      schema: try PostgreSQLSnapshot.text(after: request.name, models: models, target.statements))
    do throws(MigrationScriptError) {
      _ = try MigrationScript(name: request.name, text: draft.text)
      _ = try PostgreSQLSnapshot(name: request.name, text: draft.schema)
    } catch {
      throw MigrationRefusal(
        "the migration can't be parsed; this is a bug in Postil, and nothing was written", at: folder.path,
        notes: error.problems.map(\.description))
    }
    return draft
  }
}
