import Postil

// @table(sql: """
//   CREATE TABLE "shop_order_products" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "order_id" bigint NOT NULL REFERENCES "shop_order" ("id") DEFERRABLE INITIALLY DEFERRED, "product_id" bigint NOT NULL REFERENCES "shop_product" ("id") DEFERRABLE INITIALLY DEFERRED)
//   """)
// @unique(orderID, productID, name: "shop_order_products_order_id_product_id_2e5a6c4f_uniq")
// @index(orderID, name: "shop_order_products_order_id_8a1b5bd8")
// @index(productID, name: "shop_order_products_product_id_2f8a0f4b")
struct ShopOrderProduct: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: shopOrderProducts, onDelete: noAction)
  var orderID: ShopOrder.ID
  // @references(inverse: shopOrderProducts, onDelete: noAction)
  var productID: ShopProduct.ID
}
