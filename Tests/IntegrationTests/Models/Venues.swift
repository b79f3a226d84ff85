import Foundation
import Postil

/// A place for concerts.
// @table
struct Venue: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var address: Address  // @json
  var formerAddress: Address?  // @json
  var labels: [String] = []  // @json
  var settings: [String: String] = [:]  // @json
  var floors: Set<Int> = []  // @json
  var programme: Loadable<[String]> = .loading  // @json

  struct Address: Codable, Hashable, Sendable {
    var city: String
    var zip: String?
    var geo: Geo
    var entrance: Geo?
    var lines: [String] = []
    var kind: Kind = .hall
    var openedAt: Date?
    var isOpen = true

    enum CodingKeys: String, CodingKey {
      case city, geo, entrance, lines, kind, openedAt, isOpen
      case zip = "zip-code"
    }
  }

  struct Geo: Codable, Hashable, Sendable {
    var latitude: Double
    var longitude: Double
  }

  enum Kind: String, Codable, Sendable {
    case hall, club
  }

  enum Loadable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    case loading
    case loaded(Value)
  }
}
