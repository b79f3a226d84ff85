import Postil

let store = try SQLiteStore.inMemory(schema: RemindersSchema.self)
let reminder = try store.write { db in try Reminder.Draft(title: "Oil the door").insert(in: db) }
let found = try store.read { db in try Reminder.where { $0.title == "Oil the door" }.fetchOnly(in: db) }
precondition(found == reminder)
print("\(found.title)")
