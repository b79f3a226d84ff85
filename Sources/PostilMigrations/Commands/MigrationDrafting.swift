import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// Plans the migration from the existing migrations to the models.
package struct MigrationDrafting {
  let folder: MigrationFolder
  let models: MigrationModels
  /// The migrations that it comes directly after.
  let after: [String]
  /// All migrations before it, in order.
  let earlier: [MigrationScript]

  /// Plans after all migrations of the folder.
  /// - Throws: ``MigrationRefusal`` if the folder's migrations have no order.
  package init(in folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    let order = try folder.order()
    self.init(
      in: folder, for: models, after: order.names.suffix(1), earlier: folder.scripts(named: order.namesOfNew))
  }

  init(
    in folder: MigrationFolder, for models: MigrationModels, after: [String], earlier: [MigrationScript]
  ) {
    self.folder = folder
    self.models = models
    self.after = after
    self.earlier = earlier
  }

  /// The migration from the folder's schema to the models; `nil` if they are the same.
  /// - Throws: ``MigrationRefusal`` if something must be fixed or allowed first.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft? {
    let plan = try plan(for: request)
    return plan.isEmpty ? nil : try draft(plan, request, [MigrationName.sentence(request.name)])
  }

  /// A migration without statements, for the user to fill in.
  /// - Throws: ``MigrationRefusal`` if the schema of the models can't be recorded.
  package func emptyDraft(_ request: MigrationRequest) throws -> MigrationDraft {
    let header = MigrationHeader(
      description: [MigrationName.sentence(request.name)], after: after, schema: models.fingerprint)
    var text = MigrationPlan.empty.text(header) + "\n"
    // 'postil migrate new' converts the values of columns that have another type in the models and the same one in SQL.
    let kept = models.schema.keepingTypes(of: models.dialect == .sqlite ? (try? former())?.schema : nil)
    if kept != models.schema {
      text += """
        -- Some columns have other types in the models. 'postil migrate new' converts their values; to convert them here
        -- instead, write the new types into '\(request.name)\(SchemaRecord.suffix)'.

        """
    }
    text += "-- Write the statements here; lines that begin with '--' are comments.\n"
    return MigrationDraft(name: request.name, text: text, record: try SchemaRecord(kept).text())
  }

  /// The plan for the missing changes, with every finding allowed.
  /// - Throws: ``MigrationRefusal`` if something must be fixed or allowed first.
  func plan(for request: MigrationRequest) throws -> MigrationPlan {
    let former = try former()
    let planner = try planner(from: former, for: request)
    let plan = models.server.map { planner.plan(postgreSQL: former.statements, to: $0) } ?? planner.plan()
    try refuseUnanswered(plan)
    return plan
  }

  /// The schema before the migration.
  func former() throws -> FormerSchema {
    try folder.former(after: earlier, last: after.count > 1 ? nil : after.last, models.server)
  }

  func planner(from former: FormerSchema, for request: MigrationRequest) throws -> MigrationPlanner {
    MigrationPlanner(
      from: former.catalog, to: try models.catalog(), schema: models.schema, formerSchema: former.schema,
      allowing: request.allowing, engine: request.engine, history: folder.renames)
  }

  /// - Throws: ``MigrationRefusal`` with the questions of a plan, or with its findings that aren't allowed.
  func refuseUnanswered(_ plan: MigrationPlan) throws(MigrationRefusal) {
    // The findings depend on the answers, so questions are asked first.
    let questions = plan.problems.map { problem in
      MigrationRefusal.Reason(
        problem.message, at: models.place(of: problem) ?? folder.path, notes: problem.notes)
    }
    let reasons =
      questions.isEmpty
      ? plan.unallowed.map { finding in
        var reason = MigrationRefusal.Reason(finding, at: models.place(of: finding) ?? folder.path)
        if let note = models.noteForDevices(finding) { reason.notes.append(note) }
        return reason
      } : questions
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
  }

  /// The file of a plan, after a test: replayed after the earlier files, it produces the schema of the models, and its
  /// undo restores the previous schema. Files for PostgreSQL are only parsed, because no server is needed to write them.
  /// - Parameters:
  ///   - replaces: the last of the migrations that a checkpoint replaces.
  ///   - rows: statements that insert rows, after those of the plan.
  func draft(
    _ plan: MigrationPlan, _ request: MigrationRequest, _ description: [String], replaces: String? = nil,
    rows: [String] = []
  ) throws -> MigrationDraft {
    let catalog = try models.catalog()
    let header = MigrationHeader(
      description: description, after: after, schema: models.fingerprint, replaces: replaces)
    var draft = MigrationDraft(name: request.name, text: plan.text(header), record: try record())
    if !rows.isEmpty {
      draft.text += "\n-- The rows that the migrations insert into a new database.\n" + rows.map { $0 + "\n" }.joined()
    }
    let script = try parsed(draft.text, as: request.name, isUndo: false)
    try prove(earlier + [script], gives: catalog, what: "the migration")
    switch plan.undo {
    case .script(let undo):
      let text = undo.text(nil)
      draft.undoReason = try difference(of: script, undo: try parsed(text, as: request.name, isUndo: true))
      if draft.undoReason == nil { draft.undo = text }
    case .impossible(let reason): draft.undoReason = reason
    case .nothing: break
    }
    return draft
  }

  /// The file that records the schema of the models.
  func record() throws -> String { try SchemaRecord(models.schema).text() }

  /// Why an undo doesn't restore the values; `nil` if it does.
  private func difference(of script: MigrationScript, undo: MigrationScript) throws -> String? {
    guard models.dialect == .sqlite else { return nil }
    try prove(earlier + [script, undo], gives: try folder.replayed(earlier), what: "its undo")
    return try UndoProof(of: script, undo: undo, after: earlier).run().difference.map {
      "some values would be restored in another form; for example, \($0)"
    }
  }

  private func prove(_ scripts: [MigrationScript], gives expected: DatabaseCatalog, what: String) throws {
    guard models.dialect == .sqlite else { return }
    let differences = CatalogComparison.differences(found: try folder.replayed(scripts), expected: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "\(what) doesn't produce the expected schema; this is a bug in Postil, and nothing was written; write the "
          + "statements by hand in a file created by 'postil migrate new NAME --empty'", at: folder.path,
        notes: differences)
    }
  }

  /// Reads a text that was written for a file.
  func parsed(_ text: String, as name: String, isUndo: Bool) throws -> MigrationScript {
    do throws(MigrationScriptError) {
      let split = models.dialect.split
      return try isUndo
        ? MigrationScript(undoing: name, text: text, by: split) : MigrationScript(name: name, text: text, by: split)
    } catch {
      throw MigrationRefusal(
        "the migration can't be parsed; this is a bug in Postil, and nothing was written",
        at: folder.path, notes: error.problems.map(\.description))
    }
  }
}

extension MigrationPlan {
  /// The plan without steps.
  static let empty = MigrationPlan(steps: [], problems: [], undo: .nothing)
}

extension MigrationRefusal.Reason {
  /// A finding that must be allowed first.
  init(_ finding: MigrationFinding, at place: String) {
    let rows = finding.code.isLock ? "are in the table" : finding.code.isLoss ? "would lose values" : "would be refused"
    var notes = finding.query.isEmpty ? [] : ["this query counts the rows that \(rows): \(finding.query)"]
    let word = "--allow \(finding.allowance)"
    if !finding.message.contains(word) {
      notes.append(
        finding.code.isLoss
          ? "if that is intended, pass '\(word)'"
          : "if no database has such rows, pass '\(word)'")
    }
    self.init(finding.message, at: place, code: finding.code.rawValue, notes: notes + finding.notes)
  }
}

extension Schema {
  /// The schema with the types of a former one for columns whose SQL is the same with both types.
  func keepingTypes(of former: Schema?) -> Schema {
    var schema = self
    for table in schema.tables.indices {
      let old = former?.tables.first { $0.name.isSameName(as: schema.tables[table].name) }
      for column in schema.tables[table].columns.indices {
        let new = schema.tables[table].columns[column]
        guard let type = old?.columns.first(where: { $0.name.isSameName(as: new.name) })?.type, type != new.type else {
          continue
        }
        var other = schema.tables[table]
        other.columns[column].type = type
        let statements = [other, schema.tables[table]].map { Schema(tables: [$0]).script() }
        if statements[0] == statements[1] { schema.tables[table] = other }
      }
    }
    return schema
  }

  /// The columns whose type in the models differs although their SQL is the same, one line each.
  func typeDifferences(from models: Schema) -> [String] {
    zip(models.tables, models.keepingTypes(of: self).tables).flatMap { table, former in
      zip(table.columns, former.columns).compactMap { model, column -> String? in
        guard model.generation == nil, model.type != column.type else { return nil }
        return
          "column '\(table.name).\(column.name)' stores '\(column.type.word)' values after the migrations, but "
          + "'\(model.type.word)' values in the models"
      }
    }.sorted()
  }
}
