import Foundation
import Postil
import Testing

/// What jOOQ's manual shows in "SQL building" and "SQL execution".
@Suite("As in jOOQ")
struct JOOQTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("Row value expressions: row(a, b).lt(c, d)")
  func rowValues() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { SQL.tuple($0.stock, $0.cents).isLess(than: 5, 600) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE (stock, cents) < (5, 600) ORDER BY id", in: db))
      expect(
        try Product.where { SQL.tuple($0.stock, $0.cents).isAtLeast(5, 600) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE (stock, cents) >= (5, 600) ORDER BY id", in: db))
    }
  }

  @Test("isDistinctFrom, isNotDistinctFrom: comparisons in which missing values are equal")
  func distinctFrom() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.details.color == $0.category.name || $0.rating != 1.5 }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          LEFT JOIN category c ON c.id = t.category_id
          WHERE json_extract(details, '$.color') IS c.name OR rating IS NOT 1.5 ORDER BY t.id
          """, in: db))
    }
  }

  @Test("qualify: a condition on a window function; a filtered Window (Django), a subquery (SQLAlchemy)")
  func qualify() throws {
    try store.read { (db) throws in
      let placed = Product.select {
        Placed.Columns(
          name: $0.name, group: $0.category.name,
          place: SQL.rank().over(partitionBy: $0.categoryID, orderBy: $0.cents.descending))
      }
      expect(
        try placed.where { $0.place == 1 && $0.group != nil }.order { $0.name }.fetchAll(in: db).map(\.name),
        try RawSQL(
          """
          SELECT name FROM product p WHERE category_id IS NOT NULL AND cents = (SELECT max(cents) FROM product
            WHERE category_id = p.category_id) ORDER BY name
          """
        ).as(String.self).fetchAll(in: db))
    }
  }

  @Test("limit().withTies(): also the rows that are equal to the last one")
  func withTies() throws {
    try store.read { (db) throws in
      let placed = Line.select {
        Placed.Columns(
          name: $0.product.name, group: nil as String?, place: SQL.rank().over(orderBy: $0.quantity.descending))
      }
      expect(
        try placed.where { $0.place <= 3 }.order { $0.name }.fetchAll(in: db).map(\.name),
        try RawSQL(
          """
          SELECT p.name FROM line l JOIN product p ON p.id = l.product_id
          WHERE quantity >= (SELECT quantity FROM line ORDER BY quantity DESC LIMIT 1 OFFSET 2) ORDER BY p.name
          """
        ).as(String.self).fetchAll(in: db))
    }
  }

  @Test("groupBy(rollup()), groupingSets; rollup, cube (SQLAlchemy); awkward: a union of queries")
  func rollup() throws {
    try store.read { (db) throws in
      let products = Product.where { $0.category != nil }
      let groups = products.group { $0.category.name }.select { ($0.category.name, $0.cents.sum()) }
      expect(
        try groups.unionAll(products.select { (nil as String?, $0.cents.sum()) }).order { name, _ in name }
          .fetchAll(in: db),
        try RawSQL(
          """
          SELECT c.name AS n, sum(cents) FROM product p JOIN category c ON c.id = p.category_id GROUP BY c.name
          UNION ALL SELECT NULL, sum(cents) FROM product WHERE category_id > 0 ORDER BY n
          """
        ).as(String?.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test("pivot: a column for each value of another")
  func pivot() throws {
    try store.read { (db) throws in
      expect(
        try Purchase.group { $0.customerID }.order { $0.customerID }.select {
          (
            $0.customer.name, SQL.count().filter($0.status == .open), SQL.count().filter($0.status == .paid),
            SQL.count().filter($0.status == .sent)
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT c.name, sum(status = 'open'), sum(status = 'paid'), sum(status = 'sent')
          FROM purchase p JOIN customer c ON c.id = p.customer_id GROUP BY c.id ORDER BY c.id
          """
        ).as(String.self, Int.self, Int.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("generateSeries; generate_series (SQLAlchemy): numbers, also those for which there are no rows")
  func series() throws {
    try store.read { (db) throws in
      let numbers = Number.recursive(from: Number.row(Number.Columns(value: 0))) { above in
        above.where { $0.value < 5 }.select { Number.Columns(value: $0.value + 1) }
      }
      expect(
        try numbers.order { $0.value }.select { number in
          (number.value, SQL.scalar(Line.where { $0.quantity == number.value }.select { _ in SQL.count() }) ?? 0)
        }.fetchAll(in: db),
        try RawSQL(
          """
          WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 5)
          SELECT x, (SELECT count(*) FROM line WHERE quantity = x) FROM n ORDER BY x
          """
        ).as(Int.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("jsonTable, unnest: elements of an array as rows; json_each (SQLAlchemy)")
  func unnest() throws {
    try store.read { (db) throws in
      expect(
        try Product.joinEach { $0.labels.elements }.group { _, label in label.value }
          .order { _, label in label.value }.select { product, label in (label.value, SQL.count(), product.cents.max())
          }
          .fetchAll(in: db),
        try RawSQL(
          "SELECT e.value, count(*), max(cents) FROM product p, json_each(p.labels) e GROUP BY e.value ORDER BY 1"
        ).as(String.self, Int.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test("divideBy: relational division, rows that are related to all of some rows")
  func division() throws {
    try store.read { (db) throws in
      let few = Product.where { $0.id <= Product.ID(2) }
      expect(
        try Customer.where { customer in
          !few.where { product in
            !Line.where { $0.productID == product.id && $0.purchase.customerID == customer.id }.exists()
          }.exists()
        }.order { $0.id }.fetchAll(in: db),
        try Customer.byHand(
          """
          WHERE 2 = (SELECT count(DISTINCT product_id) FROM line l JOIN purchase p ON p.id = l.purchase_id
            WHERE p.customer_id = t.id AND product_id <= 2) ORDER BY id
          """, in: db))
    }
  }

  @Test("gt(all(select())), eq(any(select())): comparisons with all rows of a query")
  func quantified() throws {
    try store.read { (db) throws in
      let saws = Product.where { $0.category.name == "Saws" }
      expect(
        try Product.where { $0.cents > SQL.scalar(saws.select { $0.cents.max() }) ?? 0 }.order { $0.id }.fetchAll(
          in: db),
        try Product.byHand(
          """
          WHERE NOT EXISTS (SELECT 1 FROM product s JOIN category c ON c.id = s.category_id
            WHERE c.name = 'Saws' AND s.cents >= t.cents) ORDER BY id
          """, in: db))
      expect(
        try Product.where { $0.stock.in(saws.select { $0.stock }) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          "WHERE stock IN (SELECT stock FROM product WHERE category_id = 4) ORDER BY id", in: db))
    }
  }

  @Test("into(POJO); asRequest(of:) (GRDB), Scan (ent): results in structs of one's own")
  func structs() throws {
    try store.read { (db) throws in
      let found: [ProductLine] = try Product.select {
        ProductLine.Columns(name: $0.name, category: $0.category.name, purchases: $0.purchases.count)
      }.where { $0.purchases > 2 }.order { $0.name }.fetchAll(in: db)
      expect(
        found.map { ($0.name, $0.category, $0.purchases) },
        try RawSQL(
          """
          SELECT p.name, c.name, count(*) FROM product p LEFT JOIN category c ON c.id = p.category_id
          JOIN line l ON l.product_id = p.id GROUP BY p.id HAVING count(*) > 2 ORDER BY p.name
          """
        ).as(String.self, String?.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("Arithmetic with missing values: a sum, a quotient and a concatenation that are null")
  func nullArithmetic() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select {
          ($0.rating * 2, $0.cents / $0.stock, $0.details.color + "-" + $0.sku, ($0.rating ?? 0) - 1)
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT rating * 2, cents / stock, json_extract(details, '$.color') || '-' || sku, coalesce(rating, 0) - 1.0
          FROM product ORDER BY id
          """
        ).as(Double?.self, Int?.self, String?.self, Double.self).fetchAll(in: db))
    }
  }

  @Test("using, on with several conditions, and a condition on the joined table; FilteredRelation (Django)")
  func joinConditions() throws {
    try store.read { (db) throws in
      expect(
        try Customer.leftJoin(rows: Review.where { $0.stars < 3 }) { $0.id == $1.customerID && $1.product.stock > 0 }
          .order { ($0.id, $1.id) }.select { ($0.name, $1.stars) }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT c.name, r.stars FROM customer c LEFT JOIN (SELECT r.* FROM review r JOIN product p ON p.id = r.product_id
            WHERE r.deleted_at IS NULL AND stars < 3 AND p.stock > 0) AS r ON r.customer_id = c.id ORDER BY c.id, r.id
          """
        ).as(String.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test("jsonSet: a part of a JSON value is set")
  func jsonPart() throws {
    try store.write { (db) throws in
      try Product.where { $0.sku == "P1" }.update(in: db) {
        [$0.details.size.width.set(9), $0.details.color.set("green")]
      }
      #expect(
        try RawSQL("SELECT details FROM product WHERE sku = 'P1'").as(String.self).fetchOnly(in: db)
          .contains(#""size":{"height":2,"width":9}"#))
      #expect(try Product.where { $0.details.color == "green" }.fetchOnly(in: db).sku == "P1")
    }
  }
}
