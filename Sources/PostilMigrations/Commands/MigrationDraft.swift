import PostilCatalog
import PostilEvolution
import PostilSQLite

/// A migration that was planned and proved, and is not written yet.
package struct MigrationDraft: Sendable {
  /// `20261121183000_add_due_day`
  package var name: String
  package var text: String
  /// What undoes it, where nothing is lost by that.
  package var undo: String?
  /// Why there is no undo.
  package var undoReason: String?
  /// What a database that was made before is asked for before it is changed.
  package var findings: [MigrationFinding]
}

/// What somebody says about the migration that is to be written.
package struct MigrationRequest: Sendable {
  /// `20261121183000_add_due_day`
  package var name: String
  /// The findings that are meant.
  package var allowing: [MigrationAllowance]
  /// The oldest SQLite that will run the file.
  package var engine: SQLiteVersion

  /// Makes a request.
  package init(name: String, allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor) {
    self.name = name
    self.allowing = allowing
    self.engine = engine
  }
}

extension SQLiteVersion {
  /// The SQLite in which plans are proved: that of this program.
  package static var proving: SQLiteVersion {
    let number = MigrationReplay.libraryVersion
    return SQLiteVersion(number / 1_000_000, number / 1_000 % 1_000)
  }
}

/// Plans what is missing between the migrations so far and the models.
package struct MigrationDrafting {
  let folder: MigrationFolder
  let models: MigrationModels
  /// The migrations that it is written upon.
  let after: [String]
  /// Those that it is applied behind, in their order.
  let earlier: [MigrationScript]

  /// Plans upon everything that the folder holds.
  /// - Throws: ``MigrationRefusal`` where the folder's migrations have no order.
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

  /// The migration from what the folder gives to the models; `nil` where that is the same.
  /// - Throws: ``MigrationRefusal`` where something has to be solved or allowed first.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft? {
    let plan = try plan(for: request)
    return plan.isEmpty ? nil : try draft(plan, request, [MigrationName.sentence(request.name)])
  }

  /// A migration without statements, for those that somebody writes.
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
      + "-- Statements come here; lines that begin with '--' are comments.\n"
    return MigrationDraft(name: request.name, text: text, undo: nil, undoReason: nil, findings: [])
  }

  /// What a file records whose statements somebody writes: everything where nothing is recorded yet, else the columns that
  /// only these statements can add. A column that changes its type is left to 'postil migrate new', or to what a note shows.
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
        "These columns hold other types in the models: 'postil migrate new' converts their values. To convert them here",
        "instead, move this line below '@migration':  \(TypesText.line(changed).dropFirst(3))",
      ]
    )
  }

  /// What is missing, everything that is found in it allowed.
  func plan(for request: MigrationRequest) throws -> MigrationPlan {
    let old = try replayed(earlier)
    let planner = MigrationPlanner(
      from: old, to: try models.catalog(), schema: models.schema, formerSchema: recorded.schema(of: old),
      allowing: request.allowing, engine: request.engine, history: folder.renames)
    let plan = planner.plan()
    // What is found depends on the answers, so that the questions come first.
    let questions = plan.problems.map { problem in
      MigrationRefusal.Reason(
        problem.message, at: models.place(of: problem.table) ?? folder.path, notes: problem.notes)
    }
    let reasons = questions.isEmpty ? plan.unallowed.map(reason) : questions
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    return plan
  }

  /// The file of a plan, proved: replayed behind the earlier ones it gives what the models ask for, and its undo gives
  /// what was before.
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
        draft.undoReason = "values would come back in another form, as \(difference)"
      } else {
        draft.undo = text
      }
    case .impossible(let reason): draft.undoReason = reason
    case .nothing: break
    }
    return draft
  }

  /// What the earlier migrations record of columns.
  private var recorded: RecordedTypes { RecordedTypes(earlier) }

  /// Whether the earlier migrations record what columns hold: without that, a change between types that SQL stores alike
  /// can't be seen.
  package var isRecorded: Bool { recorded.isRecorded }

  private func replayed(_ scripts: [MigrationScript]) throws -> DatabaseCatalog {
    do {
      return try MigrationReplay.catalog(of: scripts)
    } catch {
      throw MigrationRefusal("the migrations cannot be replayed in an empty database: \(error)", at: folder.path)
    }
  }

  private func prove(_ scripts: [MigrationScript], gives expected: DatabaseCatalog, what: String) throws {
    let differences = CatalogComparison.differences(found: try replayed(scripts), expected: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "\(what) that was planned does not lead where it should, so nothing was written: this is a mistake of Postil's; "
          + "write the statements by hand in a file from 'postil migrate new NAME --empty'", at: folder.path,
        notes: differences)
    }
  }

  private func parsed(_ text: String, as name: String, isUndo: Bool) throws -> MigrationScript {
    do throws(MigrationScriptError) {
      return try isUndo ? MigrationScript(undoing: name, text: text) : MigrationScript(name: name, text: text)
    } catch {
      throw MigrationRefusal(
        "the migration that was planned cannot be read, so nothing was written: this is a mistake of Postil's",
        at: folder.path, notes: error.problems.map(\.description))
    }
  }

  private func reason(_ finding: MigrationFinding) -> MigrationRefusal.Reason {
    let rows = finding.code.isLoss ? "lose something" : "be refused"
    var notes = ["how many rows of a database would \(rows): \(finding.query)"]
    let word = "--allow \(finding.allowance)"
    if !finding.message.contains(word) {
      notes.append(finding.code.isLoss ? "where that is meant: \(word)" : "where no database has such rows: \(word)")
    }
    return MigrationRefusal.Reason(
      finding.message, at: models.place(of: finding.table) ?? folder.path, code: finding.code.rawValue,
      notes: notes + finding.notes)
  }
}
