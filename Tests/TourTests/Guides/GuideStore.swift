import Postil

/// The rows that guides for users of other libraries begin with.
enum GuideStore {
  /// A project with two items.
  static func open() throws -> (SQLiteStore, Project, [Item]) {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    let (home, items) = try store.write { db in
      let home = try Project.Draft(name: "Home").insert(in: db)
      let drafts = ["Oil the door", "Paint the fence"].map { Item.Draft(title: $0, projectID: home.id) }
      return (home, try drafts.map { try $0.insert(in: db) })
    }
    return (store, home, items)
  }
}
