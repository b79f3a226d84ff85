import Postil

// @view("""
//   SELECT o.id, c.strName AS who, o.status, count(d."line no.") AS "number of lines"
//     FROM orders o LEFT JOIN tblCustomers c ON c.CustomerID = o.customer_id LEFT JOIN "order details" d ON d."order id" = o.id
//     WHERE o.status <> 'new' GROUP BY o.id
//   """, name: "paid orders", unlisted)
struct PaidOrder: Hashable, Sendable {
  let id: Order.ID
  let who: String?
  let status: Order.Status
  let numberOfLines: Int?  // @column("number of lines")
}
