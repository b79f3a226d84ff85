// What `Decodable` drafts call to be decoded without members, children and properties that have a default.

extension KeyedDecodingContainer {
  /// Decodes the members of a draft; none if the key is missing. `Decodable` drafts use this function.
  public func decode<Target: Model>(
    _ type: [DraftMember<Target>].Type, forKey key: Key
  ) throws -> [DraftMember<Target>] where Target.Draft: Decodable, Target.ID: Decodable {
    try decodeIfPresent(type, forKey: key) ?? []
  }

  /// Decodes the children of a draft; none if the key is missing. `Decodable` drafts use this function.
  public func decode<Child: _ChildDraft & Decodable>(_ type: [Child].Type, forKey key: Key) throws -> [Child] {
    try decodeIfPresent(type, forKey: key) ?? []
  }

  /// Decodes the value of a property.
  public func _value<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  /// Decodes the value of an optional property; `nil` if the key is missing.
  public func _optional<Value: Decodable>(_ key: Key) throws -> Value? { try decodeIfPresent(Value.self, forKey: key) }

  /// Decodes the value of a property with a default, which is used if the key is missing.
  public func _value<Value: Decodable>(
    _ key: Key, or value: @autoclosure () throws -> Value
  ) throws -> Value {
    try contains(key) ? decode(Value.self, forKey: key) : value()
  }
}
