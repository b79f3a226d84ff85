import ArgumentParser
import PostilCompiler
import PostilDialects
import PostilMigrations
import PostilSchema
import PostilSources

/// A target's models for PostgreSQL, and its migrations for it: `Migrations/NAME.postgresql.sql`, each beside the schema after it,
/// `NAME.postgresql.schema.sql`, and its undo, `NAME.postgresql.down.sql`.
struct PostgreSQLTarget {
  var models: MigrationModels
  /// What the models need in PostgreSQL.
  var schema: PostgreSQLModels
  /// The migrations, by their names without `.postgresql`.
  var folder: MigrationFolder
  /// The recorded schemas, by the names of their migrations.
  var schemas: [MigrationFolder.File]

  /// The targets with a separate schema.
  /// - Throws: `ExitCode.failure` if a model or a file has an error, or PostgreSQL has no equivalent of something; ``Misuse`` if a file
  ///   can't be read.
  static func all(_ targets: [SourceTarget]) throws -> [PostgreSQLTarget] {
    try targets.wholes(targets.compiled(for: .postgresql)).map { try PostgreSQLTarget($0.target, $0.graph) }
  }

  /// The single target that a command works on.
  /// - Throws: ``Misuse`` if there are several candidates.
  static func one(_ targets: [SourceTarget]) throws -> PostgreSQLTarget {
    let all = try all(targets)
    let migrated = all.filter { !$0.folder.files.isEmpty }
    let candidates = migrated.isEmpty ? all : migrated
    guard candidates.count == 1, let one = candidates.first else {
      let names = candidates.map { "'\($0.models.target)'" }.joined(separator: ", ")
      throw Misuse(
        "migrations belong to one target, but the paths contain \(names); pass the path of one, or '--target NAME'")
    }
    return one
  }

  private init(_ target: SourceTarget, _ graph: ModelGraph) throws {
    let schema = graph.schema
    models = MigrationModels(graph)
    self.schema = PostgreSQLModels(
      schema, statements: schema.script(for: .postgresql).statements, translation: PostgreSQLPieces.translation)
    folder = try MigrationFolder(forPostgreSQLOf: target, try target.embeddedMigrations())
    schemas = try target.recordedSchemas().map { MigrationFolder.File(path: $0.path, name: $0.name, text: $0.text) }
  }

  /// Checks that the migrations have an order, and that the last one records the schema of the models. No server is needed.
  /// - Throws: `MigrationRefusal`
  func verifyRecords() throws {
    let last = try PostgreSQLDrafting.order(of: folder).last
    let recorded = try PostgreSQLDrafting.snapshot(after: last, in: folder, schemas).statements
    let differences = schema.differences(fromRecorded: recorded)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the migrations for PostgreSQL don't lead to the schema of the models; write the missing one with 'postil migrate new "
          + "NAME PATH --dialect postgresql'", at: folder.path, notes: differences)
    }
  }

  /// Examines the statements of migrations, which people may have written.
  /// - Throws: `MigrationRefusal` with what they lose, lock and break, unless the files accept it.
  func examine(_ names: [String]) throws {
    let reasons = folder.scripts(named: names).flatMap { script in
      let before = schemas.first { $0.name == script.after.last }
      let statements = before.flatMap { try? PostgreSQLSnapshot(name: $0.name, text: $0.text).statements }
      return StatementExamination.reasons(
        in: script, at: "\(folder.path)/\(script.name).postgresql.sql", schema: statements ?? [])
    }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
  }

  /// Examines the last migration. Those before it may be applied, so that nobody can change them.
  func examineLast() throws { try examine([PostgreSQLDrafting.order(of: folder).last].compactMap(\.self)) }

  /// Writes a migration for the changes of the models.
  /// - Throws: `MigrationRefusal`, ``Misuse``
  func writeMigration(_ request: MigrationRequest, isEmpty: Bool) throws {
    let drafting = try PostgreSQLDrafting(in: folder, schemas: schemas, for: models, schema)
    guard let draft = isEmpty ? try drafting.emptyDraft(request) : try drafting.draft(request) else {
      StandardStream.error.write(
        "\(models.target): the migrations for PostgreSQL match the models; nothing was written\n")
      return
    }
    try write(draft)
  }

  /// Writes two migrations for the changes of the models, between which two versions of the program can run.
  /// - Throws: `MigrationRefusal`, ``Misuse``
  func writeExpansion(_ request: MigrationRequest, second: String, batchSize: Int) throws {
    let drafting = try PostgreSQLDrafting(in: folder, schemas: schemas, for: models, schema)
    let drafts = try drafting.expansion(request, second: second, batchSize: batchSize)
    if drafts.isEmpty {
      StandardStream.error.write(
        "\(models.target): the migrations for PostgreSQL match the models; nothing was written\n")
    }
    for draft in drafts { try write(draft) }
  }

  /// Writes a migration that replaces all earlier ones.
  /// - Throws: `MigrationRefusal`, ``Misuse``
  func writeCheckpoint(_ request: MigrationRequest) throws {
    try write(PostgreSQLDrafting(in: folder, schemas: schemas, for: models, schema).checkpoint(request))
  }

  /// Writes a migration after several branches.
  /// - Throws: `MigrationRefusal`, ``Misuse``
  func writeMerge(_ request: MigrationRequest) throws {
    let merge = try PostgreSQLMerge(in: folder, schemas: schemas, for: models, schema)
    guard !merge.heads.isEmpty else {
      return StandardStream.error.write("\(models.target): there are no branches for PostgreSQL; nothing was written\n")
    }
    try write(merge.draft(request))
  }

  private func write(_ draft: PostgreSQLDrafting.Draft) throws {
    let path = "\(folder.path)/\(draft.name).postgresql"
    try MigrationFiles.write(draft.text, to: "\(path).sql", in: folder.path)
    if !draft.schema.isEmpty { try MigrationFiles.write(draft.schema, to: "\(path).schema.sql", in: folder.path) }
    if let undo = draft.undo { try MigrationFiles.write(undo, to: "\(path).down.sql", in: folder.path) }
    if let reason = draft.undoReason {
      StandardStream.error.write("\(path).sql: note: no undo was written: \(reason)\n")
    }
  }
}
