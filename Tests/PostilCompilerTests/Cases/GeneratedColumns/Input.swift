// @table
struct Item: Sendable {
  let id: ID
  var price: Int
  var unknown: Int  // @generated("prise * 2")
  var swift: Int  // @generated("dueDay * 2")
  var dueDay: Int
  var random: Int  // @generated("random()")
  var many: Int  // @generated("(SELECT count(*) FROM item)")
  var sum: Int  // @generated("sum(price)", stored)
  var both: Int  // @generated("price", stored, virtual)
  var kept: Int  // @generated("price", persisted)
  var none: Int  // @generated
  var empty: Int  // @generated("")
  var two: Int  // @generated("price; DROP TABLE item")
  var given: Int = 0  // @generated("price")
}
