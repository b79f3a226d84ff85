import Foundation
import Postil
import Testing

/// Docs/Modeling.md: ranges that don't overlap, and the error in Docs/Errors.md.
@Suite("Ranges that don't overlap")
struct ExclusionTests {
  private let store: SQLiteStore
  private let room: ReadingRoom

  init() throws {
    store = try temporaryStore()
    room = try store.write { db in try ReadingRoom.Draft(name: "Attic").insert(in: db) }
  }

  private func hour(_ hour: Int) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + 3600 * Double(hour)) }

  @Test("A booking that overlaps another one is refused as documented")
  func refused() throws {
    let (room, start, end) = (room, hour(10), hour(12))
    func book() throws -> Booking? {
      do {
        return try store.write { db in
          try Booking.Draft(startsAt: start, endsAt: end, roomID: room.id).insert(in: db)
        }
      } catch ConstraintViolation.exclusion(name: "booking_room_id_starts_at_ends_at_excl") {
        return nil  // somebody else has the room then
      }
    }
    #expect(try book() != nil)
    #expect(try book() == nil)
    let error = try #require(throws: ConstraintViolation.self) {
      try store.write { db in try Booking.Draft(startsAt: hour(11), roomID: room.id).insert(in: db) }
    }
    try Document("Errors").expectShows(error)
  }

  @Test("A booking can begin when another one ends, and at any time in another room or if it is cancelled")
  func taken() throws {
    try store.write { db in
      let other = try ReadingRoom.Draft(name: "Hall").insert(in: db)
      let first = try Booking.Draft(startsAt: hour(10), endsAt: hour(12), roomID: room.id).insert(in: db)
      _ = try Booking.Draft(startsAt: hour(12), roomID: room.id).insert(in: db)
      _ = try Booking.Draft(startsAt: hour(8), endsAt: hour(10), roomID: room.id).insert(in: db)
      _ = try Booking.Draft(startsAt: hour(11), endsAt: hour(13), roomID: other.id).insert(in: db)
      var cancelled = try Booking.Draft(startsAt: hour(9), endsAt: hour(11), cancelled: true, roomID: room.id)
        .insert(in: db)
      cancelled.cancelled = false
      #expect(throws: ConstraintViolation.exclusion(name: "booking_room_id_starts_at_ends_at_excl")) {
        try db.savepoint { try cancelled.update(in: db) }
      }
      var moved = first
      moved.endsAt = hour(11)
      _ = try moved.update(in: db)
      moved.endsAt = nil
      #expect(throws: ConstraintViolation.exclusion(name: "booking_room_id_starts_at_ends_at_excl")) {
        try db.savepoint { try moved.update(in: db) }
      }
      #expect(throws: ConstraintViolation.check(name: "booking_starts_at_ends_at_check")) {
        try db.savepoint {
          try Booking.Draft(startsAt: hour(30), endsAt: hour(29), roomID: other.id).insert(in: db)
        }
      }
      #expect(try room.bookings.count(in: db) == 4)
    }
  }
}
