import Foundation
import Postil

/// The program that both packages build: it stores a project, an item and a tag, and asks for them.
@main
struct Tasks {
  static func main() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try SQLiteStore(path: path, schema: TasksSchema.self)
    try store.write { db in
      let home = try Project.Draft(name: "Home").insert(in: db)
      let urgent = try Tag.Draft(name: "urgent").insert(in: db)
      let door = try Item.Draft(title: "Oil the door", dueAt: .now, projectID: home.id).insert(in: db)
      try door.addToTags(urgent, in: db)
    }
    let late = Item.where { !$0.done && $0.project.name == "Home" && $0.tags.any { $0.name == "urgent" } }
    for item in try store.read({ db in try late.fetchAll(in: db) }) { print(item.title) }
  }
}
