// @table
struct Item: Sendable {
  let id: ID
  var a: String  // @default(sql: "1), b INTEGER DEFAULT (2")
  var b: String  // @default(sql: "'x'); DROP TABLE item; --")
  var c: String  // @default(sql: "1 --")
}
