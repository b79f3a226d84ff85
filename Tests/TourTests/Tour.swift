import Foundation
import Postil

/// The tour of the README, as a program would have it; a test compares the two.
func tour(path: String) async throws -> [Item] {
  let store = try SQLiteStore(path: path, schema: TasksSchema.self)

  // Committed when the block returns; if it throws, nothing changed.
  try await store.write { db in
    let home = try Project.Draft(name: "Home").insert(in: db)
    let urgent = try Tag.Draft(name: "urgent").insert(in: db)
    let door = try Item.Draft(title: "Oil the door", dueAt: .now, projectID: home.id).insert(in: db)
    try door.addToTags(urgent, in: db)  // a single statement, no matter how many tags the item has
  }

  // Queries are typed values; nothing runs before fetch.
  let urgent = Item.where { !$0.done && $0.project.name == "Home" && $0.tags.any { $0.name == "urgent" } }
    .order { ($0.dueAt.descending, $0.title) }
    .limit(20)

  let items = try await store.read { db in try urgent.fetchAll(in: db) }
  return items
}
