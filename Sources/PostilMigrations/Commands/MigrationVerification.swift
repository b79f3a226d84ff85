import Foundation
import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite

/// Verifies that the migrations of a folder produce the schema of the models, in an empty database and in databases of
/// earlier versions. For PostgreSQL, the recorded schema is compared, because only a server can run the migrations.
package struct MigrationVerification {
  private let folder: MigrationFolder
  private let models: MigrationModels
  private let order: MigrationOrder

  /// Orders the migrations of a folder.
  /// - Throws: ``MigrationRefusal`` if its migrations have no order.
  package init(of folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    self.folder = folder
    self.models = models
    order = try folder.order()
  }

  /// Verifies everything and returns the results, one line each.
  /// - Parameter databases: database files of earlier versions. Copies of them are migrated.
  /// - Throws: ``MigrationRefusal`` with every failure.
  package func report(databases: [String]) throws -> [String] {
    guard folder.dialect == .sqlite else {
      try refuseMissing()
      try examine([order.names.last].compactMap(\.self))
      return []
    }
    var lines: [String] = []
    var reasons: [MigrationRefusal.Reason] = []
    func check(_ body: () throws -> [String]) throws {
      do { lines += try body() } catch let refusal as MigrationRefusal { reasons += refusal.reasons }
    }
    try check(replay)
    try check(replayReplaced)
    try check(replayUndos)
    if !folder.steps.isEmpty {
      let names = folder.steps.map { "'\($0.name)'" }.joined(separator: ", ")
      let steps = Counted.text(folder.steps.count, "step")
      lines.append("\(models.target): \(steps) in Swift \(folder.steps.count == 1 ? "is" : "are") not run: \(names)")
    }
    // Otherwise, an error in the migrations would be repeated for every database.
    if reasons.isEmpty {
      for path in databases { try check { try StoredDatabase(path).migrated(with: folder, to: models) } }
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    return lines
  }

  private func replay() throws -> [String] {
    let number = order.namesOfNew.count
    try refuseOpenRenames(from: try refuseMissing(), to: try models.catalog())
    let count = Counted.text(number, "migration")
    return ["\(models.target): \(count) \(number == 1 ? "produces" : "produce") the schema of the models"]
  }

  /// Compares the schema after the last migration with the models.
  /// - Parameter advice: what to do, after the message that they differ.
  /// - Returns: the schema after the last migration, as SQLite has it.
  /// - Throws: ``MigrationRefusal`` with the differences.
  @discardableResult
  package func refuseMissing(_ advice: String? = nil) throws -> DatabaseCatalog {
    let former = try folder.former(
      after: folder.scripts(named: order.namesOfNew), last: order.names.last, models.server)
    let differences: [String]
    if let server = models.server {
      differences = server.differences(fromRecorded: former.statements)
    } else {
      let expected = try models.catalog()
      differences =
        CatalogComparison.differences(found: former.catalog, expected: expected)
        + (former.schema?.typeDifferences(from: models.schema) ?? [])
    }
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the migrations\(folder.dialect.words) don't produce the schema of the models"
          + (advice ?? " of '\(models.target)'; write the missing migration with 'postil migrate new NAME "
            + "PATH\(folder.dialect.option)'"),
        at: folder.path, notes: differences)
    }
    return former.catalog
  }

  /// Examines the statements of migrations for PostgreSQL, which people may have written.
  /// - Throws: ``MigrationRefusal`` with what they lose, lock and break, unless the files accept it.
  package func examine(_ names: [String]) throws(MigrationRefusal) {
    let reasons = folder.scripts(named: names).flatMap { script in
      let before = script.after.last.flatMap { try? folder.former(after: [], last: $0, models.server) }
      return StatementExamination.reasons(
        in: script, at: folder.path(of: script.name), schema: before?.statements ?? [])
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
  }

  /// Swapping columns or tables with the same definition doesn't change the schema, so only their annotations reveal it.
  private func refuseOpenRenames(from found: DatabaseCatalog, to expected: DatabaseCatalog) throws {
    var resolution = RenameResolution(
      from: SchemaShape(found, schema: nil), to: SchemaShape(expected, schema: models.schema), history: folder.renames)
    resolution.resolve()
    guard !resolution.renames.isEmpty else { return }
    let tables = resolution.renames.tables.map(\.value) + resolution.renames.columns.keys
    throw MigrationRefusal(
      "'@renamed(from:)' exchanges names in \(tables.sorted().map { "'\($0)'" }.joined(separator: ", ")), but no "
        + "migration does; write it with 'postil migrate new NAME PATH'", at: folder.path)
  }

  /// Compares the last checkpoint with the migrations that it replaces, if their files still exist.
  private func replayReplaced() throws -> [String] {
    guard let checkpoint = order.checkpoint else { return [] }
    let names = replaced
    guard !names.isEmpty else { return [] }
    try compare(
      try replayed([checkpoint]), with: try replayed(names),
      "the checkpoint '\(checkpoint)' doesn't produce the schema of the migrations that it replaces; delete it, and "
        + "write it again with 'postil migrate squash PATH'")
    let count = Counted.text(names.count, "migration")
    return ["\(models.target): the checkpoint '\(checkpoint)' produces the same schema as the \(count) before it"]
  }

  private func replayUndos() throws -> [String] {
    var reasons: [MigrationRefusal.Reason] = []
    var lines: [String] = []
    var count = 0
    for names in [replaced, order.namesOfNew] {
      for (index, name) in names.enumerated() {
        guard let undo = folder.undos[name] else { continue }
        do {
          let earlier = Array(names[..<index])
          let script = try MigrationScript(undoing: name, text: undo.text)
          try compare(
            try replayed(earlier + [name], then: script), with: try replayed(earlier),
            "this doesn't undo '\(name)', because the schema differs from the one before it; fix or delete this file",
            at: undo.path)
          lines += try proveValues(name, script, after: earlier, at: undo.path)
          count += 1
        } catch let refusal as MigrationRefusal {
          reasons += refusal.reasons
        }
      }
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    let give = count == 1 ? "restores" : "restore"
    return count == 0 ? [] : ["\(models.target): \(Counted.text(count, "undo")) \(give) the previous schema"] + lines
  }

  /// Verifies that an undo restores every value, using generated rows.
  /// - Returns: what couldn't be verified, one line each.
  private func proveValues(
    _ name: String, _ undo: MigrationScript, after earlier: [String], at path: String
  ) throws -> [String] {
    guard let migration = folder.scripts(named: [name]).first else { return [] }
    let proof = try UndoProof(of: migration, undo: undo, after: folder.scripts(named: earlier)).run()
    if let difference = proof.difference {
      throw MigrationRefusal(
        "this doesn't undo '\(name)', because values are restored in another form; fix or delete this file", at: path,
        notes: [difference])
    }
    return proof.tablesWithoutRows.map { table in
      "\(models.target): the undo of '\(name)' was tested without rows in '\(table)', because Postil can't "
        + "generate rows that its constraints allow"
    }
  }

  /// The migrations that the last checkpoint replaces, in order.
  private var replaced: [String] {
    let ancestors = order.checkpoint.flatMap { order.ancestors[$0] } ?? []
    return order.names.filter { ancestors.contains($0) }
  }

  private func replayed(_ names: [String], then last: MigrationScript? = nil) throws -> DatabaseCatalog {
    try folder.replayed(folder.scripts(named: names) + [last].compactMap(\.self))
  }

  private func compare(
    _ found: DatabaseCatalog, with expected: DatabaseCatalog, _ message: String,
    at place: String? = nil
  ) throws(MigrationRefusal) {
    let differences = CatalogComparison.differences(found: found, expected: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(message, at: place ?? folder.path, notes: differences)
    }
  }
}
