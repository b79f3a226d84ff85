import Foundation
import Postil

/// What Docs/Migrations.md shows of a program.
enum Migrating {
  static func open(path: String) throws -> SQLiteStore {
    let store = try SQLiteStore(path: path, schema: TasksSchema.self, migrations: TasksSchema.migrations)
    return store
  }

  static func report(_ store: SQLiteStore) {
    for outcome in store.migrationOutcomes {
      print("\(outcome.name): \(outcome.kind), \(outcome.duration)")
    }
  }

  static func openWithStep(path: String) throws -> SQLiteStore {
    let migrations = TasksSchema.migrations.step("capitalise_titles", after: "20261121090000_create") { db in
      let items = try RawSQL("SELECT id, title FROM item").as(Int64.self, String.self).fetchAll(in: db)
      for (id, title) in items {
        try RawSQL("UPDATE item SET title = \(title.capitalized) WHERE id = \(id)").execute(in: db)
      }
    }
    let store = try SQLiteStore(path: path, schema: TasksSchema.self, migrations: migrations)
    return store
  }
}
