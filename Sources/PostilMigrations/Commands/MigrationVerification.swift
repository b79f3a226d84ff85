import Foundation
import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite

/// Whether the migrations of a folder lead to the models: from nothing, and from databases of earlier versions.
package struct MigrationVerification {
  private let folder: MigrationFolder
  private let models: MigrationModels
  private let order: MigrationOrder

  /// Looks at a folder.
  /// - Throws: ``MigrationRefusal`` where its migrations have no order.
  package init(of folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    self.folder = folder
    self.models = models
    order = try folder.order()
  }

  /// What was verified, a line each.
  /// - Parameter databases: files of earlier versions; copies of them are migrated.
  /// - Throws: ``MigrationRefusal`` with everything that does not hold.
  package func report(databases: [String]) throws -> [String] {
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
    // What is wrong with the migrations would be said of every database again.
    if reasons.isEmpty {
      for path in databases { try check { try StoredDatabase(path).migrated(with: folder, to: models) } }
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    return lines
  }

  private func replay() throws -> [String] {
    let names = order.namesOfNew
    let (found, expected) = (try replayed(names), try models.catalog())
    let recorded = RecordedTypes(folder.scripts(named: names))
    try compare(
      found, with: expected, also: recorded.differences(from: models.schema, in: expected),
      "the migrations lead to another schema than the models of '\(models.target)': 'postil migrate new NAME PATH' writes "
        + "what is missing")
    try refuseOpenRenames(from: found, to: expected)
    let count = Counted.text(names.count, "migration")
    return ["\(models.target): \(count) \(names.count == 1 ? "gives" : "give") the schema of the models"]
  }

  /// Columns or tables of the same definition that change places leave the schema as it is, so only their notes tell of it.
  private func refuseOpenRenames(from found: DatabaseCatalog, to expected: DatabaseCatalog) throws {
    var resolution = RenameResolution(
      from: Side(found, schema: nil), to: Side(expected, schema: models.schema), history: folder.renames)
    resolution.resolve()
    guard !resolution.renames.isEmpty else { return }
    let tables = resolution.renames.tables.map(\.value) + resolution.renames.columns.keys
    throw MigrationRefusal(
      "names change places by '@renamed(from:)' in \(tables.sorted().map { "'\($0)'" }.joined(separator: ", ")), and no migration "
        + "does that: 'postil migrate new NAME PATH' writes it", at: folder.path)
  }

  /// What the last checkpoint replaces, where its files are still there.
  private func replayReplaced() throws -> [String] {
    guard let checkpoint = order.checkpoint else { return [] }
    let names = replaced
    guard !names.isEmpty else { return [] }
    try compare(
      try replayed([checkpoint]), with: try replayed(names),
      "the checkpoint '\(checkpoint)' makes another schema than the migrations that it replaces; remove it, and write it "
        + "anew with 'postil migrate squash PATH'")
    let count = Counted.text(names.count, "migration")
    let make = names.count == 1 ? "does" : "do"
    return ["\(models.target): the checkpoint '\(checkpoint)' makes what \(count) before it \(make)"]
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
            "this does not undo '\(name)': behind it the schema is not what it was before; mend it, or remove it",
            at: undo.path)
          lines += try proveValues(name, script, after: earlier, at: undo.path)
          count += 1
        } catch let refusal as MigrationRefusal {
          reasons += refusal.reasons
        }
      }
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    let give = count == 1 ? "gives" : "give"
    return count == 0 ? [] : ["\(models.target): \(Counted.text(count, "undo")) \(give) what was before"] + lines
  }

  /// Whether an undo restores every value of rows that are made for it.
  /// - Returns: What could not be proved, a line each.
  private func proveValues(
    _ name: String, _ undo: MigrationScript, after earlier: [String], at path: String
  ) throws -> [String] {
    guard let migration = folder.scripts(named: [name]).first else { return [] }
    let proof = try UndoProof(of: migration, undo: undo, after: folder.scripts(named: earlier)).run()
    if let difference = proof.difference {
      throw MigrationRefusal(
        "this does not undo '\(name)': values come back in another form; correct it, or remove it", at: path,
        notes: [difference])
    }
    return proof.tablesWithoutRows.map { table in
      "\(models.target): the undo of '\(name)' was tried without rows in '\(table)': Postil could make none that its "
        + "constraints allow"
    }
  }

  /// The migrations that the last checkpoint stands for, in their order.
  private var replaced: [String] {
    let ancestors = order.checkpoint.flatMap { order.ancestors[$0] } ?? []
    return order.names.filter { ancestors.contains($0) }
  }

  private func replayed(_ names: [String], then last: MigrationScript? = nil) throws -> DatabaseCatalog {
    do {
      return try MigrationReplay.catalog(of: folder.scripts(named: names) + [last].compactMap(\.self))
    } catch {
      throw MigrationRefusal("the migrations cannot be replayed in an empty database: \(error)", at: folder.path)
    }
  }

  private func compare(
    _ found: DatabaseCatalog, with expected: DatabaseCatalog, also others: [String] = [], _ message: String,
    at place: String? = nil
  ) throws(MigrationRefusal) {
    let differences = CatalogComparison.differences(found: found, expected: expected) + others
    guard differences.isEmpty else {
      throw MigrationRefusal(message, at: place ?? folder.path, notes: differences)
    }
  }
}
