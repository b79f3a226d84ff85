import Foundation
import Postil

enum Mood: String, Codable, Sendable { case calm, wild }

struct Address: Codable, Hashable, Sendable {
  var street: String
  var number: Int?
}

/// A row of every type that a column can have.
// @table
struct Specimen: Hashable, Sendable {
  let id: ID
  var name: String
  var nick: String = ""  // @collate(nocase)
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var count: Int?
  var half: Float = 0
  var number: Double = 0
  var done = false
  var data: Data = Data()
  var at: Date
  // @store(as: unixSeconds)
  var seconds: Date?
  var day: DateComponents?  // @store(as: day)
  var length: Duration?
  var price: Decimal?
  var key: UUID?
  var moods: [Mood] = []  // @json
  var address: Address?  // @json
  var mood: Mood = .calm
}

/// A row whose numbers have a limited number of digits.
// @table
struct Price: Hashable, Sendable {
  let id: ID
  var amount: Decimal  // @decimal(10, 2)
  var share: Decimal?  // @decimal(2, 2)
  var pieces: Decimal = 0  // @decimal(38)
}

/// A row with arrays, which PostgreSQL stores as such.
// @table
// @check("json_array_length(numbers) < 6")
struct Basket: Codable, Hashable, Sendable {
  let id: ID
  var name: String  // @unique
  var labels: [String] = []  // @json(array) @index
  var numbers: [Int]?  // @json(array)
  var small: [Int32?] = [1, nil]  // @json(array)
  var weights: [Double] = []  // @json(array)
  var halves: [Float]?  // @json(array)
  var flags: [Bool] = []  // @json(array)
  var keys: Set<UUID> = []  // @json(array)
  var tags: [Tag.ID] = []  // @json(array)
  var words: [String]  // @json(array) @default(sql: "'[\"a, b\",\"{c}\",\"\\\"\\\\\",\"NULL\"]'")
  var count: Int  // @generated("json_array_length(labels)", stored)
}

/// A row whose ranges don't overlap those of other rows.
// @table
// @exclude(room, from..<to)
// @exclude(room, seat, first...last, where: "cancelled = 0", name: "stay_seats")
// @exclude(day...lastDay, where: "is_holiday", name: "stay_holidays")
struct Stay: Hashable, Sendable {
  let id: ID
  var room: String?
  var from: Date
  var to: Date?
  var seat: UUID
  var first: Int32
  var last: Int32
  var cancelled = false
  var day: DateComponents  // @store(as: day)
  var lastDay: DateComponents  // @store(as: day)
  var isHoliday = false
}

/// A row whose key is a UUID, with an order of its own for its parts.
// @table
struct Device: Hashable, Sendable {
  struct ID: RawRepresentable, Hashable, Codable, Sendable {
    let rawValue: UUID
    init(rawValue: UUID) { self.rawValue = rawValue }
  }
  let id: ID
  var name: String
  // @manyToMany(peers: Device, ordered)
}
