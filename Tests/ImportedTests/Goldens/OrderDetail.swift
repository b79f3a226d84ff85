import Postil

// @table(sql: """
//   CREATE TABLE "order details" (
//     "order id" INTEGER NOT NULL, "line no." INTEGER NOT NULL, "unit price" DECIMAL(10,2) NOT NULL, "class" TEXT,
//     "select" TEXT, "🎵" TEXT, "日本" TEXT, "2nd" INT,
//     PRIMARY KEY ("order id", "line no."),
//     FOREIGN KEY ("order id") REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE
//   ) WITHOUT ROWID
//   """)
// @index(unitPrice.descending, #"lower("class")"#, where: #""2nd" > 0"#, name: "idx details")
struct OrderDetail: Codable, Hashable, Identifiable, Sendable {
  // @references(inverse: orderDetails, onDelete: cascade) @primaryKey @column("order id")
  let orderID: Order.ID
  let lineNo: Int  // @primaryKey @column("line no.")
  var unitPrice: Double  // @column("unit price")
  var `class`: String?
  var select: String?
  var column: String?  // @column("🎵")
  var 日本: String?
  var column2nd: Int?  // @column("2nd")
}
