/// A JSON value, with exact integers and the members of objects in order.
package enum StudioJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([StudioJSON])
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: StudioJSON

    package init(_ name: String, _ value: StudioJSON) { (self.name, self.value) = (name, value) }
  }
}

extension StudioJSON {
  /// The member with that name; `nil` if there is none, or if this isn't an object.
  package subscript(name: String) -> StudioJSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [StudioJSON]? { if case .array(let elements) = self { elements } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  package var isNull: Bool { self == .null }

  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A string, or `null`.
  package static func optional(_ text: String?) -> StudioJSON { text.map(StudioJSON.string) ?? .null }
  /// A number, or `null`.
  package static func optional(_ number: Int?) -> StudioJSON { number.map { .integer(Int64($0)) } ?? .null }
  /// Strings.
  package static func strings(_ texts: some Sequence<String>) -> StudioJSON { .array(texts.map(StudioJSON.string)) }
}

extension StudioJSON: ExpressibleByDictionaryLiteral {
  /// An object with its members in this order.
  package init(dictionaryLiteral elements: (String, StudioJSON)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}

extension StudioJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: StudioJSON...) { self = .array(elements) }
}
