// Arrays, sets and dictionaries in JSON.

/// A collection that is an array or an object in JSON.
public protocol JSONCollection {
  /// Whether it is an array.
  static var isJSONArray: Bool { get }
}

/// A collection that is an array in JSON, of elements that can be looked for.
public protocol JSONSequence<JSONElement>: JSONCollection {
  /// What an element is.
  associatedtype JSONElement
}

extension JSONSequence {
  /// Whether it is an array: it is.
  public static var isJSONArray: Bool { true }
}

extension Array: JSONCollection, JSONSequence {
  /// What an element is.
  public typealias JSONElement = Element
}

extension Set: JSONCollection, JSONSequence {
  /// What an element is.
  public typealias JSONElement = Element
}

extension Dictionary: JSONCollection where Key == String {
  /// Whether it is an array: with texts as keys it is an object.
  public static var isJSONArray: Bool { false }
}

extension JSONExpression {
  /// An element, `nil` where the array has none at this index: `json_extract(t0."labels", '$[0]')`.
  public subscript<Element>(index: Int) -> JSONPath<Element?> where JSONValue == [Element] {
    JSONPath(jsonNode.element(index))
  }

  /// An element of an array that may not be there.
  public subscript<Element>(index: Int) -> JSONPath<Element?> where JSONValue == [Element]? {
    JSONPath(jsonNode.element(index))
  }

  /// The value of a key, `nil` where there is none: `(SELECT "value" FROM json_each(t0."settings") WHERE "key" = ?1)`.
  public subscript<Element>(key: String) -> JSONPath<Element?> where JSONValue == [String: Element] {
    JSONPath(jsonNode.entry(key))
  }

  /// The value of a key of a dictionary that may not be there.
  public subscript<Element>(key: String) -> JSONPath<Element?> where JSONValue == [String: Element]? {
    JSONPath(jsonNode.entry(key))
  }
}

extension JSONExpression where JSONValue: JSONCollection {
  /// How many elements there are: `json_array_length(t0."labels", '$')`.
  public var count: SQLOperation<Int> { SQLOperation(jsonNode.count(isArray: JSONValue.isJSONArray)) }

  /// Whether there is no element: `json_array_length(t0."labels", '$') = 0`.
  public var isEmpty: SQLPredicate { SQLPredicate(.equal(count.node, .literal("0"))) }
}

extension JSONExpression where JSONValue: JSONOptional, JSONValue.JSONWrapped: JSONCollection {
  /// How many elements there are, `nil` where there is no array or dictionary.
  public var count: SQLOperation<Int?> { SQLOperation(jsonNode.count(isArray: JSONValue.JSONWrapped.isJSONArray)) }
}

extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONScalar {
  /// Whether an element is this value: `EXISTS (SELECT 1 FROM json_each(t0."labels", '$') WHERE "value" = ?1)`.
  public func contains(_ element: JSONValue.JSONElement) -> SQLPredicate {
    SQLPredicate(jsonNode.contains(element.binding))
  }
}

extension JSONExpression
where JSONValue: JSONOptional, JSONValue.JSONWrapped: JSONSequence, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// Whether there is an array and an element of it is this value.
  public func contains(_ element: JSONValue.JSONWrapped.JSONElement) -> SQLPredicate {
    SQLPredicate(jsonNode.contains(element.binding))
  }
}
