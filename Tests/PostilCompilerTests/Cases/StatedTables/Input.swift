// @table("Albums", sql: "CREATE TABLE Album (id INTEGER PRIMARY KEY)")
struct Album: Sendable {
  let id: ID
}

// @table(sql: "CREATE TABEL a (id)")
struct Misspelt: Sendable {
  let id: ID
}

// @table(sql: "CREATE TABLE a (id INTEGER PRIMARY KEY); DROP TABLE a")
struct Several: Sendable {
  let id: ID
}

// @table(sql: "CREATE TABLE a (id INTEGER PRIMARY KEY")
struct Unfinished: Sendable {
  let id: ID
}

// @table(sql: """
//   CREATE TABLE b (
//     id INTEGER PRIMARY KEY,
//     title TEXT CHECK (lenght(title) > 0)
//   )
//   """)
struct Unknown: Sendable {
  let id: ID
  var title: String?
}

// @table(sql: "CREATE TABLE c (id INTEGER PRIMARY KEY, title TEXT)")
// @check("title <> ''")
// @singleton
struct Adding: Sendable {
  let id: ID
  var title: String?  // @collate(nocase)
}

// @table(sql: "CREATE TABLE d (id INTEGER PRIMARY KEY)")
// @hasMany(members: Member, inverse: owner, ordered)
struct Owner: Sendable {
  let id: ID
}

// @table(sql: "CREATE TABLE e (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES d (id))")
struct Member: Sendable {
  let id: ID
  // @references(onDelete: noAction)
  var ownerID: Owner.ID
}

// @table(sql: "CREATE TABLE [Order] (id INTEGER PRIMARY KEY)")
struct First: Sendable {
  let id: ID
}

// @table(sql: "CREATE TABLE 'order' (id INTEGER PRIMARY KEY)")
struct Second: Sendable {
  let id: ID
}

// @table(sql: """
//   CREATE TABLE event (
//     id INTEGER PRIMARY KEY,
//     starts_at TEXT DEFAULT CURRENT_TIMESTAMP CHECK (starts_at < datetime('now')),
//     ends_at TEXT DEFAULT (datetime('now')),
//     chance INTEGER CHECK (chance <> random()),
//     CONSTRAINT "past" CHECK (ends_at < date(starts_at, 'localtime'))
//   )
//   """)
struct Event: Sendable {
  let id: ID
  var startsAt: String?
  var endsAt: String?
  var chance: Int?
}
