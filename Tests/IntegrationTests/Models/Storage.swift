import Foundation
import Postil

/// A visit to a museum.
// @table
struct Visit: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var day: DateComponents  // @store(as: day)
  var enteredAt: Date  // @store(as: unixSeconds)
  var leftAt: Date?  // @store(as: unixMilliseconds)
  var sunrise: Date  // @store(as: julianDay)
  var ticket: UUID  // @store(as: blob)
  var steps: [UInt16] = []  // @store(as: packed)
  var mood: Mood = .curious
  var wristband: Wristband?

  enum Mood: Codable, Sendable {
    case bored, curious, delighted
  }
}

/// A colour, stored as one number.
struct Wristband: ColumnRepresentable, Codable {
  var red, green, blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  init(stored: Int32) throws {
    guard (0...0xFF_FFFF).contains(stored) else { throw OutOfRange() }
    self.init(red: UInt8(stored >> 16), green: UInt8(stored >> 8 & 0xFF), blue: UInt8(stored & 0xFF))
  }

  var stored: Int32 { Int32(red) << 16 | Int32(green) << 8 | Int32(blue) }

  struct OutOfRange: Error {}
}

// @table
struct Passport: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @store(as: blob)
  var number: String  // @unique

  // @manyToMany(visas: Visa, inverse: passports)

  struct ID: RawRepresentable, Codable, Hashable, Sendable {
    let rawValue: UUID
  }
}

// @table
struct Stamp: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var country: String

  // @references(inverse: stamps, onDelete: cascade)
  var passportID: Passport.ID
}

// @table
struct Visa: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var country: String
}

// @table
struct Reading: Codable, Hashable, Sendable {
  let sensor: String  // @primaryKey
  let takenAt: Date  // @primaryKey @store(as: unixMilliseconds)
  var value: Double
}
