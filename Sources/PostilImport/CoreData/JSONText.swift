import Foundation
import PostilQuery

/// Writes property list values as the JSON text of `@json` columns: without white space, with sorted keys.
enum JSONText {
  /// The type of a JSON column, as far as its values can be written for it.
  indirect enum Shape: Hashable, Sendable {
    case string, integer, double, boolean, uuid, url, date, data
    case array(Shape)
    case dictionary(Shape)
    /// A struct, by the keys of its properties.
    case object([Member])
    /// An enum with associated values, by its cases.
    case choice([Member])
    case optional(Shape)

    struct Member: Hashable, Sendable {
      var name: String
      var shape: Shape
    }

    /// The Swift type; `nil` for a struct.
    var swiftType: String? {
      switch self {
      case .string: "String"
      case .integer: "Int"
      case .double: "Double"
      case .boolean: "Bool"
      case .uuid: "UUID"
      case .url: "URL"
      case .date: "Date"
      case .data: "Data"
      case .array(let element): element.swiftType.map { "[\($0)]" }
      case .dictionary(let element): element.swiftType.map { "[String: \($0)]" }
      case .optional(let wrapped): wrapped.swiftType.map { "\($0)?" }
      case .object, .choice: nil
      }
    }
  }

  /// The shapes that an archive without a known type may have.
  static let guesses: [Shape] =
    [.string, .integer, .double].map { .array($0) } + [.string, .integer, .double].map { .dictionary($0) }

  /// The text; `nil` if the value doesn't have this shape.
  static func text(_ value: PropertyListValue, _ shape: Shape) -> String? {
    switch (shape, value) {
    case (.optional, .null): return "null"
    case (.optional(let wrapped), _): return text(value, wrapped)
    case (.string, .string(let text)): return text.json
    case (.integer, .integer(let number)): return "\(number)"
    case (.double, .integer(let number)): return "\(number)"
    case (.double, .real(let number)): return number.isFinite ? "\(number)" : nil
    case (.boolean, .boolean(let flag)): return "\(flag)"
    case (.boolean, .integer(let number)): return number == 0 ? "false" : number == 1 ? "true" : nil
    case (.uuid, .string(let text)): return UUID(uuidString: text).map { $0.uuidString.json }
    case (.url, .string(let text)): return URL(string: text) == nil ? nil : text.json
    // The default of 'JSONEncoder' is the number of seconds since 2001.
    case (.date, .date(let seconds)), (.date, .real(let seconds)): return date(seconds)
    case (.date, .integer(let seconds)): return date(Double(seconds))
    case (.data, .data(let bytes)): return Data(bytes).base64EncodedString().json
    case (.data, .string(let text)): return Data(base64Encoded: text) == nil ? nil : text.json
    case (.array(let element), .array(let values)):
      let texts = values.map { text($0, element) }
      return texts.contains(nil) ? nil : "[" + texts.compactMap(\.self).joined(separator: ",") + "]"
    case (.dictionary(let element), .dictionary(let values)):
      let texts = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { entry in
        text(entry.value, element).map { entry.key.json + ":" + $0 }
      }
      return texts.contains(nil) ? nil : "{" + texts.compactMap(\.self).joined(separator: ",") + "}"
    case (.choice(let cases), .dictionary(let values)):
      // Source: Swift evolution, SE-0295.
      guard values.count == 1, let (name, payload) = values.first, let found = cases.first(where: { $0.name == name })
      else { return nil }
      return text(payload, found.shape).map { "{\(name.json):\($0)}" }
    case (.object(let members), .dictionary(let values)):
      guard values.keys.allSatisfy({ key in members.contains { $0.name == key } }) else { return nil }
      var texts: [String] = []
      for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        let value = values[member.name] ?? .null
        if value == .null, case .optional = member.shape { continue }
        guard let text = text(value, member.shape) else { return nil }
        texts.append(member.name.json + ":" + text)
      }
      return "{" + texts.joined(separator: ",") + "}"
    default: return nil
    }
  }

  private static func date(_ seconds: Double) -> String? {
    guard case .text(let bytes)? = StoredForm.cell(Date(timeIntervalSinceReferenceDate: seconds)) else { return nil }
    return String(decoding: bytes, as: UTF8.self).json
  }
}
