import Postil

// @table(sql: """
//   CREATE TABLE ticket (trip_id INTEGER PRIMARY KEY REFERENCES trip (id) ON DELETE CASCADE, price REAL NOT NULL)
//   """)
struct Ticket: Codable, Hashable, Identifiable, Sendable {
  // @references(inverse: ticket, onDelete: cascade) @primaryKey
  let tripID: Trip.ID
  var price: Double
}
