import PostilCatalog

/// The migrations in a target's `Migrations` folder, which are embedded in the file of its schema.
///
/// Errors that would make a program fail when it starts are found here: invalid directives, and migrations without a
/// unique order. The statements aren't checked: `postil migrate verify` replays them.
public struct EmbeddedMigrations: Sendable {
  /// One migration.
  public struct File: Hashable, Sendable {
    /// The file's path, as passed to the tool.
    public var path: String
    /// The file's name without `.sql`: `20261121183000_add_due_day`.
    public var name: String
    /// The text, with LF line endings and without a byte order mark, whatever the file contains.
    public var sql: String
  }

  /// The migrations, sorted by name.
  public private(set) var files: [File] = []
  /// The undo files, under the names of their migrations, in the same order.
  public private(set) var undos: [File] = []
  /// The errors in the folder, sorted by file name.
  public private(set) var diagnostics: [Diagnostic] = []

  private var scripts: [MigrationScript] = []

  private static let start = SourcePosition(offset: 0, line: 1, column: 1)

  /// No migrations.
  public init() {}

  /// Reads the files of a folder: `NAME.sql`, and the undo of each that has one, `NAME.down.sql`, which isn't embedded.
  public init(reading sources: [CompilerPipeline.Source]) {
    let byName = sources.map { (MigrationFileName(path: $0.path), $0) }
      .sorted { $0.0.file.utf8.lexicographicallyPrecedes($1.0.file.utf8) }
    let names = Set(byName.filter { !$0.0.isUndo }.map(\.0.migration))
    for (name, source) in byName {
      if !name.isValid {
        report(Message.migrationName(name.file, suggestion: name.suggestion), in: source.path)
      } else if name.isUndo, !names.contains(name.migration) {
        report(Message.undoOfNothing(name.file, migration: name.migration), in: source.path)
      } else if let text = text(of: source) {
        let file = File(path: source.path, name: name.migration, sql: text)
        if name.isUndo { undos.append(file) } else { files.append(file) }
        readScript(of: file, isUndo: name.isUndo)
      }
    }
  }

  /// Adds the error that prevented a file from being read.
  public mutating func addUnreadable(_ path: String, reason: String) {
    report(Message.unreadableMigration(reason: reason), in: path)
  }

  /// A warning if the target has no schema to embed the migrations in.
  public func warnings(for graph: ModelGraph) -> [Diagnostic] {
    guard graph.ownStructs.isEmpty, let first = files.first else { return [] }
    return [
      Diagnostic(
        .warning, Message.migrationsWithoutModels(target: graph.target), path: first.path, position: Self.start)
    ]
  }

  /// An error if the migrations have no unique order, for example because of two branches.
  public var orderDiagnostics: [Diagnostic] {
    guard diagnostics.isEmpty else { return [] }
    do throws(MigrationOrderError) {
      _ = try MigrationOrder(scripts)
      return []
    } catch {
      let path = files.last { "\(error)".contains("'\($0.name)'") }?.path ?? "Migrations"
      return [Diagnostic(.error, error.description, path: path, position: Self.start)]
    }
  }

  private mutating func readScript(of file: File, isUndo: Bool) {
    do throws(MigrationScriptError) {
      let script =
        try isUndo
        ? MigrationScript(undoing: file.name, text: file.sql) : MigrationScript(name: file.name, text: file.sql)
      if !isUndo { scripts.append(script) }
    } catch {
      for problem in error.problems {
        report(
          problem.message, in: file.path, at: SourcePosition(offset: 0, line: problem.line, column: problem.column))
      }
    }
  }

  private mutating func text(of source: CompilerPipeline.Source) -> String? {
    do throws(SyntaxProblem) {
      _ = try LineTable.reading(source.bytes, at: Self.start)
    } catch {
      report(Message.migrationIsNoText, in: source.path, at: error.position)
      return nil
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.bytes.count)
    for byte in source.bytes.dropFirst(source.bytes.starts(with: mark) ? mark.count : 0) {
      if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func report(
    _ message: String, in path: String, at position: SourcePosition = EmbeddedMigrations.start
  ) {
    diagnostics.append(Diagnostic(.error, message, path: path, position: position))
  }
}
