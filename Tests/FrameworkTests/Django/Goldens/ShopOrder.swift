import Foundation
import Postil

// Import notes for 'shop_order':
// - 'placed_at' is 'String', because a 'Date' can't represent every timestamp of this database: '2024-02-03
//   04:05:06.070809' in 'auth_user.last_login' would be written back as '2024-02-03 04:05:06.070809007'
// - 'created_at' is set by the database, because Django sets such columns; if the program sets it, write 'var' and
//   remove the annotation

// @table(sql: """
//   CREATE TABLE "shop_order" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "placed_at" datetime NOT NULL, "note" text NOT NULL, "created_at" datetime NOT NULL)
//   """)
// @index(userID, name: "shop_order_user_id_00aba627")
struct ShopOrder: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: shopOrders, onDelete: noAction)
  var userID: AuthUser.ID
  var placedAt: String
  var note: String
  let createdAt: Date  // @createdAt
}
