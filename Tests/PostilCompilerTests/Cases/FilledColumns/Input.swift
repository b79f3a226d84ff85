import Foundation

// @table
struct Item: Sendable {
  let id: ID  // @version
  var count = 0  // @version
  var number: Int8  // @version
  var wide: UInt64  // @version
  var maybe: Int?  // @version
  var madeAt: String  // @createdAt
  var changedAt: Date = .now  // @updatedAt
  var seenAt: Date  // @default(sql: "datetime('now')") @createdAt
  var goneAt: Date  // @softDelete
  var deadAt: String?  // @softDelete
  var bothAt: Date  // @createdAt @updatedAt
  var parentID: Item.ID?  // @references @generated("id")
  var day: DateComponents  // @createdAt @store(as: day)
  var json: Date  // @updatedAt @json
}

// @table
struct Project: Sendable {
  let id: ID
  var version: Int  // @version
  var revision: Int  // @version
  let removedAt: Date?  // @softDelete
  let deletedAt: Date?  // @softDelete
  var cache = 0  // @transient @version
  var total: Int  // @version(1)
}
