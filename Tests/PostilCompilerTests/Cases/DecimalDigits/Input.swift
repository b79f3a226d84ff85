// @table
struct Item: Sendable {
  let id: ID
  var price: Decimal  // @decimal(10, 2)
  var share: Decimal?  // @decimal(2, 2)
  var pieces: Decimal  // @decimal(10)
  var money: Money  // @decimal(12, 4)
  var title: String  // @decimal(10, 2)
  var rate: Double  // @decimal(10, 2)
  var wide: Decimal  // @decimal(39, 2)
  var none: Decimal  // @decimal(0)
  var deep: Decimal  // @decimal(3, 4)
  var more: Decimal  // @decimal(3, 2, 1)
  var below: Decimal  // @decimal(3, -1)
  var broken: Decimal  // @decimal(3.5)
  var named: Decimal  // @decimal(precision: 3)
  var empty: Decimal  // @decimal
  var large: Decimal  // @decimal(3, 1) @default(sql: "'1.25'")
  var fits: Decimal  // @decimal(3, 1) @default(sql: "'1.5'")
  var bounds: Bounds  // @embedded @decimal(3, 1)
}

struct Money: RawRepresentable, Hashable, Sendable {
  var rawValue: Decimal
}

struct Bounds: Sendable {
  var least: Decimal  // @decimal(5, 1)
  var title: String  // @decimal(5, 1)
}

// @table(sql: "CREATE TABLE old (id INTEGER PRIMARY KEY, price TEXT COLLATE decimal)")
struct Old: Sendable {
  let id: ID
  var price: Decimal?  // @decimal(10, 2)
}

// @view("SELECT id, price FROM item")
struct Price: Sendable {
  var id: Item.ID
  var price: Decimal  // @decimal(10, 2)
}
