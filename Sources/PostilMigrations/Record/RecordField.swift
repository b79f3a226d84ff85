import Foundation

/// A part of a schema in the form of a ``SchemaRecord``: its fields are read and written by one list.
protocol RecordedPart {
  /// The part before its fields are read.
  static var blank: Self { get }
  /// In the order in which they are written. Their names never change, because records of earlier versions are read.
  static var fields: [RecordField<Self>] { get }
}

/// A field of a part. What is `false`, empty or `nil` isn't written.
struct RecordField<Part> {
  let key: String
  fileprivate let value: (Part) -> RecordValue?
  fileprivate let read: (inout Part, Any?, _ place: String) throws -> Void

  /// A text that is always there.
  static func text(_ key: String, _ path: WritableKeyPath<Part, String>) -> Self {
    word(key, path, text: \.self) { $0 }
  }

  /// A value that a word stands for.
  static func word<Value>(
    _ key: String, _ path: WritableKeyPath<Part, Value>, text: @escaping (Value) -> String,
    value: @escaping (String) -> Value?
  ) -> Self {
    RecordField(key: key) {
      .text(text($0[keyPath: path]))
    } read: { part, found, place in
      guard let found else { throw SchemaRecord.Malformed(reason: "'\(place)' is missing") }
      let word: String = try cast(found, place)
      guard let value = value(word) else {
        throw SchemaRecord.Malformed(reason: "unknown \(key) '\(word)' at '\(place)'")
      }
      part[keyPath: path] = value
    }
  }

  static func optional(_ key: String, _ path: WritableKeyPath<Part, String?>) -> Self {
    RecordField(key: key) {
      $0[keyPath: path].map { .text($0) }
    } read: { part, found, place in
      part[keyPath: path] = try found.map { try cast($0, place) }
    }
  }

  static func number(_ key: String, _ path: WritableKeyPath<Part, Int?>) -> Self {
    RecordField(key: key) {
      $0[keyPath: path].map { .number($0) }
    } read: { part, found, place in
      part[keyPath: path] = try found.map { try cast($0, place) }
    }
  }

  static func flag(_ key: String, _ path: WritableKeyPath<Part, Bool>) -> Self {
    RecordField(key: key) {
      $0[keyPath: path] ? .yes : nil
    } read: { part, found, place in
      part[keyPath: path] = try found.map { try cast($0, place) } ?? false
    }
  }

  static func texts(_ key: String, _ path: WritableKeyPath<Part, [String]>) -> Self {
    words(key, path, text: \.self) { $0 }
  }

  static func words<Value>(
    _ key: String, _ path: WritableKeyPath<Part, [Value]>, text: @escaping (Value) -> String,
    value: @escaping (String) -> Value?
  ) -> Self {
    RecordField(key: key) {
      let values = $0[keyPath: path]
      return values.isEmpty ? nil : .list(values.map { .text(text($0)) })
    } read: { part, found, place in
      let texts: [String] = try found.map { try cast($0, place) } ?? []
      part[keyPath: path] = try texts.map { word in
        guard let value = value(word) else { throw SchemaRecord.Malformed(reason: "unknown '\(word)' at '\(place)'") }
        return value
      }
    }
  }

  static func part<Other: RecordedPart>(_ key: String, _ path: WritableKeyPath<Part, Other?>) -> Self {
    RecordField(key: key) {
      $0[keyPath: path].map { RecordValue($0) }
    } read: { part, found, place in
      part[keyPath: path] = try found.map { try Other(recorded: $0, place) }
    }
  }

  static func parts<Other: RecordedPart>(_ key: String, _ path: WritableKeyPath<Part, [Other]>) -> Self {
    RecordField(key: key) {
      let parts = $0[keyPath: path]
      return parts.isEmpty ? nil : .list(parts.map { RecordValue($0) })
    } read: { part, found, place in
      let parts: [Any] = try found.map { try cast($0, place) } ?? []
      part[keyPath: path] = try parts.enumerated().map { try Other(recorded: $1, "\(place)[\($0)]") }
    }
  }

  private static func cast<Value>(_ value: Any, _ place: String) throws(SchemaRecord.Malformed) -> Value {
    guard let value = value as? Value else {
      throw SchemaRecord.Malformed(reason: "another value is expected at '\(place)'")
    }
    return value
  }
}

extension RecordedPart {
  /// Reads an object of JSON.
  /// - Parameter place: where it is, for messages; empty for the whole.
  init(recorded value: Any, _ place: String) throws {
    guard let members = value as? [String: Any] else {
      throw SchemaRecord.Malformed(reason: "an object is expected at '\(place)'")
    }
    self = .blank
    func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
    for field in Self.fields { try field.read(&self, members[field.key], path(field.key)) }
    if let key = members.keys.sorted().first(where: { key in !Self.fields.contains { $0.key == key } }) {
      throw SchemaRecord.Malformed(reason: "unknown field '\(path(key))'")
    }
  }
}

/// A value of JSON that is written: the tables and views, the lists in them, and each member of such a list begin a line.
enum RecordValue {
  case yes
  case number(Int)
  case text(String)
  case list([RecordValue])
  case object([(key: String, value: RecordValue)])

  init<Part: RecordedPart>(_ part: Part) {
    self = .object(Part.fields.compactMap { field in field.value(part).map { (field.key, $0) } })
  }

  /// - Parameter depth: the number of objects and lists around it.
  func json(depth: Int = 0) throws -> String {
    switch self {
    case .yes: "true"
    case .number(let number): "\(number)"
    case .text(let text): try Self.quoted(text)
    case .list(let values):
      Self.lines("[", try values.map { try $0.json(depth: depth + 1) }, "]", depth, isBroken: depth == 1 || depth == 3)
    case .object(let members):
      Self.lines(
        "{", try members.map { "\"\($0.key)\": \(try $0.value.json(depth: depth + 1))" }, "}", depth,
        isBroken: depth == 0 || depth == 2)
    }
  }

  private static func lines(_ open: String, _ items: [String], _ close: String, _ depth: Int, isBroken: Bool) -> String
  {
    guard isBroken else { return open + items.joined(separator: ", ") + close }
    let start = "\n" + String(repeating: " ", count: depth)
    return open + items.map { "\(start) \($0)" }.joined(separator: ",") + start + close
  }

  private static func quoted(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }
}
