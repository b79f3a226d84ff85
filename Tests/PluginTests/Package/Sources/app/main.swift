import Collisions
import Corners
import Diary
import Isolated
import Plans
import Postil
import Tasks

// Tests/PluginTests/run compares what this prints.
let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
let titles = try store.write { db in
  let item = try Item.Draft(title: "Oil the door").insert(in: db)
  try item.addToTags(try Tag.Draft(name: "home").insert(in: db), in: db)
  return try Item.where { $0.tags.any { $0.name == "home" } }.fetchAll(in: db).map { summary(of: $0) }
}
print("items:", titles)
print("tables:", TasksSchema.tables.map(\.name).sorted())

let shelf = try Shelf()
try await shelf.add("Emma", by: "Jane Austen")
try await shelf.load(.novel)
print("spines:", shelf.spines)

print("collisions:", try collide())
print("corners:", try walk())
print("plans:", try days(of: "Oil the door"))

// The rest works on a file, whose path is given with what to write there.
if CommandLine.arguments.count == 3 {
  do {
    print("diary:", try remember(CommandLine.arguments[2], in: CommandLine.arguments[1]))
  } catch {
    print("diary:", error)
  }
}
