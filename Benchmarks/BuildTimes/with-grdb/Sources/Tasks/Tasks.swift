import Foundation
import GRDB

/// The program that both packages build: it stores a list, an item and a tag, and asks for them.
@main
struct Tasks {
  static func main() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pool = try DatabasePool(path: path)
    try migrator.migrate(pool)
    try pool.write { db in
      var home = List(name: "Home")
      try home.insert(db)
      var urgent = Tag(name: "urgent")
      try urgent.insert(db)
      var door = Item(title: "Oil the door", dueAt: .now, listID: home.id ?? 0)
      try door.insert(db)
      try ItemTag(itemID: door.id ?? 0, tagID: urgent.id ?? 0).insert(db)
    }
    let late = Item.filter(Item.Columns.done == false)
      .joining(required: Item.list.filter(Column("name") == "Home"))
      .having(Item.tags.filter(Column("name") == "urgent").isEmpty == false)
    for item in try pool.read({ db in try late.fetchAll(db) }) { print(item.title) }
  }

  /// The tables, as GRDB's documentation makes them.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tables") { db in
      try db.create(table: "list") { table in
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
        table.column("listID", .integer).notNull().indexed().references("list", onDelete: .cascade)
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
