import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE seat (
//     id INTEGER PRIMARY KEY, flight_day TEXT, flight_number INT, place TEXT NOT NULL,
//     UNIQUE (flight_number, place) ON CONFLICT REPLACE,
//     FOREIGN KEY (flight_day, flight_number) REFERENCES flight (day, number)
//   )
//   """)
// @references(flight: Flight, from: flightNumber, flightDay, inverse: seats, onDelete: noAction, unindexed)
// @unique(flightNumber, place)
struct Seat: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var flightDay: DateComponents?  // @store(as: day)
  var flightNumber: Int?
  var place: String
}
