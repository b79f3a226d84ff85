import Foundation
import Postil
import PostilTestSupport

/// A stretch of time, whose parts are stored in forms of their own.
struct Span: Codable, Hashable, Sendable {
  var note: String?
  var from: Date  // @store(as: unixSeconds)
  var to: Date?  // @store(as: unixMilliseconds)
  var day: DateComponents?  // @store(as: day)
  var ticket: UUID  // @store(as: blob)
  var samples: [UInt16] = []  // @store(as: packed)
  var tags: [String]  // @json
  var extra: [String: Int]?  // @json
  var camp: Camp?  // @embedded
}

/// Where a night is spent.
struct Camp: Codable, Hashable, Sendable {
  var moonrise: Date?  // @store(as: julianDay)
  var equipment: Equipment  // @json
  var readings: [Double]?  // @store(as: packed)
}

/// What is in a camp.
struct Equipment: Codable, Hashable, Sendable {
  var tents: Int
  var stove: String?
}

/// A way through the mountains.
// @table
struct Expedition: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var span: Span  // @embedded
  var reserve: Span?  // @embedded
  var heights: [Int32]?  // @store(as: packed)
}

/// The expeditions in the order of their days.
// @view("""
//   SELECT id, name AS title, span_note, span_from, span_to, span_day, span_ticket, span_samples, span_tags, span_extra,
//     span_camp_moonrise, span_camp_equipment, span_camp_readings,
//     reserve_camp_moonrise, reserve_camp_equipment, reserve_camp_readings
//   FROM expedition ORDER BY span_from
//   """)
struct Plan: Codable, Hashable, Sendable {
  let id: Expedition.ID
  let title: String
  let span: Span  // @embedded
  let camp: Camp?  // @embedded(prefix: "reserve_camp_")
}

/// A painter's material, with types from another module.
// @table
struct Paint: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var hue: Hue  // @store(as: integer) @check("hue BETWEEN 0 AND 359")
  var shade: Shade?  // @store(as: text) @index
  var weight: Weight  // @store(as: real)
  var seal: PostilTestSupport.Seal?  // @store(as: blob)
}
