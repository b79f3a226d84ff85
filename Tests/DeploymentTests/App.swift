import Postil

// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @check("length(title) > 0")
}

@main
struct App {
  static func main() throws {
    let store = try SQLiteStore.inMemory(schema: appSchema.self)
    try store.write { db in _ = try Item.Draft(title: "Oil the door").insert(in: db) }
    print(try store.read { db in try Item.where { $0.title != "" }.fetchAll(in: db).map(\.title) })
  }
}
