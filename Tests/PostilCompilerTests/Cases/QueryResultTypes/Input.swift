import Foundation

// @table
// @query(sum() -> Decimal?: "SELECT sum(price) FROM line WHERE region = 'north'")
// @query(mean(id: Product.ID) -> Int: "SELECT coalesce(avg(count), 0) FROM line WHERE product_id = :id")
// @query(latest() -> (day: Date, count: Int): "SELECT coalesce(max(sold_at), 0), count(*) FROM line")
// @query(total() -> LineTotal: "SELECT product_id, sum(price) AS total, count(*) AS lines FROM line GROUP BY product_id")
// @query(worth(least: Decimal) -> Decimal: "SELECT price * 2 FROM line WHERE price >= :least")
// The values of parameters that aren't optional are never NULL.
// @query(most(fallback: Decimal) -> Decimal: "SELECT coalesce(max(price), :fallback) FROM line")
// @query(noted(text: String, kinds: [Int]) -> (text: String, count: Int): """
//   SELECT :text AS text, CASE WHEN count IN :kinds THEN :text ELSE count END FROM line WHERE :text <> region
//   """)
// @query(either(text: String?) -> String: "SELECT coalesce(max(region), :text) FROM line")
struct Line: Sendable {
  let id: ID
  var region: String
  var price: Decimal
  var count: Int
  var soldAt: Date
  var isGift: Bool
  var note: String?
  var size: Double
  var extra: SQLValue
  var productID: Product.ID  // @references
}

// @table
struct Product: Sendable {
  let id: ID
  var name: String
}

// @projection
struct LineTotal: Sendable {
  var productID: Product.ID
  var total: Decimal
  var lines: String
}
