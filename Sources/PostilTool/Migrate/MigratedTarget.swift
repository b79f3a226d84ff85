import ArgumentParser
import Foundation
import PostilCompiler
import PostilDialects
import PostilMigrations
import PostilSources

extension MigratedTarget {
  /// The targets with a separate schema. The schema of an imported target is part of the importing target's.
  /// - Throws: `ExitCode.failure` if a model or a file has an error, or PostgreSQL has no equivalent of something; ``Misuse`` if a file
  ///   can't be read.
  static func all(_ targets: [SourceTarget], for dialect: DDLDialect = .sqlite) throws -> [MigratedTarget] {
    try all(targets, targets.compiled(for: dialect)) {
      try $0.embeddedMigrations()
    } server: { graph in
      guard dialect == .postgresql else { return nil }
      return PostgreSQLModels(
        graph.schema, script: { $0.script(for: .postgresql).statements }, translation: PostgreSQLPieces.translation)
    }
  }

  /// The single target that a command works on.
  /// - Parameter preferringMigrations: whether a target with migrations is preferred to one without.
  /// - Throws: ``Misuse`` if there are several candidates.
  static func one(
    _ targets: [SourceTarget], for dialect: DDLDialect = .sqlite, preferringMigrations: Bool = true
  ) throws -> MigratedTarget {
    let all = try all(targets, for: dialect)
    let migrated = all.filter { !$0.folder.files.isEmpty }
    let candidates = preferringMigrations && !migrated.isEmpty ? migrated : all
    guard candidates.count == 1, let one = candidates.first else {
      let names = candidates.map { "'\($0.models.target)'" }.joined(separator: ", ")
      throw Misuse(
        "migrations belong to one target, but the paths contain \(names); pass the path of one, or '--target NAME'")
    }
    return one
  }
}

extension MigrationDraft {
  /// Writes the files of a draft, and prints their paths to standard output.
  /// - Throws: ``Misuse`` if a file can't be written.
  func write(in folder: MigrationFolder) throws {
    let path = folder.path(of: name)
    try MigrationFiles.write(text, to: path, in: folder.path)
    if let record {
      try MigrationFiles.write(record, to: folder.recordPath(of: name), in: folder.path, overwriting: true)
    }
    if let undo {
      try MigrationFiles.write(
        undo, to: "\(folder.path)/\(name)\(folder.dialect.suffix).down.sql", in: folder.path)
    }
    if let undoReason { StandardStream.error.write("\(path): note: no undo was written: \(undoReason)\n") }
  }
}

/// Writes files into a folder `Migrations`.
enum MigrationFiles {
  /// Writes a new file, and prints its path to standard output.
  /// - Parameter overwriting: whether the file may exist.
  /// - Throws: ``Misuse`` if it can't be written.
  static func write(_ text: String, to path: String, in folder: String, overwriting: Bool = false) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: overwriting ? [] : [.withoutOverwriting])
    } catch {
      throw Misuse("cannot write '\(path)': \(error.localizedDescription)")
    }
    StandardStream.output.write("\(path)\n")
  }
}

/// Runs code that can throw a refusal, and prints its reasons to standard error.
/// - Throws: `ExitCode.failure` if a refusal was thrown.
func reportingRefusals<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let refusal as MigrationRefusal {
    for line in refusal.reasons.flatMap(\.lines) { StandardStream.error.write(line + "\n") }
    throw ExitCode.failure
  }
}
