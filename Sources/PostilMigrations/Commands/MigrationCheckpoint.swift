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
    let dialect = folder.dialect
    guard let last = order.names.last else {
      throw MigrationRefusal(
        "there are no migrations\(dialect.words) to squash; write the first one with 'postil migrate new create PATH\(dialect.option)'",
        at: folder.path)
    }
    guard last != order.checkpoint else {
      throw MigrationRefusal("the last migration\(dialect.words), '\(last)', is already a checkpoint", at: folder.path)
    }
    self.folder = folder
    self.models = models
    self.last = last
    earlier = folder.scripts(named: order.namesOfNew)
  }

  /// The migration: the models' whole schema, and the rows that migrations insert into a new database.
  /// - Throws: ``MigrationRefusal`` if the migrations don't produce the schema of the models, or the rows aren't known.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft {
    try MigrationVerification(of: folder, for: models).refuseMissing(
      "; first run 'postil migrate new NAME PATH\(folder.dialect.option)'")
    try refuseAppliedCircles()
    // As the first migration of a folder.
    let drafting = MigrationDrafting(in: folder, for: models, after: [], earlier: [])
    var plan = try drafting.plan(for: MigrationRequest(name: request.name))
    plan.undo = .nothing
    return try drafting.draft(
      plan, request, ["Replaces the migrations up to '\(last)'."], replaces: last, rows: try insertions())
  }

  /// A checkpoint doesn't record swapped names, so the annotations would swap them again.
  private func refuseAppliedCircles() throws {
    let side = SchemaShape(try models.catalog(), schema: models.schema)
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

  /// Statements that insert every row that exists after the migrations, because they inserted it.
  private func insertions() throws -> [String] {
    guard folder.dialect == .sqlite else { return try refuseRows() }
    let replay = try MigrationReplay()
    for script in earlier { try replay.run(script) }
    return try SchemaShape(models.catalog(), schema: models.schema).tables.map(\.table).flatMap { table -> [String] in
      let columns = table.columns.filter { $0.constraint(.generation) == nil }.map { SQLText.identifier($0.name) }
      let values = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
      guard !columns.isEmpty else { return [] }
      let name = SQLText.identifier(table.name)
      return try replay.texts("SELECT \(values) FROM \(name)").compactMap { $0.first ?? nil }
        .map { "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\($0));" }
    }
  }

  /// Without a server, the rows aren't known.
  private func refuseRows() throws -> [String] {
    for script in folder.scripts {
      guard let statement = script.statements.first(where: { Self.insertsRows($0.sql) }) else { continue }
      throw MigrationRefusal(
        "'\(script.name)\(folder.dialect.suffix).sql' inserts rows at line \(statement.line), which a new database would lack; write "
          + "the checkpoint yourself: 'postil migrate new NAME PATH\(folder.dialect.option) --empty', with '-- @checkpoint(replaces: "
          + "\"\(last)\")' instead of 'after:'", at: folder.path)
    }
    return []
  }

  /// Whether a statement inserts rows into an empty database.
  private static func insertsRows(_ sql: String) -> Bool {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.first?.is(in: ["insert", "copy", "with", "do", "call"]) == true else { return false }
    return !tokens.contains { $0.is("from") } || tokens.first?.is("insert") == false
  }
}
