import PostilSQL

/// The files in a target's `Migrations` folder, which are embedded in the schema's file.
///
/// Only their names are checked here. `postil migrate verify` parses the directives and replays the statements; a
/// program does the same when it opens a database.
public struct EmbeddedMigrations: Sendable {
  /// One migration.
  public struct File: Hashable, Sendable {
    /// The file's path, as passed to the tool.
    public var path: String
    /// The file's name without `.sql`: `20261121183000_add_due_day`.
    public var name: String
    /// The text with LF line endings and without a byte order mark.
    public var sql: String
  }

  /// The migrations, sorted by name.
  public private(set) var files: [File] = []
  /// The undo files, in the same order, under the names of their migrations.
  public private(set) var undos: [File] = []
  /// The errors in the folder, sorted by file name.
  public private(set) var diagnostics: [Diagnostic] = []

  /// No migrations.
  public init() {}

  /// Reads the files of a folder: `NAME.sql`, and optional undo files, `NAME.down.sql`, which aren't embedded.
  public init(reading sources: [CompilerPipeline.Source]) {
    let byName = sources.map { (MigrationFileName(path: $0.path), $0) }
      .sorted { $0.0.file.utf8.lexicographicallyPrecedes($1.0.file.utf8) }
    let names = Set(byName.filter { !$0.0.isUndo }.map(\.0.migration))
    for (name, source) in byName {
      if !name.isValid {
        report(Message.migrationName(name.file, suggestion: name.suggestion), in: source.path)
      } else if name.isUndo, !names.contains(name.migration) {
        report(Message.undoOfNothing(name.file, migration: name.migration), in: source.path)
      } else if !name.migration.hasSuffix(".schema"), let text = text(of: source) {
        let file = File(path: source.path, name: name.migration, sql: text)
        if name.isUndo { undos.append(file) } else { files.append(file) }
      }
    }
  }

  /// Adds an error about a file that couldn't be read.
  public mutating func addUnreadable(_ path: String, reason: String) {
    report(Message.unreadableMigration(reason: reason), in: path)
  }

  /// A warning if the target has no schema that could contain the migrations.
  public func warnings(for graph: ModelGraph) -> [Diagnostic] {
    guard graph.ownStructs.isEmpty, let first = files.first else { return [] }
    return [
      Diagnostic(
        .warning, Message.migrationsWithoutModels(target: graph.target), path: first.path, position: SourcePosition())
    ]
  }

  private mutating func text(of source: CompilerPipeline.Source) -> String? {
    do throws(SyntaxProblem) {
      _ = try LineTable.reading(source.bytes, at: SourcePosition())
    } catch {
      report(Message.migrationIsNoText, in: source.path, at: error.position)
      return nil
    }
    return SQLText.normalized(String(decoding: source.bytes, as: UTF8.self))
  }

  private mutating func report(
    _ message: String, in path: String, at position: SourcePosition = SourcePosition()
  ) {
    diagnostics.append(Diagnostic(.error, message, path: path, position: position))
  }
}
