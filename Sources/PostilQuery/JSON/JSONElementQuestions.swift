// What is asked of the elements of an array: a subquery of its own, as what is asked of the members of a relationship.
extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONScalar {
  /// Whether the predicate is true of an element:
  /// `EXISTS (SELECT 1 FROM json_each(t0."labels", '$') AS t1 WHERE t1."value" LIKE ?1)`.
  public func any<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONElement>) -> P
  ) -> SQLPredicate { SQLPredicate(jsonNode.any { predicate(SQLOperation($0)).node }) }

  /// Whether the predicate is true of all elements; of no elements it is.
  public func all<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONElement>) -> P
  ) -> SQLPredicate { SQLPredicate(.not(jsonNode.any { .isNotTrue(predicate(SQLOperation($0)).node) })) }

  /// Whether the predicate is true of no element.
  public func none<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONElement>) -> P
  ) -> SQLPredicate { !any(predicate) }
}

extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONPathed {
  /// Whether the predicate is true of an element, a struct:
  /// `EXISTS (SELECT 1 FROM json_each(t0."stops", '$') AS t1 WHERE json_extract(t1."value", '$."city"') = ?1)`.
  public func any<P: SQLExpression<Bool>>(_ predicate: (JSONPath<JSONValue.JSONElement>) -> P) -> SQLPredicate {
    SQLPredicate(jsonNode.any { predicate(JSONPath(JSONNode($0))).node })
  }

  /// Whether the predicate is true of all elements, structs; of no elements it is.
  public func all<P: SQLExpression<Bool>>(_ predicate: (JSONPath<JSONValue.JSONElement>) -> P) -> SQLPredicate {
    SQLPredicate(.not(jsonNode.any { .isNotTrue(predicate(JSONPath(JSONNode($0))).node) }))
  }

  /// Whether the predicate is true of no element, a struct.
  public func none<P: SQLExpression<Bool>>(_ predicate: (JSONPath<JSONValue.JSONElement>) -> P) -> SQLPredicate {
    !any(predicate)
  }
}

extension JSONNode {
  /// Whether an element of the array is such that the predicate of its value is true.
  func any(_ predicate: (ExpressionNode) -> ExpressionNode) -> ExpressionNode {
    let element = Source(Self.elements)
    let condition = predicate(.column("value", of: element))
    return ExpressionNode(.jsonAny(self, element: element, condition), over: document, condition)
  }

  /// The rows of SQLite's `json_each`.
  static let elements = TableDescription(
    model: "json_each", name: "json_each", columns: [ColumnName("value", property: "value")])
}

extension JSONExpression
where JSONValue: JSONOptional, JSONValue.JSONWrapped: JSONSequence, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// Whether there is an array, and the predicate is true of an element of it.
  public func any<P: SQLExpression<Bool>>(
    _ predicate: (SQLOperation<JSONValue.JSONWrapped.JSONElement>) -> P
  ) -> SQLPredicate { SQLPredicate(jsonNode.any { predicate(SQLOperation($0)).node }) }
}
