import Foundation
import Postil

// Models whose tables are partitioned on PostgreSQL.

// @table
struct Station: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

// @unique(serial, measuredAt)
// @fullText(note)
// @trigger("AFTER DELETE", do: "INSERT INTO discarded (number) VALUES (OLD.number)")
/// What a station measured.
// @table
// @partitioned(by: measuredAt, each: month)
struct Measurement: Hashable, Sendable {
  let number: Int  // @primaryKey
  let measuredAt: Date  // @primaryKey
  // @index @check("value < 1000")
  var value: Double
  var serial: Int?
  var note = ""
  var twice: Double  // @generated("value * 2", stored)

  // @references(inverse: measurements, onDelete: cascade)
  var stationID: Station.ID
}

/// The number of a measurement that was deleted.
// @table
struct Discarded: Hashable, Identifiable, Sendable {
  let id: ID
  var number: Int
}

// @table
struct Alarm: Hashable, Identifiable, Sendable {
  let id: ID
  var text: String

  // @references(inverse: alarms, onDelete: cascade)
  var measurementID: Measurement.ID
}

/// The people who came on a day.
// @table
// @partitioned(by: day, each: week)
struct Visit: Hashable, Sendable {
  // @primaryKey @store(as: day)
  let day: DateComponents
  let door: Int  // @primaryKey
  var people: Int
}

// @table
// @partitioned(by: tenant, into: 3)
struct Bill: Hashable, Sendable {
  let tenant: Int  // @primaryKey
  let number: Int  // @primaryKey
  var total: Int
}

/// A tape, whose sound is read and written in parts.
// @table
// @partitioned(by: id, into: 2)
// @lazy(sound: Data?)
struct Tape: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
}
