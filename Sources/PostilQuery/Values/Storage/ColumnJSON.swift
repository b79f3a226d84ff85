#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON that columns hold; one configuration for all of them, so that a file has one form.
enum ColumnJSON {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dataEncodingStrategy = .base64
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard case .text(let text) = date.binding else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: ColumnEncodingError.dateOutOfRange.description))
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
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a date must look like 2026-11-21 08:30:00")
      }
      return Date(timeIntervalSinceReferenceDate: instant.timeInterval)
    }
    return decoder
  }()

  /// The UTF-8 text of a value.
  /// - Throws: why its `encode(to:)` failed.
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

  /// Why a text is no such value.
  struct Failure: Error {
    let reason: String
  }

  /// The value of a UTF-8 text.
  static func value<Value: Decodable>(
    _ type: Value.Type, _ text: UnsafeRawBufferPointer
  ) -> Result<Value, Failure> {
    do {
      return .success(try decoder.decode(type, from: Data(text)))
    } catch {
      return .failure(Failure(reason: "it must be the JSON of the type: \(reason(error))"))
    }
  }

  /// What is wrong and where, without the value itself, which may be private.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context): describe(context.debugDescription, context.codingPath)
    case DecodingError.typeMismatch(_, let context): describe(context.debugDescription, context.codingPath)
    case DecodingError.valueNotFound(_, let context): describe(context.debugDescription, context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      describe("there is no '\(key.stringValue)'", context.codingPath)
    case DecodingError.dataCorrupted(let context): describe(context.debugDescription, context.codingPath)
    default: "\(error)"
    }
  }

  private static func describe(_ reason: String, _ path: [any CodingKey]) -> String {
    let place = path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
    return place.isEmpty ? reason : "at '\(place)': \(reason)"
  }
}
