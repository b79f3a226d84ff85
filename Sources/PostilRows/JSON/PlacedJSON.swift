import PostilQuery

/// A JSON value of a file, with its place.
package struct PlacedJSON: Sendable {
  package indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number, and how it is written: a `Decimal` is read from the text.
    case number(Double, String)
    case string(String)
    case array([PlacedJSON])
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Sendable {
    package var name: String
    /// The offset of its name.
    package var offset: Int
    package var value: PlacedJSON

    package init(name: String, offset: Int, value: PlacedJSON) {
      (self.name, self.offset, self.value) = (name, offset, value)
    }
  }

  package var content: Content
  /// The bytes of the value.
  package var range: Range<Int>

  /// Reads a text.
  /// - Throws: ``JSONSyntaxError`` if it isn't JSON, or is nested too deeply.
  package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      var parser = JSONParser(buffer)
      return try parser.parse()
    }
  }

  init(content: Content, range: Range<Int>) { (self.content, self.range) = (content, range) }

  package var string: String? { if case .string(let text) = content { text } else { nil } }
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// The value without its place.
  package var tree: JSONTree {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value, _): .number(value)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.tree))
    case .object(let members): .object(members.map { JSONTree.Member($0.name, $0.value.tree) })
    }
  }

  /// The words for the kind of value: `a string`.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value as a JSON column stores it: without spaces, with the members of objects sorted by their names. Numbers keep all their
  /// digits.
  package var storedText: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(_, let text): text
    case .string(let text): text.json
    case .array(let elements): "[\(elements.map(\.storedText).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.name < $1.name }.map { "\($0.name.json):\($0.value.storedText)" }
        .joined(separator: ",") + "}"
    }
  }
}

extension JSONTree {
  /// Reads a text. Source: RFC 8259.
  /// - Throws: ``JSONSyntaxError`` if it isn't JSON, or is nested too deeply.
  package init(_ bytes: [UInt8]) throws(JSONSyntaxError) { self = try PlacedJSON(bytes).tree }
}
