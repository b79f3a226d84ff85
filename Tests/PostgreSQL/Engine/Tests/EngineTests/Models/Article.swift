import Foundation
import Postil

/// A row whose words are searched, with values in JSON.
// @table
// @fullText(title, body)
struct Article: Hashable, Sendable {
  struct Source: Codable, Hashable, Sendable {
    var city: String
    var year: Int?
    var isKnown = true
  }

  let id: ID
  var title: String
  var body: String?
  var price: Decimal = 0
  var labels: [String] = []  // @json
  var source: Source = Source(city: "")  // @json
}
