import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// One migration that replaces all earlier ones.
package struct MigrationCheckpoint {
  private let folder: MigrationFolder
  private let models: MigrationModels
  private let earlier: [MigrationScript]
  /// The last of the replaced migrations.
  private let last: String

  /// Reads the migrations of a folder.
  /// - Throws: ``MigrationRefusal`` if its migrations have no order, or there are none to replace.
  package init(in folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    let order = try folder.order()
    guard let last = order.names.last else {
      throw MigrationRefusal(
        "there are no migrations to squash; write the first one with 'postil migrate new create PATH'",
        at: folder.path)
    }
    guard last != order.checkpoint else {
      throw MigrationRefusal(
        "the last migration, '\(last)', is already a checkpoint", at: folder.path)
    }
    self.folder = folder
    self.models = models
    self.last = last
    earlier = folder.scripts(named: order.namesOfNew)
  }

  /// The migration: the models' whole schema, and the rows that migrations insert into a new database.
  /// - Throws: ``MigrationRefusal`` if the migrations don't produce the schema of the models.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft {
    let replay = try replayed()
    let expected = try models.catalog()
    let differences =
      CatalogComparison.differences(found: try replay.catalog(), expected: expected)
      + RecordedTypes(earlier).differences(from: models.schema, in: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the migrations don't produce the schema of the models; first run 'postil migrate new NAME PATH'",
        at: folder.path, notes: differences)
    }
    try refuseAppliedCircles(expected)
    let text = try text(rows: try insertions(in: replay, expected))
    try prove(text, request.name, gives: expected)
    return MigrationDraft(name: request.name, text: text, undo: nil, undoReason: nil, findings: [])
  }

  /// A checkpoint doesn't record swapped names, so the annotations would swap them again.
  private func refuseAppliedCircles(_ catalog: DatabaseCatalog) throws {
    let side = Side(catalog, schema: models.schema)
    var resolution = RenameResolution(from: side, to: side, history: folder.renames)
    resolution.resolve()
    let reasons = resolution.appliedCircles.map { circle in
      MigrationRefusal.Reason(
        "\(circle.words) in an earlier migration, which the checkpoint can't record; first remove their "
          + "'@renamed(from:)'",
        at: models.place(of: circle.table) ?? folder.path)
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
  }

  private func text(rows: [String]) throws -> String {
    let plan = MigrationPlanner(
      from: DatabaseCatalog(), to: try models.catalog(), schema: models.schema, formerSchema: nil, allowing: [],
      engine: .floor
    ).plan()
    let header = MigrationHeader(
      description: ["Replaces the migrations up to '\(last)'."], after: [], schema: models.fingerprint,
      types: RecordedTypes().changes(to: models.schema, in: try models.catalog()))
    var lines = plan.text(header).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.firstIndex { $0.hasPrefix("-- @migration(") }.map { $0 + 1 } ?? 0
    lines.insert("-- @checkpoint(replaces: \"\(last)\")", at: place)
    var text = lines.joined(separator: "\n")
    if !rows.isEmpty {
      text += "\n-- The rows that the migrations insert into a new database.\n" + rows.map { $0 + "\n" }.joined()
    }
    return text
  }

  /// Statements that insert every row that exists after the replay, because the migrations inserted it.
  private func insertions(in replay: MigrationReplay, _ catalog: DatabaseCatalog) throws -> [String] {
    try catalog.tables.filter { !$0.isVirtual }.flatMap { table -> [String] in
      let columns = table.columns.filter { $0.constraint(.generation) == nil }.map { SQLText.identifier($0.name) }
      let values = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
      guard !columns.isEmpty else { return [] }
      let name = SQLText.identifier(table.name)
      return try replay.texts("SELECT \(values) FROM \(name)").compactMap { $0.first ?? nil }
        .map { "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\($0));" }
    }
  }

  private func replayed() throws -> MigrationReplay {
    let replay = try MigrationReplay()
    do {
      for script in earlier { try replay.run(script) }
    } catch {
      throw MigrationRefusal("the migrations can't be replayed in an empty database: \(error)", at: folder.path)
    }
    return replay
  }

  private func prove(_ text: String, _ name: String, gives expected: DatabaseCatalog) throws {
    do {
      let catalog = try MigrationReplay.catalog(of: [try MigrationScript(name: name, text: text)])
      let differences = CatalogComparison.differences(found: catalog, expected: expected)
      guard differences.isEmpty else {
        throw MigrationRefusal(
          "the checkpoint doesn't produce the schema of the models; this is a bug in Postil, and nothing was written",
          at: folder.path, notes: differences)
      }
    } catch let error as MigrationScriptError {
      throw MigrationRefusal(
        "the checkpoint can't be parsed; this is a bug in Postil, and nothing was written", at: folder.path,
        notes: error.problems.map(\.description))
    } catch let error as MigrationError {
      throw MigrationRefusal(
        "the checkpoint can't be run, so nothing was written: \(error)", at: folder.path)
    }
  }
}
