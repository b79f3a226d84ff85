// @table("x\"; DROP TABLE item; --\n")
// @index(a, name: "i\u{0}")
struct Item: Sendable {
  let id: ID
  var a: Int  // @column("a\"); --\0") @collate("x\"\n")
}
