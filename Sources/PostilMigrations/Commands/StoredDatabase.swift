import Foundation
import PostilSQLite

/// The database of an earlier version, kept to prove that it can be migrated.
struct StoredDatabase {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Migrates a copy, and reports what was done, a line each.
  /// - Throws: ``MigrationRefusal`` where it cannot be migrated, or is not what the models ask for afterwards.
  func migrated(with folder: MigrationFolder, to models: MigrationModels) throws -> [String] {
    let copies = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copies) }
    do {
      let copy = try copy(into: copies)
      return try OpenedDatabase.with(copy, migrations: folder.migrations) { database in
        var rehearsal = StepRehearsal(ddl: models.ddl)
        try rehearsal.run(database)
        let count = Counted.text(rehearsal.count, "migration")
        return ["\(path): \(count) applied, and the schema is that of the models"]
          + rehearsal.notes.map { "\(path): note: \($0)" }
      }
    } catch let refusal as MigrationRefusal {
      throw MigrationRefusal(
        refusal.reasons.map { .init($0.message.replacing(copies.path + "/", with: ""), at: path, notes: $0.notes) })
    } catch let error as UnusableDatabase {
      throw MigrationRefusal("it cannot be migrated: \(error.reason)", at: path)
    } catch {
      throw MigrationRefusal("it cannot be copied: \(error.localizedDescription)", at: path)
    }
  }

  /// The file, and the log beside it, which holds what was not brought into the file.
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
  /// The migrations as programs embed them.
  package var migrations: SQLiteMigrations {
    steps.reduce(SQLiteMigrations(files.map { SQLiteMigrations.File(name: $0.name, sql: $0.text) })) {
      $0.declaringStep($1.name, after: $1.after)
    }
  }
}
