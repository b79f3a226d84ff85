import Foundation
import PostilQuery
import PostilRows
import PostilSQL
import PostilSchema

/// The primary key that follows from the label of a row: always the same, so that the next run finds the row again.
enum LabelKey {
  /// Integers are in a range that neither assigned keys nor those that people write reach, and fit in 32 bits.
  static let integers: Range<Int64> = 1_000_000_000..<2_000_000_000

  /// The value of the key; `nil` if the type has no value for every label.
  static func value(of label: String, in column: ModelColumn, of table: ModelTable) -> SQLValue? {
    let name = "\(table.swiftName)/\(label)"
    switch column.type {
    case .text:
      // The label is the key itself, unless only the cases of an enum are.
      return try? column.value(ofCell: .string(label))
    case .integer(let bits) where bits >= 32 && column.form != .enum: return .integer(integer(name))
    case .unsignedInteger(let bits) where bits >= 32 && column.form != .enum: return .integer(integer(name))
    case .uuid, .uuidBytes: return try? column.value(ofCell: .string(uuid(name)))
    default: return nil
    }
  }

  private static func integer(_ name: String) -> Int64 {
    let hash = UInt64(Fingerprint.hexadecimal(of: name), radix: 16) ?? 0
    return integers.lowerBound + Int64(hash % UInt64(integers.count))
  }

  /// A UUID with bits of one's own. Source: RFC 9562, section 5.8.
  private static func uuid(_ name: String) -> String {
    var digits = Array(Fingerprint.hexadecimal(of: name) + Fingerprint.hexadecimal(of: "\(name)/uuid"))
    digits[12] = "8"
    digits[16] = "a"
    for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
    return String(digits)
  }
}
