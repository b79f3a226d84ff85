#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A collection without an order, whose JSON is an array: its elements are written in the order of their own texts, or the same
/// value would be another text each time.
protocol UnorderedJSON {
  /// The texts of the elements, each of which is written by `encode`; `nil` where the JSON has an order of its own.
  func elementTexts(_ encode: (any Encodable) throws -> Data) rethrows -> [Data]?
}

extension Set: UnorderedJSON where Element: Encodable {
  func elementTexts(_ encode: (any Encodable) throws -> Data) rethrows -> [Data]? { try map(encode) }
}

extension Dictionary: UnorderedJSON where Key: Encodable, Value: Encodable {
  /// Keys that are no strings make the dictionary an array, of each key and its value behind it.
  /// Source: Swift, `Dictionary.encode(to:)`; Swift Evolution 0320.
  func elementTexts(_ encode: (any Encodable) throws -> Data) rethrows -> [Data]? {
    guard Key.self != String.self, Key.self != Int.self, !(Key.self is any CodingKeyRepresentable.Type) else {
      return nil
    }
    return try map { key, value in try encode(key) + Data([0x2C]) + encode(value) }
  }
}

extension UnorderedJSON {
  /// The whole array, `nil` where the JSON has an order of its own.
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
