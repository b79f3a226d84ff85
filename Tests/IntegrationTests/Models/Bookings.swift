import Foundation
import Postil

/// A room for readers to meet in.
// @table
struct ReadingRoom: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

/// The use of a room; no two bookings of a room overlap.
// @table
// @exclude(roomID, startsAt..<endsAt, where: "cancelled = 0")
struct Booking: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var startsAt: Date
  var endsAt: Date?
  var cancelled = false

  // @references(inverse: bookings)
  let roomID: ReadingRoom.ID
}
