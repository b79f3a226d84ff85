import Foundation

// @table
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

// @view("SELECT product_id, sum(price) AS total, avg(count) AS mean FROM line GROUP BY product_id")
struct ProductTotal: Sendable {
  // @references
  var productID: Product.ID
  var total: Decimal
  var mean: Int?
}

// @view("SELECT least || '' AS least, least * 2 AS twice FROM right_results")
struct TwiceTheLeast: Sendable {
  var least: String?
  var twice: String?
}

// @view("SELECT name, total(price) AS total FROM line JOIN product ON product.id = product_id WHERE region = 'south' GROUP BY name")
struct SouthTotal: Sendable {
  var name: String
  var total: Decimal
}

// @view("SELECT region, postil_decimal_sum(price) AS total, postil_decimal_average(price) AS mean, postil_decimal_sum(price) FILTER (WHERE is_gift) AS gifts, postil_decimal_sum(price) OVER (ORDER BY id) AS running FROM line GROUP BY region, id")
struct ExactTotal: Sendable {
  var region: String
  var total: Decimal
  var mean: Decimal
  var gifts: Decimal?
  var running: Decimal
}

// @view("SELECT min(price) AS least, coalesce(max(price), '0') AS most, sum(size) AS size, total(count) AS total, count(*) AS count FROM line")
struct RightResults: Sendable {
  var least: Decimal?
  var most: Decimal
  var size: Double?
  var total: Double
  var count: Int
}

// @view("SELECT upper(region) AS region, date(sold_at) AS day, extra, coalesce(extra, 1) AS other, max(is_gift) AS is_gift, count * 2 AS number, note || 'x' AS note FROM line GROUP BY 1")
struct AlsoRightResults: Sendable {
  var region: String
  var day: DateComponents  // @store(as: day)
  var extra: SQLValue
  var other: SQLValue
  var isGift: Bool
  var number: Double
  var note: String?
}
