/// An enum, or an identifier type with one `rawValue`, that a column stores.
public struct ResolvedRawType: Hashable, Sendable {
  /// As it is named from outside: `Priority`, `Item.Kind`.
  public var swiftName: String
  /// Who can see the type.
  public var access: Access = .internal
  /// The raw type: `Int`, `String`.
  public var rawType: String
  /// The names of the cases where those are stored, `nil` if raw values are.
  public var caseNames: [String]?
  /// What the raw value is bound as, `nil` if that is its own type.
  public var storage: ResolvedStorage?
  /// The path of the file that declares it, as it was given to the tool.
  public var path: String
  /// `#if` conditions around the declaration, outermost first.
  public var conditions: [String] = []
  /// Whether the declaration conforms to `RawRepresentable` explicitly or by having a raw type.
  public var isRawRepresentable: Bool = true
  /// Whether it is part of the JSON of a column, where queries can use it.
  public var isInJSON: Bool = false
}

/// A Codable struct in the JSON of a column, with the members that queries can follow.
public struct ResolvedJSONType: Hashable, Sendable {
  /// A stored property with the key that it has in JSON.
  public struct Member: Hashable, Sendable {
    /// The Swift name, without backticks.
    public var name: String
    /// The key in JSON.
    public var key: String
    /// The Swift type as it is written in generated code.
    public var type: String
    /// Who can see the property, as far as the struct is seen.
    public var access: Access
  }

  /// As it is named from outside: `Address`, `Item.Place`.
  public var swiftName: String
  /// Who can see the struct.
  public var access: Access
  /// The path of the file that declares it, as it was given to the tool.
  public var path: String
  /// The modules that the file imports.
  public var imports: [String] = []
  /// `#if` conditions around the declaration, outermost first.
  public var conditions: [String] = []
  /// The members in the order of the source.
  public var members: [Member]
}
