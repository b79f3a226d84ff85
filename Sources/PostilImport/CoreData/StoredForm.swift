import Foundation
import PostilQuery

/// A way to read the values of a Core Data column and to store them in a column of Postil's.
enum StoredForm: Hashable {
  case boolean
  case integer(bits: Int, isSigned: Bool)
  case double, float, decimal, string, url
  /// Seconds since 2001, as text.
  case date
  /// Seconds since 2001, unchanged, for dates outside of the years 0 to 9999.
  case referenceDate
  /// 16 bytes, as text.
  case uuid
  case data
  /// Bytes with a leading 1, or a leading 2 and the name of a file.
  case externalData
  /// A keyed archive, a property list or JSON.
  case json(JSONText.Shape, type: String)
  /// A raw value of an enum: its type, and the values as they are stored.
  case rawValue(type: String, texts: [String], integers: [Int64])
  /// The number of the entity, as its name.
  case entityName([Int64: String], type: String)
  /// Any value, unchanged.
  case any

  /// The type of the property.
  var type: SwiftType {
    switch self {
    case .boolean: SwiftType("Bool")
    case .integer(let bits, let isSigned): SwiftType((isSigned ? "Int" : "UInt") + (bits == 64 ? "" : "\(bits)"))
    case .double: SwiftType("Double")
    case .float: SwiftType("Float")
    case .decimal: SwiftType("Decimal")
    case .string: SwiftType("String")
    case .url: SwiftType("URL")
    case .date: SwiftType("Date")
    case .referenceDate: SwiftType("Date", as: "referenceDate")
    case .uuid: SwiftType("UUID")
    case .data, .externalData: SwiftType("Data")
    case .json(_, let type), .rawValue(let type, _, _), .entityName(_, let type): SwiftType(type)
    case .any: SwiftType("SQLValue")
    }
  }

  /// Whether the property is annotated with `@json`.
  var isJSON: Bool { if case .json = self { true } else { false } }

  /// The value to store.
  /// - Returns: `nil` if the value doesn't have this form.
  func stored(_ cell: StoredCell, files: ExternalFiles) -> StoredCell? {
    switch (self, cell) {
    case (_, .null): return .null
    case (.any, _): return cell
    case (.boolean, .integer(let value)): return value == 0 || value == 1 ? cell : nil
    case (.integer(let bits, let isSigned), .integer(let value)): return Self.integer(value, bits, isSigned)
    case (.double, .real), (.float, .real): return cell
    case (.double, .integer(let value)), (.float, .integer(let value)): return .real(Double(value).bitPattern)
    case (.decimal, .integer(let value)): return Self.cell(Decimal(value))
    case (.decimal, .real(let bits)): return Self.decimal("\(Double(bitPattern: bits))")
    case (.decimal, .text(let bytes)): return Self.decimal(String(decoding: bytes, as: UTF8.self))
    case (.string, .text(let bytes)): return String(utf8: bytes) == nil ? nil : cell
    case (.url, .text(let bytes)): return Self.url(bytes)
    case (.date, .integer), (.date, .real): return Self.seconds(cell).flatMap { Self.date($0) }
    case (.referenceDate, .integer), (.referenceDate, .real):
      return Self.seconds(cell).flatMap { $0.isFinite ? .real($0.bitPattern) : nil }
    case (.uuid, .blob(let bytes)): return Self.uuid(bytes)
    case (.uuid, .text(let bytes)):
      return UUID(uuidString: String(decoding: bytes, as: UTF8.self)).flatMap { Self.cell($0) }
    case (.data, .blob): return cell
    case (.externalData, .blob(let bytes)): return files.value(bytes)
    case (.json(let shape, _), .blob(let bytes)):
      return (ArchivedValue(bytes).value ?? JSONBytes.value(of: bytes)).flatMap { JSONText.text($0, shape) }.map {
        .text(Array($0.utf8))
      }
    case (.rawValue(_, let texts, _), .text(let bytes)):
      return texts.contains(String(decoding: bytes, as: UTF8.self)) ? cell : nil
    case (.rawValue(_, _, let integers), .integer(let value)): return integers.contains(value) ? cell : nil
    case (.rawValue(_, let texts, let integers), .blob(let bytes)):
      // SwiftData archives an enum that isn't a plain raw value.
      switch ArchivedValue(bytes).value {
      case .string(let text)?: return texts.contains(text) ? .text(Array(text.utf8)) : nil
      case .integer(let value)?: return integers.contains(value) ? .integer(value) : nil
      default: return nil
      }
    case (.entityName(let names, _), .integer(let value)): return names[value].map { .text(Array($0.utf8)) }
    default: return nil
    }
  }

  /// The cell that the runtime writes for a value; `nil` if it can't store the value.
  static func cell<Value: ColumnValue>(_ value: Value) -> StoredCell? {
    var binder = SampleBinder()
    value._bind(to: &binder)
    return binder.value
  }

  private static func integer(_ value: Int64, _ bits: Int, _ isSigned: Bool) -> StoredCell? {
    switch (bits, isSigned) {
    case (8, true): Int8(exactly: value) == nil ? nil : .integer(value)
    case (16, true): Int16(exactly: value) == nil ? nil : .integer(value)
    case (32, true): Int32(exactly: value) == nil ? nil : .integer(value)
    case (8, false): UInt8(exactly: value) == nil ? nil : .integer(value)
    case (16, false): UInt16(exactly: value) == nil ? nil : .integer(value)
    case (32, false): UInt32(exactly: value) == nil ? nil : .integer(value)
    // Core Data stores the bits of a number above 'Int64.max'.
    case (_, false): cell(UInt64(bitPattern: value))
    default: .integer(value)
    }
  }

  private static func decimal(_ text: String) -> StoredCell? {
    guard text.wholeMatch(of: /[+-]?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?|[+-]?[0-9]+\./) != nil else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).flatMap { $0.isNaN ? nil : cell($0) }
  }

  private static func url(_ bytes: [UInt8]) -> StoredCell? {
    guard let text = String(utf8: bytes), let url = URL(string: text), url.absoluteString == text
    else { return nil }
    return cell(url)
  }

  private static func seconds(_ cell: StoredCell) -> Double? {
    switch cell {
    case .integer(let value): Double(value)
    case .real(let bits): Double(bitPattern: bits)
    default: nil
    }
  }

  private static func date(_ seconds: Double) -> StoredCell? {
    cell(Date(timeIntervalSinceReferenceDate: seconds))
  }

  private static func uuid(_ bytes: [UInt8]) -> StoredCell? {
    guard bytes.count == 16 else { return nil }
    let uuid = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    return cell(UUID(uuid: uuid))
  }
}

/// The values of attributes that allow external storage, in files beside the store.
///
/// Such a value begins with a byte 1, followed by the data, or with a byte 2, followed by the name of a file and a zero byte.
struct ExternalFiles {
  let folder: URL

  /// The name of the file; `nil` if the data follow the first byte, or if the value isn't in this form.
  static func fileName(_ bytes: [UInt8]) -> String? {
    guard bytes.first == 2, let text = String(utf8: bytes.dropFirst().prefix { $0 != 0 }),
      text.wholeMatch(of: /[0-9A-Za-z-]+/) != nil
    else { return nil }
    return text
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Whether the value refers to a file that doesn't exist.
  func isMissing(_ bytes: [UInt8]) -> Bool {
    Self.fileName(bytes).map { !FileManager.default.fileExists(atPath: path($0)) } ?? false
  }

  /// The data, or the reference itself if its file is missing.
  func value(_ bytes: [UInt8]) -> StoredCell? {
    if bytes.first == 1 { return .blob(Array(bytes.dropFirst())) }
    guard let name = Self.fileName(bytes) else { return nil }
    guard let data = FileManager.default.contents(atPath: path(name)) else { return .blob(bytes) }
    return .blob([UInt8](data))
  }
}
