/// A Codable struct whose members are known by their keys in JSON; generated code conforms those that `@json` columns hold.
public protocol _JSONPathed {
  /// The members, as queries name them.
  associatedtype JSONPaths: _JSONMembers
}

/// The members of a struct at a place in JSON; generated, one for each struct.
public protocol _JSONMembers: Sendable {
  /// The members of the object at `node`.
  init(_ node: JSONNode)
}

/// An optional, whatever is wrapped.
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

  /// A member whose name a column has too: `$0.address[\.node]`.
  public subscript<Member>(_ member: KeyPath<JSONValue.JSONPaths, JSONPath<Member>>) -> JSONPath<Member> {
    self[dynamicMember: member]
  }
}

extension JSONExpression where JSONValue: _JSONOptional, JSONValue.JSONWrapped: _JSONPathed {
  /// A member of a struct that may be missing, so that the member may be missing either.
  public subscript<Member>(
    dynamicMember member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member>>
  ) -> JSONPath<Member?> {
    JSONPath(JSONValue.JSONWrapped.JSONPaths(jsonNode)[keyPath: member].jsonNode)
  }

  /// An optional member of a struct that may be missing.
  public subscript<Member>(
    dynamicMember member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member?>>
  ) -> JSONPath<Member?> {
    JSONValue.JSONWrapped.JSONPaths(jsonNode)[keyPath: member]
  }

  /// A member whose name a column has too: `$0.address[\.node]`.
  public subscript<Member>(
    _ member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member>>
  ) -> JSONPath<Member?> {
    self[dynamicMember: member]
  }

  /// An optional member whose name a column has too: `$0.address[\.node]`.
  public subscript<Member>(
    _ member: KeyPath<JSONValue.JSONWrapped.JSONPaths, JSONPath<Member?>>
  ) -> JSONPath<Member?> {
    self[dynamicMember: member]
  }
}

extension JSONPath where JSONValue: _JSONOptional {
  /// Whether there is no value: `json_extract(t0."address", '$."geo"') IS NULL`.
  public var isNil: SQLPredicate { SQLPredicate(.isNull(jsonNode.value)) }

  /// Whether there is a value: `json_extract(t0."address", '$."geo"') IS NOT NULL`.
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(jsonNode.value)) }
}
