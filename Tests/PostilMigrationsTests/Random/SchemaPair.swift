import PostilSQLite
import PostilSchema

/// Two schemas, mostly the same one before and after some changes, with a database of each.
struct SchemaPair {
  var old: Blueprint
  var new: Blueprint
  var oldSchema: Schema
  var newSchema: Schema
  /// A database of the old schema, with rows.
  var database: Database
  /// A database of the new schema, without rows.
  var fresh: Database

  /// A random pair; `nil` if it isn't one that the compiler and SQLite accept, such as a table that cannot have its key.
  /// - Parameter prepare: called with both schemas before their databases are made.
  init?(_ random: inout Generator, _ prepare: (Schema) -> Schema = { $0 }) throws {
    var nextID = 0
    let old = Blueprint.random(&random, &nextID)
    var new = old
    let isOther = random.once(in: 5)
    if isOther {
      new = Blueprint.random(&random, &nextID)
    } else {
      for _ in 0..<(1 + random.below(5)) { new.change(&random, &nextID) }
    }
    // The compiler refuses a note with a name that something else has.
    guard isOther || !new.reusesNames(of: old) else { return nil }
    (self.old, self.new) = (old, new)
    (oldSchema, newSchema) = (prepare(old.schema()), prepare(new.schema(former: isOther ? nil : old)))
    (database, fresh) = (try Database(), try Database())
    do {
      try database.run(oldSchema.script().text)
      try fresh.run(newSchema.script().text)
    } catch { return nil }
    try old.fill(database, &random)
  }
}
