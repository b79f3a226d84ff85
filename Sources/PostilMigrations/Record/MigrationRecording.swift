import PostilCatalog
import PostilEvolution
import PostilSQLite
import PostilSchema

/// Records the schema that the migrations of a folder lead to, where no command has recorded it or a file was written by hand.
package struct MigrationRecording {
  private let folder: MigrationFolder
  private let models: MigrationModels
  private let scripts: [MigrationScript]
  /// The last migration.
  private let last: String

  /// Orders the migrations of a folder.
  /// - Throws: ``MigrationRefusal`` if they have no order, or there are none.
  package init(of folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    let order = try folder.order()
    guard let last = order.names.last else {
      throw MigrationRefusal(
        "there are no migrations\(folder.dialect.words); write the first one with 'postil migrate new create "
          + "PATH\(folder.dialect.option)'", at: folder.path)
    }
    (self.folder, self.models, self.last) = (folder, models, last)
    scripts = folder.scripts(named: order.namesOfNew)
  }

  /// The path of the record after the last migration.
  package var path: String { folder.recordPath(of: last) }

  /// Whether there is no record after the last migration.
  package var isMissing: Bool { folder.records[last] == nil }

  /// The text of the record.
  ///
  /// For PostgreSQL it is the schema of the models, because only a server shows what the migrations lead to. For SQLite, columns keep their
  /// recorded types if their SQL is the same with those of the models: the files don't show whether a statement has converted the values.
  /// - Throws: ``MigrationRefusal`` if the migrations can't be replayed.
  package func text() throws -> String {
    guard folder.dialect == .sqlite else { return try SchemaRecord(models.schema).text() }
    let found = try folder.replayed(scripts)
    let former = try formerSchema()
    let schema = models.schema.keepingTypes(of: former)
    let isDone = CatalogComparison.differences(found: found, expected: try models.catalog()).isEmpty
    let known = [schema] + [former].compactMap(\.self)
    return try (isDone ? SchemaRecord(schema) : RecordReading(found, known: known).record).text()
  }

  private func formerSchema() throws -> Schema? {
    if let record = try? folder.record(after: last) { return record.schema }
    return try RecordedBranches(scripts, in: folder.withoutRecord(after: last)).schema
  }
}

extension MigrationFolder {
  /// Compares the result of the migrations for SQLite with the schema that is recorded after the last one, if it is.
  /// - Throws: ``MigrationRefusal`` if they differ.
  func proveRecord() throws {
    let order = try order()
    guard let last = order.names.last, records[last] != nil else { return }
    _ = try former(after: scripts(named: order.namesOfNew), last: last, nil)
  }
}
