import Foundation
import Postil

extension Specimen {
  /// A draft with a value of every type.
  static var example: Draft {
    Draft(
      flag: true, int8: .min, uint8: .max, int16: .min, uint16: .max, int32: .min, uint32: .max, int64: .min,
      uint64: .max, double: -0.5, float: .greatestFiniteMagnitude, text: "Ünïcode \(smallestScalar) ☃",
      data: Data([0, 255]),
      bytes: [], date: Date(timeIntervalSince1970: 1_795_000_000.25),
      uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), level: .high, state: .done,
      price: Cents(rawValue: 995))
  }
}
