import Foundation
import Postil
import Testing

/// What ent's documentation shows under "Schema", "Mutations" and "Edges", with what others have of it.
@Suite("As in ent: schema")
struct EntSchemaTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("Immutable fields; attr_readonly (Rails): a column that no update changes")
  func immutable() throws {
    try store.write { (db) throws in
      var json = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(Product.find(Product.ID(1), in: db)))
          as? [String: Any])
      json["sku"] = "other"
      json["stock"] = 3
      let product = try JSONDecoder().decode(Product.self, from: JSONSerialization.data(withJSONObject: json))
      try product.update(in: db)
      expect(
        try RawSQL("SELECT sku, stock FROM product WHERE id = 1").as(String.self, Int.self).fetchAll(in: db),
        [("P0", 3)])
    }
  }

  @Test("Sensitive fields; filter_attributes (Rails), omit (Prisma): values that are neither printed nor encoded")
  func sensitive() throws {
    try store.read { (db) throws in
      let profile = try Profile.find(Customer.ID(1), in: db)
      #expect("\(profile)".contains("Bio 0") && "\(profile)".contains("(secret)"))
      #expect(try !String(decoding: JSONEncoder().encode(profile), as: UTF8.self).contains("password"))
      #expect(try Profile.where { $0.password == "x" }.count(in: db) == 3)
    }
  }

  @Test("ByLinesCount, ByNeighborTerms; ordering by aggregates of associations (GRDB, Rails, Django)")
  func orderByNeighbors() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { ($0.lines.sum { $0.quantity }.descending, $0.lines.max { $0.purchase.placedAt }, $0.id) }
          .fetchAll(in: db),
        try Product.byHand(
          """
          ORDER BY (SELECT sum(quantity) FROM line WHERE product_id = t.id) DESC, (SELECT max(placed_at) FROM purchase p
            JOIN line l ON l.purchase_id = p.id WHERE l.product_id = t.id), t.id
          """, in: db))
    }
  }

  @Test("A traversal with conditions on each step, and an aggregate at its end")
  func traversalAggregate() throws {
    try store.read { (db) throws in
      let lines = Customer.where { $0.address.city == "Oslo" }.related { $0.purchases.where { $0.status != .open } }
        .related { $0.lines }
      expect(
        [try lines.select { $0.quantity.sum() }.fetchOnly(in: db)],
        try RawSQL(
          """
          SELECT sum(quantity) FROM line l JOIN purchase p ON p.id = l.purchase_id JOIN customer c ON c.id = p.customer_id
          WHERE c.address_city = 'Oslo' AND p.status <> 'open'
          """
        ).as(Int?.self).fetchAll(in: db))
    }
  }
}
