/// A JSON value, with exact integers and the members of objects in order.
package enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONTree

    package init(_ name: String, _ value: JSONTree) { (self.name, self.value) = (name, value) }
  }
}

extension JSONTree {
  /// The member with that name; `nil` if there is none, or if this isn't an object.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONTree]? { if case .array(let elements) = self { elements } else { nil } }
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
  package static func optional(_ text: String?) -> JSONTree { text.map(JSONTree.string) ?? .null }
  /// A number, or `null`.
  package static func optional(_ number: Int?) -> JSONTree { number.map { .integer(Int64($0)) } ?? .null }
  /// Strings.
  package static func strings(_ texts: some Sequence<String>) -> JSONTree { .array(texts.map(JSONTree.string)) }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  /// An object with its members in this order.
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
}
