import Postil

// @table
struct Item: Sendable {
  let id: ID
  var name: String
  var done: Bool
  var number: Int?
  var weight: Double?
  var at: Date
}

// @view("SELECT name, count(*) FROM item GROUP BY done")
struct A: Sendable { var name: String; var count: Int }

// @view("SELECT name AS n, row_number() OVER w FROM item WHERE n <> '' WINDOW w AS (ORDER BY id)")
struct B: Sendable { var name: String; var count: Int }

// @view("SELECT name AS n, 1 FROM item WHERE n <> ''")
struct C: Sendable { var name: String; var count: Int }

// @view("WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 5) SELECT '', n FROM x")
struct D: Sendable { var name: String; var count: Int }

// @view("""
//   SELECT DISTINCT name,
//     number   FROM item
//   ORDER BY   weight
//   """)
struct E: Sendable { var name: String; var count: Int? }

// @view("SELECT item.name, 1 FROM item NATURAL JOIN item AS other")
struct F: Sendable { var name: String; var count: Int }

// @view("SELECT strftime('%W', at), total(weight) FROM item")
struct H: Sendable { var name: String?; var total: Double }

// @view("SELECT * FROM (SELECT id, name FROM item) WHERE name = 1")
struct I: Sendable { var id: Item.ID; var name: String }
