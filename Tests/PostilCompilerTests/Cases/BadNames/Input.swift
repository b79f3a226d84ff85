// @table("")
struct Item: Sendable {
  let id: ID
  var a: String  // @column("")
  var b: String  // @column("b\u{0}c")
  var c: String  // @check("c <> ''", name: "")
}

// @table("sqlite_thing")
struct Thing: Sendable {
  let id: ID
}

// @table("JSON_each")
struct Element: Sendable {
  let id: ID
}

// @table
struct PragmaTableInfo: Sendable {
  let id: ID
}

// @table
struct PostilMigration: Sendable {
  let id: ID
}

// @table
// @extension("")
// @extension(pg_trgm)
struct Extended: Sendable {
  let id: ID
}
