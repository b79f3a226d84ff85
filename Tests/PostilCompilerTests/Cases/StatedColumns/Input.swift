// @table(sql: """
//   CREATE TABLE item (
//     id INTEGER PRIMARY KEY,
//     title TEXT NOT NULL DEFAULT 'x',
//     note TEXT,
//     price TEXT,
//     amount REAL,
//     both INT AS (1) STORED,
//     plain INT,
//     missing INT NOT NULL,
//     optional INT NOT NULL DEFAULT 1
//   )
//   """)
struct Item: Sendable {
  let id: ID
  var title: String?  // @default(sql: "'y'")
  var note: String  // @default(sql: "1")
  var price: Double?
  var amount: Int?
  var both: Int?  // @generated("1")
  var plain: Int?  // @generated("1")
  var pirce: Int?
  var createdAt: Date  // @createdAt @column("note")
}

// @table(sql: "CREATE TABLE computed (id INTEGER PRIMARY KEY, both INT AS (1))")
struct Computed: Sendable {
  let id: ID
  var both: Int?
}

// @table(sql: "CREATE TABLE strict_one (id INTEGER PRIMARY KEY, name TEXT, size INT, made TEXT NOT NULL, edit INT NOT NULL) STRICT")
struct StrictOne: Sendable {
  let id: ID
  var name: Int?
  var size: String?
  let made: Date  // @createdAt
  let edit: Int  // @version
}

// @table(sql: "CREATE TABLE a (id INT PRIMARY KEY)")
struct NotAssigned: Sendable {
  let id: ID
}

// @table(sql: "CREATE TABLE b (x TEXT)")
struct WithoutKey: Sendable {
  let x: String  // @primaryKey
}

// @table(sql: "CREATE TABLE c (x TEXT, y TEXT, PRIMARY KEY (x, y))")
struct PartOfKey: Sendable {
  let x: String  // @primaryKey
  var y: String?
}

// @table(sql: "CREATE TABLE d (x TEXT PRIMARY KEY) WITHOUT ROWID")
struct WithoutRowID: Sendable {
  let id: ID  // @column("rowid")
  var x: String?
}
