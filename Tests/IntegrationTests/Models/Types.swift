import Foundation
import Postil

// @table
struct Specimen: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var flag: Bool
  var int8: Int8
  var uint8: UInt8
  var int16: Int16
  var uint16: UInt16
  var int32: Int32
  var uint32: UInt32
  var int64: Int64
  var uint64: UInt64
  var double: Double
  var float: Float
  var text: String
  var data: Data
  var bytes: [UInt8]
  var date: Date
  var uuid: UUID
  var level: Level
  var state: State
  var price: Cents
  var note: String?

  enum Level: Int, Codable, Sendable {
    case low = 10
    case high = 20
  }

  enum State: String, Codable, Sendable {
    case new
    case done = "finished"
  }

  struct Cents: RawRepresentable, Codable, Hashable, Sendable {
    let rawValue: Int64
  }
}
