// @table
struct Item: Sendable {
  let id: ID
  var a: String  // @check("1); DROP TABLE item; --")
  var b: String  // @check("b <> ''; DELETE FROM item")
  var c: String  // @check("c <> '' --")
  var d: String  // @check("d <> '' /* hm */")
  var e: String  // @check("(e <> ''")
  var f: String  // @check("f <> '")
  var g: String  // @check("g = ?1 OR g = :name")
  var h: String  // @check("")
  var i: String  // @check("i <> '\0'")
  var j: String  // @check("1) OR (1")
}
