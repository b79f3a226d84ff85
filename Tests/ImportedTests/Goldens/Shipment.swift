import Foundation
import Postil

// @view("SELECT id, shipped_on FROM orders WHERE shipped_on IS NOT NULL")
struct Shipment: Hashable, Sendable {
  let orderNumber: Order.ID
  let day: DateComponents?  // @store(as: day)
}
