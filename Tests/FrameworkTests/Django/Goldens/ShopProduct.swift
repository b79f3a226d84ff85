import Foundation
import Postil

// Import notes for 'shop_product':
// - 'created_at', 'updated_at' are set by the database, because Django sets such columns; if the program sets them,
//   write 'var' and remove the annotation

// @table(sql: """
//   CREATE TABLE "shop_product" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "sku" char(32) NOT NULL UNIQUE, "name" varchar(200) NOT NULL, "price" decimal NOT NULL, "stock" integer unsigned NOT NULL CHECK ("stock" >= 0), "attributes" text NOT NULL CHECK ((JSON_VALID("attributes") OR "attributes" IS NULL)), "available_from" date NULL, "created_at" datetime NOT NULL, "updated_at" datetime NOT NULL)
//   """)
struct ShopProduct: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var sku: String  // @unique
  var name: String
  var price: Double
  var stock: Int
  var attributes: String
  var availableFrom: DateComponents?  // @store(as: day)
  let createdAt: Date  // @createdAt
  let updatedAt: Date  // @updatedAt
}
