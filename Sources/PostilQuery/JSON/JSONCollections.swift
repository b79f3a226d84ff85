// Arrays, sets and dictionaries in JSON.

/// A collection that is an array or an object in JSON.
public protocol _JSONCollection {
  /// Whether it is an array.
  static var _isJSONArray: Bool { get }
}

/// A collection that is an array in JSON, whose elements can be searched.
public protocol JSONSequence<JSONElement>: _JSONCollection {
  /// The type of an element.
  associatedtype JSONElement
}

extension JSONSequence {
  /// Whether it is an array: always `true`.
  public static var _isJSONArray: Bool { true }
}

extension Array: _JSONCollection, JSONSequence {
  /// The type of an element.
  public typealias JSONElement = Element
}

extension Set: _JSONCollection, JSONSequence {
  /// The type of an element.
  public typealias JSONElement = Element
}

/// A dictionary that is an object in JSON.
public protocol _JSONDictionary: _JSONCollection {
  /// The type of a value.
  associatedtype JSONElement
}

extension Dictionary: _JSONCollection, _JSONDictionary where Key == String {
  /// The type of a value.
  public typealias JSONElement = Value
  /// Whether it is an array. With text keys, it is an object.
  public static var _isJSONArray: Bool { false }
}

extension JSONExpression {
  /// An element; `nil` if the array has none at this index: `json_extract(t0."labels", '$[0]')`.
  public subscript<Element>(index: Int) -> JSONPath<Element?> where JSONValue == [Element] {
    JSONPath(jsonNode.element(index))
  }

  /// An element of an array that may be missing.
  public subscript<Element>(index: Int) -> JSONPath<Element?> where JSONValue == [Element]? {
    JSONPath(jsonNode.element(index))
  }

  /// The value of a key; `nil` if there is none: `(SELECT "value" FROM json_each(t0."settings") WHERE "key" = ?1)`.
  public subscript<Element>(key: String) -> JSONPath<Element?> where JSONValue == [String: Element] {
    JSONPath(jsonNode.entry(key))
  }

  /// The value of a key of a dictionary that may be missing.
  public subscript<Element>(key: String) -> JSONPath<Element?> where JSONValue == [String: Element]? {
    JSONPath(jsonNode.entry(key))
  }
}

extension JSONExpression where JSONValue: _JSONCollection {
  /// The number of elements: `json_array_length(t0."labels", '$')`.
  public var count: SQLOperation<Int> { SQLOperation(jsonNode.count(isArray: JSONValue._isJSONArray)) }

  /// Whether there are no elements: `json_array_length(t0."labels", '$') = 0`.
  public var isEmpty: SQLPredicate { SQLPredicate(.equal(count.node, .literal("0"))) }
}

extension JSONExpression where JSONValue: _JSONOptional, JSONValue.JSONWrapped: _JSONCollection {
  /// The number of elements; `nil` if there is no array or dictionary.
  public var count: SQLOperation<Int?> { SQLOperation(jsonNode.count(isArray: JSONValue.JSONWrapped._isJSONArray)) }
}

extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONScalar {
  /// Whether the array contains this value: `EXISTS (SELECT 1 FROM json_each(t0."labels", '$') WHERE "value" = ?1)`.
  public func contains(_ element: JSONValue.JSONElement) -> SQLPredicate {
    SQLPredicate(jsonNode.contains(element._boundValue))
  }
}

extension JSONExpression
where JSONValue: _JSONOptional, JSONValue.JSONWrapped: JSONSequence, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// Whether there is an array and it contains this value.
  public func contains(_ element: JSONValue.JSONWrapped.JSONElement) -> SQLPredicate {
    SQLPredicate(jsonNode.contains(element._boundValue))
  }
}

// Conditions on the elements of an array. Each is a separate subquery, as for the members of a relationship.
extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONScalar {
  /// Whether the predicate is true for at least one element: `EXISTS (SELECT 1 FROM json_each(t0."labels", '$') AS t1
  /// WHERE t1."value" LIKE +?1)`.
  public func any<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONElement>) -> P
  ) -> SQLPredicate { SQLPredicate(jsonNode.any { predicate(SQLOperation($0)).node }) }

  /// Whether the predicate is true for every element. It is true if there are no elements.
  public func all<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONElement>) -> P
  ) -> SQLPredicate { SQLPredicate(.not(jsonNode.any { .isNotTrue(predicate(SQLOperation($0)).node) })) }

  /// Whether the predicate is true for no element.
  public func none<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONElement>) -> P
  ) -> SQLPredicate { !any(predicate) }
}

extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: _JSONPathed {
  /// Whether the predicate is true for at least one element, which is a struct: `EXISTS (SELECT 1 FROM
  /// json_each(t0."stops", '$') AS t1 WHERE json_extract(t1."value", '$."city"') = ?1)`.
  public func any<P: SQLExpression<Bool>>(_ predicate: (JSONPath<JSONValue.JSONElement>) -> P) -> SQLPredicate {
    SQLPredicate(jsonNode.any { predicate(JSONPath(JSONNode($0))).node })
  }

  /// Whether the predicate is true for every element, which is a struct. It is true if there are no elements.
  public func all<P: SQLExpression<Bool>>(_ predicate: (JSONPath<JSONValue.JSONElement>) -> P) -> SQLPredicate {
    SQLPredicate(.not(jsonNode.any { .isNotTrue(predicate(JSONPath(JSONNode($0))).node) }))
  }

  /// Whether the predicate is true for no element, which is a struct.
  public func none<P: SQLExpression<Bool>>(_ predicate: (JSONPath<JSONValue.JSONElement>) -> P) -> SQLPredicate {
    !any(predicate)
  }
}

extension JSONNode {
  /// Whether the predicate is true for the value of at least one element.
  func any(_ predicate: (_ExpressionNode) -> _ExpressionNode) -> _ExpressionNode {
    let element = _Source(Self.elements)
    let condition = predicate(.column("value", of: element))
    return _ExpressionNode(.jsonAny(self, element: element, condition), over: document, condition)
  }

  /// The rows of SQLite's `json_each`.
  static let elements = _TableDescription(
    model: "json_each", name: "json_each", columns: [ColumnName("key", property: "index"), "value"])
}

extension JSONExpression
where JSONValue: _JSONOptional, JSONValue.JSONWrapped: JSONSequence, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// Whether there is an array and the predicate is true for at least one element.
  public func any<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONWrapped.JSONElement>) -> P
  ) -> SQLPredicate { SQLPredicate(jsonNode.any { predicate(SQLOperation($0)).node }) }
}
