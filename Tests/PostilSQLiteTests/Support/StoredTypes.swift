import Foundation
import PostilQuery

extension UnixSeconds: CellValue { static var cellTable: String { "integers" } }
extension UnixMilliseconds: CellValue { static var cellTable: String { "integers" } }
extension ISO8601Milliseconds: CellValue { static var cellTable: String { "texts" } }
extension SQLValue: CellValue { static var cellTable: String { "anys" } }
extension ReferenceDate: CellValue { static var cellTable: String { "reals" } }
extension JulianDay: CellValue { static var cellTable: String { "reals" } }
extension CalendarDay: CellValue { static var cellTable: String { "texts" } }
extension UUIDBytes: CellValue { static var cellTable: String { "blobs" } }
extension Packed: CellValue { static var cellTable: String { "blobs" } }
extension JSONColumn: CellValue { static var cellTable: String { "texts" } }
extension Decimal: CellValue { static var cellTable: String { "decimals" } }
extension Duration: CellValue { static var cellTable: String { "integers" } }
extension URL: CellValue { static var cellTable: String { "texts" } }
extension Date: CellValue { static var cellTable: String { "texts" } }
extension UUID: CellValue { static var cellTable: String { "texts" } }

/// An enum without raw values. Its conformance is written as generated code is.
enum Mood: CaseNameColumnValue, CellValue {
  case happy
  case sad

  static var cellTable: String { "texts" }

  init?(caseName: String) {
    switch caseName {
    case "happy": self = .happy
    case "sad": self = .sad
    default: return nil
    }
  }

  var caseName: String {
    switch self {
    case .happy: "happy"
    case .sad: "sad"
    }
  }
}

/// A type of one's own over an integer.
struct Color: ColumnRepresentable, CellValue {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  static var cellTable: String { "integers" }

  struct OutOfRange: Error, CustomStringConvertible {
    let description = "a colour has 24 bits"
  }

  init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  init(stored: Int) throws {
    guard 0...0xFFFFFF ~= stored else { throw OutOfRange() }
    self.init(red: UInt8(stored >> 16), green: UInt8(stored >> 8 & 0xFF), blue: UInt8(stored & 0xFF))
  }

  var stored: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
}

/// A type of one's own over a storage type.
struct Moment: ColumnRepresentable, CellValue {
  var date: Date

  static var cellTable: String { "integers" }

  init(date: Date) { self.date = date }
  init(stored: UnixMilliseconds) { date = stored._plain }
  var stored: UnixMilliseconds { UnixMilliseconds(_plain: date) }
}

/// An amount of money over a decimal number.
struct Money: ColumnRepresentable, CellValue {
  var amount: Decimal

  static var cellTable: String { "decimals" }

  init(amount: Decimal) { self.amount = amount }
  init(stored: Decimal) { amount = stored }
  var stored: Decimal { amount }
}
