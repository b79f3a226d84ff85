import Foundation

// SQLite accepts the tables, and then rejects every row, or returns values that no property of the type can hold.
// @table
// @check("title LIKE 'a%' ESCAPE 'ab'")
// @check("json_extract(title, '$[') IS NULL", name: "path")
// @check("title MATCH 'x'", name: "match")
// @check("abs(-9223372036854775807 - 1) > count", name: "overflow")
// @check("datetime(title, 'local' || 'time') IS NULL", name: "zone")
// @check("load_extension(title) > 1", name: "extension")
// @index(title, where: "title > datetime('no' || 'w')")
// @index("json_extract(title, 'x')")
struct Item: Sendable {
  let id: ID
  var title: String
  var count: Int
  var text: Int  // @generated("title || 'x'")
  var half: Int  // @generated("count + 0.5", stored)
  var name: String?  // @generated("json_set(title, '$[', 1)", stored)
  var size: Data  // @generated("length(title)")
}

// These depend on the row.
// @table
// @check("json_extract(payload, '$.a') IS NULL AND title > 'x'")
// @check("(title || '') = title AND kind = 'b'", name: "same")
// @index("json_extract(title, '$.a')")
// @functions(slug)
struct Event: Sendable {
  let id: ID
  var title: String
  var kind: Kind
  var payload: [String: Int]  // @json
  var anything: SQLValue
  var bytes: Data
  var price: Decimal
  var at: Date
  var a: Int  // @generated("json_extract(payload, '$.a')")
  var b: Int?  // @generated("title -> '$.a'", stored)
  var c: Double  // @generated("price * 2")
  var d: Decimal  // @generated("price * 2")
  var e: Date  // @generated("datetime(at, '+1 day')")
  var f: Int  // @generated("strftime('%Y', at)")
  var g: Data  // @generated("substr(bytes, 1, 2)")
  var h: String  // @generated("slug(title)")
  var i: UInt64  // @generated("length(title)")
  var j: Bool  // @generated("title = ''")
  var k: Double  // @generated("length(title)")
}

enum Kind: String, Sendable {
  case a, b
}
