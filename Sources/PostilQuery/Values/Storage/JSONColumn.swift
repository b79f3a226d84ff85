#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column that stores any `Codable` value as JSON text: `{"city":"Oslo","street":"Storgata 1"}`.
///
/// The keys are sorted, so that equal values have equal text and `==` can compare them in the database. Dates have the
/// same form as in columns of dates, `"2026-11-21 08:30:00"`; `Data` is Base64; the numbers that JSON can't represent
/// are `"NaN"`, `"Infinity"` and `"-Infinity"`. A `Set`, and a dictionary that is encoded as an array, are written in
/// the order of their elements' text, also when they are nested in other sets. Inside a struct, they have no defined
/// order, so `==` may find equal values unequal; store a sorted array there instead. The statement throws
/// ``ColumnEncodingError`` for a value whose `encode(to:)` throws.
@frozen
public struct JSONColumn<Value: Codable & Sendable>: ColumnValue {
  /// The value.
  public var _plain: Value

  /// Creates the stored form of a value.
  @inlinable
  public init(_plain plain: Value) { self._plain = plain }

  /// Reads TEXT of JSON.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or JSON that isn't such a value.
  public static func _read(from row: inout some RowReader) throws -> Self {
    let result = try row.readUTF8(of: Value.self) { text in ColumnJSON.value(Value.self, text) }
    switch result {
    case .success(let value): return Self(_plain: value)
    case .failure(let failure): throw row.decodingError(Value.self, reason: failure.reason)
    }
  }

  /// Binds a TEXT.
  public func _bind(to binder: inout some ValueBinder) {
    do {
      try ColumnJSON.data(_plain).withUnsafeBytes { text in binder.bindUTF8(text) }
    } catch {
      binder.fail(error)
    }
  }

  /// The text as a binding. A value that can't be encoded is rejected when a statement binds it.
  public var _boundValue: BoundValue {
    do {
      return .text(String(decoding: try ColumnJSON.data(_plain), as: UTF8.self))
    } catch {
      return .unstorable(error)
    }
  }

  /// Whether both have the same JSON.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs._boundValue == rhs._boundValue }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { hasher.combine(_boundValue) }
}

/// The JSON in columns. All columns use the same configuration, so that a file has a consistent format.
enum ColumnJSON {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dataEncodingStrategy = .base64
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard case .text(let text) = date._boundValue else {
        throw Failure(reason: describe(ColumnEncodingError.dateOutOfRange.description, encoder.codingPath))
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      var text = try container.decode(String.self)
      guard let instant = text.withUTF8({ DateText.instant(UnsafeRawBufferPointer($0)) }) else {
        throw Failure(reason: describe("a date must look like 2026-11-21 08:30:00", container.codingPath))
      }
      return Date(timeIntervalSinceReferenceDate: instant.timeInterval)
    }
    return decoder
  }()

  /// The UTF-8 text of a value.
  /// - Throws: the reason why its `encode(to:)` failed.
  static func data<Value: Encodable>(_ value: Value) throws(ColumnEncodingError) -> Data {
    do {
      return try text(of: value)
    } catch {
      throw ColumnEncodingError(type: "\(Value.self)", reason: reason(error))
    }
  }

  private static func text(of value: any Encodable) throws -> Data {
    if let collection = value as? any UnorderedJSON, let array = try collection.sortedArray(text) { return array }
    return try encoder.encode(value)
  }

  /// The reason why a text can't be decoded as the type.
  struct Failure: Error {
    let reason: String
  }

  /// Decodes a value from UTF-8 text.
  static func value<Value: Decodable>(
    _ type: Value.Type, _ text: UnsafeRawBufferPointer
  ) -> Result<Value, Failure> {
    do {
      return .success(try decoder.decode(type, from: Data(text)))
    } catch {
      return .failure(Failure(reason: "it must be the JSON of the type: \(reason(error))"))
    }
  }

  /// What is wrong and where, without the value itself, which may be private: the descriptions of Foundation's errors contain
  /// it.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.reason
    case EncodingError.invalidValue(let value, let context):
      describe("JSON can't represent the \(type(of: value))", context.codingPath)
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
      describe("expected \(type)", context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      describe("there is no \(name(of: key).map { "'\($0)'" } ?? "such key")", context.codingPath)
    case DecodingError.dataCorrupted(let context):
      describe("invalid JSON, or an invalid value", context.codingPath)
    default: "\(error)"
    }
  }

  private static func describe(_ reason: String, _ path: [any CodingKey]) -> String {
    let place = path.map { key in
      if let index = key.intValue, key.stringValue == "Index \(index)" { return "[\(index)]" }
      return name(of: key) ?? "[…]"
    }.joined(separator: ".")
    return place.isEmpty ? reason : "at '\(place)': \(reason)"
  }

  /// The name of a property; `nil` for the key of a dictionary, which is a value. The keys of properties are enums.
  private static func name(of key: any CodingKey) -> String? {
    Mirror(reflecting: key).displayStyle == .enum ? key.stringValue : nil
  }
}

/// An unordered collection whose JSON is an array. Its elements are sorted by their text, because otherwise the same
/// value would have a different text each time.
protocol UnorderedJSON {
  /// The text of each element, written by `encode`; `nil` if the JSON has its own order.
  func elementTexts(_ encode: (any Encodable) throws -> Data) rethrows -> [Data]?
}

extension Set: UnorderedJSON where Element: Encodable {
  func elementTexts(_ encode: (any Encodable) throws -> Data) rethrows -> [Data]? { try map(encode) }
}

extension Dictionary: UnorderedJSON where Key: Encodable, Value: Encodable {
  /// A dictionary whose keys aren't strings becomes an array in which each key is followed by its value. Source: Swift,
  /// `Dictionary.encode(to:)`; SE-0320.
  func elementTexts(_ encode: (any Encodable) throws -> Data) rethrows -> [Data]? {
    guard Key.self != String.self, Key.self != Int.self, !(Key.self is any CodingKeyRepresentable.Type) else {
      return nil
    }
    return try map { key, value in try encode(key) + Data([0x2C]) + encode(value) }
  }
}

extension UnorderedJSON {
  /// The whole array; `nil` if the JSON has its own order.
  func sortedArray(_ encode: (any Encodable) throws -> Data) rethrows -> Data? {
    guard let texts = try elementTexts(encode) else { return nil }
    var array = Data([0x5B])
    for (index, text) in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
      if index > 0 { array.append(0x2C) }
      array.append(text)
    }
    array.append(0x5D)
    return array
  }
}
