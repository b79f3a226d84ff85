import PostilCatalog
import PostilSQL
import PostilSQLite
import PostilSchema

/// One migration that stands for all so far.
package struct MigrationCheckpoint {
  private let folder: MigrationFolder
  private let models: MigrationModels
  private let earlier: [MigrationScript]
  /// The last migration, up to which everything is replaced.
  private let last: String

  /// Looks at what the folder holds.
  /// - Throws: ``MigrationRefusal`` where its migrations have no order, or there are none to stand for.
  package init(in folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    let order = try folder.order()
    guard let last = order.names.last else {
      throw MigrationRefusal(
        "there is no migration that a checkpoint could stand for: write the first with 'postil migrate new create PATH'",
        at: folder.path)
    }
    guard last != order.checkpoint else {
      throw MigrationRefusal(
        "'\(last)' is a checkpoint already, and there is nothing behind it", at: folder.path)
    }
    self.folder = folder
    self.models = models
    self.last = last
    earlier = folder.scripts(named: order.namesOfNew)
  }

  /// The migration: the models' whole schema, and the rows that migrations put into a new database.
  /// - Throws: ``MigrationRefusal`` where the migrations so far do not lead to the models.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft {
    let replay = try replayed()
    let expected = try models.catalog()
    let differences =
      CatalogComparison.differences(found: try replay.catalog(), expected: expected)
      + RecordedTypes(earlier).differences(from: models.schema, in: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the migrations lead to another schema than the models, so nothing can stand for both: run 'postil migrate new "
          + "NAME PATH' first", at: folder.path, notes: differences)
    }
    try refuseAppliedCircles(expected)
    let text = try text(rows: try insertions(in: replay, expected))
    try prove(text, request.name, gives: expected)
    return MigrationDraft(name: request.name, text: text, undo: nil, undoReason: nil, findings: [])
  }

  /// Nothing after a checkpoint records that names changed places: the notes would let them change places once more.
  private func refuseAppliedCircles(_ catalog: DatabaseCatalog) throws {
    let side = Side(catalog, schema: models.schema)
    var resolution = RenameResolution(from: side, to: side, history: folder.renames)
    resolution.resolve()
    let reasons = resolution.appliedCircles.map { circle in
      MigrationRefusal.Reason(
        "\(circle.words) in an earlier migration, which the checkpoint does not record: remove their '@renamed(from:)' first",
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
      description: ["Everything up to '\(last)' in one file."], after: [], schema: models.fingerprint,
      types: RecordedTypes().changes(to: models.schema, in: try models.catalog()))
    var lines = plan.text(header).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.firstIndex { $0.hasPrefix("-- @migration(") }.map { $0 + 1 } ?? 0
    lines.insert("-- @checkpoint(replaces: \"\(last)\")", at: place)
    var text = lines.joined(separator: "\n")
    if !rows.isEmpty {
      text += "\n-- The rows that the migrations put into a new database.\n" + rows.map { $0 + "\n" }.joined()
    }
    return text
  }

  /// Statements that write every row that there is after the replay: its migrations wrote it.
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
      throw MigrationRefusal("the migrations cannot be replayed in an empty database: \(error)", at: folder.path)
    }
    return replay
  }

  private func prove(_ text: String, _ name: String, gives expected: DatabaseCatalog) throws {
    do {
      let catalog = try MigrationReplay.catalog(of: [try MigrationScript(name: name, text: text)])
      let differences = CatalogComparison.differences(found: catalog, expected: expected)
      guard differences.isEmpty else {
        throw MigrationRefusal(
          "the checkpoint makes another schema than the models, so nothing was written: this is a mistake of Postil's",
          at: folder.path, notes: differences)
      }
    } catch let error as MigrationScriptError {
      throw MigrationRefusal(
        "the checkpoint cannot be read, so nothing was written: this is a mistake of Postil's", at: folder.path,
        notes: error.problems.map(\.description))
    } catch let error as MigrationError {
      throw MigrationRefusal(
        "the checkpoint cannot be run, so nothing was written: \(error)", at: folder.path)
    }
  }
}
