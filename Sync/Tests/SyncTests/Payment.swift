import Foundation
import Postil

/// A row with values that PostgreSQL stores in types of its own.
// @table
// @sync
struct Payment: Identifiable, Equatable, Sendable {
  let id: UUID
  var token: UUID  // @store(as: blob)
  var at: Date  // @store(as: iso8601Milliseconds)
  var due: Date
  var day: DateComponents  // @store(as: day)
  var amount: Decimal
  var number: UInt64
  var rate: Float
  var labels: [String]  // @json(array)
  var isPaid = false
}
