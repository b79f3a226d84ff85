import Foundation
import Postil

/// A recording that is for sale.
// @table
struct Recording: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var price: Decimal
  var reducedPrice: Decimal?
  var page: URL
  var preview: URL?
  var length: Duration
  var pause: Duration?
  var checksums: [UInt64] = []  // @store(as: packed)
}
