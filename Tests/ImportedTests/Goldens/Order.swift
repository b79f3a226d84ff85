import Foundation
import Postil

// Import notes for 'orders':
// - 'payload' is declared 'JSON', which has numeric affinity: SQLite stores a text of digits as a number, which
//   'String' can't read

// @table(sql: """
//   CREATE TABLE orders (
//     id INTEGER PRIMARY KEY AUTOINCREMENT, -- given by the database
//     /* who bought */
//     customer_id INTEGER REFERENCES tblCustomers DEFERRABLE INITIALLY DEFERRED,
//     status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'paid', 'in transit', 'default')),
//     created_at INTEGER NOT NULL DEFAULT (strftime('%s', 'now')),
//     shipped_on DATE,
//     is_gift BOOLEAN NOT NULL DEFAULT 0,
//     payload JSON,
//     doubled INTEGER NOT NULL AS (id * 2) STORED,
//     label TEXT GENERATED ALWAYS AS ('#' || id) VIRTUAL
//   )
//   """)
// @index(customerID, name: "ix_orders_customer")
// @manyToMany(tags: Tag, through: OrderTag, inverse: orders)
// @trigger("AFTER UPDATE OF status, is_gift", when: "NEW.status <> OLD.status", do: """
//   INSERT INTO log ("message text", level) VALUES (NEW.status, CASE WHEN NEW.is_gift THEN 2 ELSE 1 END);
//   UPDATE "order details" SET "2nd" = "2nd" + 1 WHERE "order id" = NEW.id
//   """, name: "trg_status")
struct Order: Codable, Hashable, Identifiable, Sendable {
  /// given by the database
  let id: ID
  /// who bought
  // @references(inverse: orders, onDelete: noAction)
  var customerID: Customer.ID?
  var status: Status  // @default(sql: "'new'")
  var createdAt: Date  // @store(as: unixSeconds) @default(sql: "strftime('%s', 'now')")
  var shippedOn: DateComponents?  // @store(as: day)
  var isGift: Bool  // @default(sql: "0")
  var payload: String?
  let doubled: Int  // @generated("id * 2", stored)
  let label: String?  // @generated("'#' || id")

  enum Status: String, Codable, Sendable {
    case new
    case paid
    case inTransit = "in transit"
    case `default`
  }
}
