// @table
struct Item: Sendable {
  let id: ID  // @default(sql: "1")
  var a: Int = 1  // @default(sql: "2")
  var b: Int  // @default(sql: "'text'")
  var c: String  // @default(sql: "title")
  var d: Int8  // @default(sql: "300")
  var e: Kind  // @default(sql: "'c'")
  var f: Int  // @default(sql: "NULL")
  var g: Int  // @default(sql: "(SELECT 1)")
}

enum Kind: String, Sendable {
  case a, b
}
