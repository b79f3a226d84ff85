// @table
// @exclude(roomID, startsAt..<endsAt)
// @exclude(roomID, seat, number...last, where: "cancelled = 0", name: "booking_numbers")
// @exclude(roomID)
// @exclude
// @exclude(roomID, startsAt..<endsAt, startsAt..<endsAt)
// @exclude(roomID.descending, startsAt..<endsAt)
// @exclude("lower(title)", startsAt..<endsAt)
// @exclude(room, startsAt..<endsAt)
// @exclude(roomID, startsAt..<endAt)
// @exclude(roomID, room_id...ends_at)
// @exclude(roomID, startsAt..<number)
// @exclude(roomID, weight..<heaviest)
// @exclude(roomID, startsAt..<startsAt)
// @exclude(roomID, begins..<endsAt)
// @exclude(startsAt, startsAt..<endsAt)
// @exclude(title, startsAt..<endsAt)
// @exclude(labels, startsAt..<endsAt)
// @exclude(span, startsAt..<endsAt)
// @exclude(roomID, span..<endsAt)
// @exclude(roomID, startsAt..<endsAt, name: "booking_numbers")
// @exclude(roomID, startsAt..<endsAt, where: "canceled = 0")
struct Booking: Sendable {
  let id: ID
  // @references
  var roomID: Room.ID
  var startsAt: Date
  var endsAt: Date?
  var begins: Date?
  var number: Int
  var last: Int
  var seat: String
  var weight: Double
  var heaviest: Double
  var title: String  // @collate(nocase)
  var labels: [String]  // @json
  var span: Span  // @embedded
  var cancelled = false
}

struct Span: Sendable {
  var low: Int
  var high: Int
}

// @table
struct Room: Sendable {
  let id: ID
}

// @table
// @exclude(startsAt..<endsAt)
struct Deleted: Sendable {
  let id: ID
  var startsAt: Date
  var endsAt: Date
  let deletedAt: Date?  // @softDelete
}

// @table
// @exclude(startsAt..<endsAt, where: "deleted_at IS NULL")
struct Kept: Sendable {
  let id: ID
  var startsAt: Date
  var endsAt: Date  // @exclude(startsAt..<endsAt)
  let deletedAt: Date?  // @softDelete
}

// @table(sql: "CREATE TABLE old (id INTEGER PRIMARY KEY, low INTEGER NOT NULL, high INTEGER)")
// @exclude(low..<high)
struct Old: Sendable {
  let id: ID
  var low: Int
  var high: Int?
}
