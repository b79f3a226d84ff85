import PostilCatalog
import PostilEvolution
import PostilSQLite

/// A migration that was planned and tested but isn't written yet.
package struct MigrationDraft: Sendable {
  /// `20261121183000_add_due_day`
  package var name: String
  package var text: String
  /// The undo, if it doesn't lose data.
  package var undo: String?
  /// The reason why there is no undo.
  package var undoReason: String?
  /// The pre-checks that run before an existing database is changed.
  package var findings: [MigrationFinding]
}

/// The options of the migration to write.
package struct MigrationRequest: Sendable {
  /// `20261121183000_add_due_day`
  package var name: String
  /// The allowed findings.
  package var allowing: [MigrationAllowance]
  /// The oldest SQLite that will run the file.
  package var engine: SQLiteVersion

  /// Creates a request.
  package init(name: String, allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor) {
    self.name = name
    self.allowing = allowing
    self.engine = engine
  }
}

extension SQLiteVersion {
  /// The SQLite version with which plans are tested: the one linked into this program.
  package static var proving: SQLiteVersion {
    SQLiteVersion(number: Int32(MigrationReplay.libraryVersion))
  }
}

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
  package func emptyDraft(_ request: MigrationRequest) -> MigrationDraft {
    let (types, notes) = typesOfEmpty()
    let header = MigrationHeader(
      description: [MigrationName.sentence(request.name)], after: after, schema: models.fingerprint, types: types)
    let plan = MigrationPlanner(
      from: DatabaseCatalog(), to: DatabaseCatalog(), schema: models.schema, formerSchema: nil, allowing: [],
      engine: .floor
    ).plan()
    let text =
      plan.text(header) + "\n" + notes.map { MigrationText.comment($0) + "\n" }.joined()
      + "-- Write the statements here; lines that begin with '--' are comments.\n"
    return MigrationDraft(name: request.name, text: text, undo: nil, undoReason: nil, findings: [])
  }

  /// The types recorded in a file without statements: all types if none is recorded yet, otherwise those of columns
  /// that only these statements can add. For columns whose type changes, run 'postil migrate new' or use the lines
  /// shown in a comment.
  private func typesOfEmpty() -> (types: [String: [String]]?, notes: [String]) {
    let recorded = recorded
    guard let new = try? models.catalog() else { return (nil, []) }
    guard recorded.isRecorded, let old = try? replayed(earlier) else {
      return (recorded.changes(to: models.schema, in: new), [])
    }
    let added = recorded.changes(to: models.schema, in: new) { table, column in old.table(table)?.column(column) == nil
    }
    guard !recorded.differences(from: models.schema, in: old).isEmpty,
      let changed = recorded.changes(to: models.schema, in: old)
    else { return (added, []) }
    return (
      added,
      [
        "These columns have other types in the models. 'postil migrate new' converts their values; to convert them "
          + "here",
        "instead, move this line below '@migration':  \(TypesText.line(changed).dropFirst(3))",
      ]
    )
  }

  /// The plan for the missing changes, with every finding allowed.
  func plan(for request: MigrationRequest) throws -> MigrationPlan {
    let old = try replayed(earlier)
    let planner = MigrationPlanner(
      from: old, to: try models.catalog(), schema: models.schema, formerSchema: recorded.schema(of: old),
      allowing: request.allowing, engine: request.engine, history: folder.renames)
    let plan = planner.plan()
    // The findings depend on the answers, so questions are asked first.
    let questions = plan.problems.map { problem in
      MigrationRefusal.Reason(
        problem.message, at: models.place(of: problem) ?? folder.path, notes: problem.notes)
    }
    let reasons = questions.isEmpty ? plan.unallowed.map(reason) : questions
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    return plan
  }

  /// The file of a plan, after a test: replayed after the earlier files, it produces the schema of the models, and its
  /// undo restores the previous schema.
  func draft(_ plan: MigrationPlan, _ request: MigrationRequest, _ description: [String]) throws -> MigrationDraft {
    let catalog = try models.catalog()
    let header = MigrationHeader(
      description: description, after: after, schema: models.fingerprint,
      types: recorded.changes(to: models.schema, in: catalog))
    var draft = MigrationDraft(
      name: request.name, text: plan.text(header), undo: nil, undoReason: nil, findings: plan.findings)
    let script = try parsed(draft.text, as: request.name, isUndo: false)
    try prove(earlier + [script], gives: catalog, what: "the migration")
    switch plan.undo {
    case .script(let undo):
      let text = undo.text(nil)
      let undoScript = try parsed(text, as: request.name, isUndo: true)
      try prove(earlier + [script, undoScript], gives: try replayed(earlier), what: "its undo")
      let proof = try UndoProof(of: script, undo: undoScript, after: earlier).run()
      if let difference = proof.difference {
        draft.undoReason = "some values would be restored in another form; for example, \(difference)"
      } else {
        draft.undo = text
      }
    case .impossible(let reason): draft.undoReason = reason
    case .nothing: break
    }
    return draft
  }

  /// The types of columns recorded by the earlier migrations.
  private var recorded: RecordedTypes { RecordedTypes(earlier) }

  /// Whether the earlier migrations record the types of columns. If not, a change between types with the same SQL type
  /// can't be detected.
  package var isRecorded: Bool { recorded.isRecorded }

  private func replayed(_ scripts: [MigrationScript]) throws -> DatabaseCatalog {
    do {
      return try MigrationReplay.catalog(of: scripts)
    } catch {
      throw MigrationRefusal("the migrations can't be replayed in an empty database: \(error)", at: folder.path)
    }
  }

  private func prove(_ scripts: [MigrationScript], gives expected: DatabaseCatalog, what: String) throws {
    let differences = CatalogComparison.differences(found: try replayed(scripts), expected: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "\(what) doesn't produce the expected schema; this is a bug in Postil, and nothing was written; write the "
          + "statements by hand in a file created by 'postil migrate new NAME --empty'", at: folder.path,
        notes: differences)
    }
  }

  private func parsed(_ text: String, as name: String, isUndo: Bool) throws -> MigrationScript {
    do throws(MigrationScriptError) {
      return try isUndo ? MigrationScript(undoing: name, text: text) : MigrationScript(name: name, text: text)
    } catch {
      throw MigrationRefusal(
        "the migration can't be parsed; this is a bug in Postil, and nothing was written",
        at: folder.path, notes: error.problems.map(\.description))
    }
  }

  private func reason(_ finding: MigrationFinding) -> MigrationRefusal.Reason {
    MigrationRefusal.Reason(finding, at: models.place(of: finding) ?? folder.path)
  }
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
