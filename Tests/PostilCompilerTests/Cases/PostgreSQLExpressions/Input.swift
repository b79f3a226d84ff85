import Postil

// @table
// @check("name > 5")
// @check("json_extract(data, name) = 1")
// @check("data ->> name = '1'")
// @check("at > 'tomorrow'")
// @check("done = 2")
// @check("quote(weight) = '1'")
// @check("char(number) = 'a'")
// @check("weight % 2 = 0")
// @check("name COLLATE rtrim = 'a'")
// @check("substr(weight, 1) = 'a'")
// @check("rowid > 0")
// @check("instr(name, weight) > 0")
// @check("name GLOB name || '*'")
// @check("name || weight <> ''")
// @check("CAST(weight AS TEXT) > '0'")
// @check("done IN ()")
// @check("number > 0 AND length(name)")
// @check("date(at, 'weekday 1') > '2026-01-01'")
// @index("strftime('%Y', at)")
// @index("printf('%d', number)")
struct Item: Sendable {
  let id: ID
  var name: String  // @default(sql: "lower(hex(randomblob(4)))")
  var other: String  // @collate(german)
  var space: String  // @collate(rtrim)
  var done: Bool
  var number: Int?
  var weight: Double?
  var at: Date  // @default(sql: "'now'")
  var data: [Int]  // @json
  var xmin: Int
  let made: String  // @generated("strftime('%Y-%m', at)")
}
