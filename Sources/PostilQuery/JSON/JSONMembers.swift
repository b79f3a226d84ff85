/// A Codable struct with known JSON keys. Generated code conforms the structs in `@json` columns.
public protocol _JSONPathed {
  /// The members for use in queries.
  associatedtype JSONPaths: _JSONMembers
}

/// The members of a struct in JSON. Generated for each struct.
public protocol _JSONMembers: Sendable {
  /// Creates the members of the object at `node`.
  init(_ node: JSONNode)
}

/// An optional of any type.
public protocol _JSONOptional {
  /// The type without the optional.
  associatedtype JSONWrapped
}

extension Optional: _JSONOptional {
  /// The type without the optional.
  public typealias JSONWrapped = Wrapped
}

extension JSONExpression where JSONValue: _JSONPathed {
  /// A member: `$0.address.city` is `json_extract(t0."address", '$."city"')`.
  public subscript<Member>(
    dynamicMember member: KeyPath<JSONValue.JSONPaths, JSONPath<Member>>
  ) -> JSONPath<Member> {
    JSONValue.JSONPaths(jsonNode)[keyPath: member]
  }

  /// A member with the same name as a member of the column: `$0.address[\.node]`.
  public subscript<Member>(_ member: KeyPath<JSONValue.JSONPaths, JSONPath<Member>>) -> JSONPath<Member> {
    self[dynamicMember: member]
  }
}

extension JSONExpression where JSONValue: _JSONOptional, JSONValue.JSONWrapped: _JSONPathed {
  /// A member of a struct that may be missing; the member may then be missing too.
  public subscript<Member>(
    dynamicMember member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member>>
  ) -> JSONPath<Member?> {
    var node = JSONValue.JSONWrapped.JSONPaths(jsonNode)[keyPath: member].jsonNode
    node.isRequired = true
    return JSONPath(node)
  }

  /// An optional member of a struct that may be missing.
  public subscript<Member>(
    dynamicMember member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member?>>
  ) -> JSONPath<Member?> {
    JSONValue.JSONWrapped.JSONPaths(jsonNode)[keyPath: member]
  }

  /// A member with the same name as a member of the column: `$0.address[\.node]`.
  public subscript<Member>(
    _ member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member>>
  ) -> JSONPath<Member?> {
    self[dynamicMember: member]
  }

  /// An optional member with the same name as a member of the column: `$0.address[\.node]`.
  public subscript<Member>(
    _ member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member?>>
  ) -> JSONPath<Member?> {
    self[dynamicMember: member]
  }
}

extension JSONPath where JSONValue: _JSONOptional {
  /// Whether the value is missing: `json_extract(t0."address", '$."geo"') IS NULL`.
  public var isNil: SQLPredicate { SQLPredicate(.isNull(jsonNode.value)) }

  /// Whether the value exists: `json_extract(t0."address", '$."geo"') IS NOT NULL`.
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(jsonNode.value)) }
}
