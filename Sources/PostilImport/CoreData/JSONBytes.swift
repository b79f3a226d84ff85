import Foundation

/// Reads JSON as the value of a property list.
enum JSONBytes {
  /// The value; `nil` if the bytes aren't a JSON array or object.
  static func value(of bytes: [UInt8]) -> PropertyListValue? {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes)).value
  }

  private struct Value: Decodable {
    let value: PropertyListValue

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let flag = try? container.decode(Bool.self) {
        value = .boolean(flag)
      } else if let number = try? container.decode(Int64.self) {
        value = .integer(number)
      } else if let number = try? container.decode(Double.self) {
        value = .real(number)
      } else if let text = try? container.decode(String.self) {
        value = .string(text)
      } else if let list = try? container.decode([Value].self) {
        value = .array(list.map(\.value))
      } else {
        value = .dictionary(try container.decode([String: Value].self).mapValues(\.value))
      }
    }
  }
}
