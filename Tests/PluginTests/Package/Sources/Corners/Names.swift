import Postil

/// Properties with the names of what every model can do, and with words that Swift reads otherwise where it can.
// @table
// @allow(reservedName, reason: "names that need quotes are what is tried here")
struct Naming: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var find = ""
  var fetch = ""
  var `where` = ""  // @column("where_")
  var order = ""  // @column("order_")
  var insert = ""  // @column("insert_")
  var update = ""  // @column("update_")
  var save = ""
  var delete = ""  // @column("delete_")
  var all = ""  // @column("all_")
  var table = ""  // @column("table_")
  var rowStatements = ""
  var uniqueKeys = ""  // @unique
  var upsert = ""
  var bindColumns = ""
  var bindUpdate = ""
  var `init` = ""
  var `get` = ""
  var `await` = ""
}

/// A key of such words.
// @table
struct WordKey: Codable, Hashable, Sendable {
  let `get`: String  // @primaryKey
  let `inout`: Int  // @primaryKey
  let `two words`: Int  // @primaryKey
  var `await`: String
}

/// The operations are those of every model, whatever the properties are called.
func name(in db: some WriteTransaction) throws {
  let naming = try Naming.Draft(update: "on").insert(in: db)
  try naming.update(in: db)
  try naming.save(in: db)
  try Naming.Draft().upsert(on: { $0.uniqueKeys }, in: db)
  _ = try Naming.where { $0.where == "" && $0.update == "on" }.order { $0.order }.fetchAll(in: db)
  let key = try WordKey.Draft(get: "", `inout`: 1, `two words`: 2, await: "").insert(in: db)
  _ = try WordKey.find(key.id, in: db)
  try Naming.find(naming.id, in: db).delete(in: db)
}
