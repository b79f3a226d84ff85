import Foundation

/// Values with few and with all parts.
extension Span {
  static let start = Date(timeIntervalSince1970: 1_763_463_600)
  static let ticket = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  static let bare = Span(from: start, ticket: ticket, tags: [])
  static let full = Span(
    note: "cold", from: start, to: start.addingTimeInterval(0.25), day: DateComponents(year: 2026, month: 11, day: 18),
    ticket: ticket, samples: [1, 65535], tags: ["a", "it's"], extra: ["x": 1],
    camp: Camp(moonrise: start, equipment: Equipment(tents: 2, stove: "gas"), readings: [0.5, -1]))
}
