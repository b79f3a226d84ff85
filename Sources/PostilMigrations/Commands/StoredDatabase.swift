import Foundation
import PostilSQLite

/// The database of an earlier version, used to verify that it can be migrated.
struct StoredDatabase {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Migrates a copy and returns what was done, one line each.
  /// - Throws: ``MigrationRefusal`` if it can't be migrated, or doesn't have the schema of the models afterwards.
  func migrated(with folder: MigrationFolder, to models: MigrationModels) throws -> [String] {
    let copies = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copies) }
    do {
      let copy = try copy(into: copies)
      return try OpenedDatabase.with(copy, migrations: folder.migrations) { database in
        var rehearsal = StepRehearsal(ddl: models.ddl)
        try rehearsal.run(database)
        let count = Counted.text(rehearsal.count, "migration")
        return ["\(path): \(count) applied; the schema matches the models"]
          + rehearsal.notes.map { "\(path): note: \($0)" }
      }
    } catch let refusal as MigrationRefusal {
      throw MigrationRefusal(
        refusal.reasons.map { .init($0.message.replacing(copies.path + "/", with: ""), at: path, notes: $0.notes) })
    } catch let error as UnusableDatabase {
      throw MigrationRefusal("can't be migrated: \(error.reason)", at: path)
    } catch {
      throw MigrationRefusal("can't be copied: \(error.localizedDescription)", at: path)
    }
  }

  /// Copies the file and its write-ahead log, which contains changes that aren't in the file yet.
  private func copy(into folder: URL) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = URL(fileURLWithPath: path).lastPathComponent
    for suffix in ["", "-wal"] where suffix.isEmpty || FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: folder.appending(path: name + suffix).path)
    }
    return folder.appending(path: name).path
  }
}

extension MigrationFolder {
  /// The migrations in the form in which programs embed them.
  package var migrations: SchemaMigrations {
    steps.reduce(SchemaMigrations(files.map { SchemaMigrations.File(name: $0.name, sql: $0.text) })) {
      $0.declaringStep($1.name, after: $1.after)
    }
  }
}
