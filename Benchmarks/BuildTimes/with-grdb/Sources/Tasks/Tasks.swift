import Foundation
import GRDB

/// The program that both packages build: it stores a project, an item and a tag, and asks for them.
@main
struct Tasks {
  static func main() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pool = try DatabasePool(path: path)
    try migrator.migrate(pool)
    try pool.write { db in
      var home = Project(name: "Home")
      try home.insert(db)
      var urgent = Tag(name: "urgent")
      try urgent.insert(db)
      var door = Item(title: "Oil the door", dueAt: .now, projectID: home.id ?? 0)
      try door.insert(db)
      try ItemTag(itemID: door.id ?? 0, tagID: urgent.id ?? 0).insert(db)
    }
    let late = Item.filter(Item.Columns.done == false)
      .joining(required: Item.project.filter(Column("name") == "Home"))
      .having(Item.tags.filter(Column("name") == "urgent").isEmpty == false)
    for item in try pool.read({ db in try late.fetchAll(db) }) { print(item.title) }
  }

  /// The tables, as GRDB's documentation makes them.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tables") { db in
      try db.create(table: "project") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull().unique()
      }
      try db.create(table: "tag") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull().unique()
      }
      try db.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("title", .text).notNull()
        table.column("dueAt", .datetime)
        table.column("done", .boolean).notNull().defaults(to: false)
        table.column("projectID", .integer).notNull().indexed().references("project", onDelete: .cascade)
      }
      try db.create(table: "itemTag") { table in
        table.primaryKey {
          table.column("itemID", .integer).notNull().references("item", onDelete: .cascade)
          table.column("tagID", .integer).notNull().indexed().references("tag", onDelete: .cascade)
        }
      }
    }
    return migrator
  }
}
