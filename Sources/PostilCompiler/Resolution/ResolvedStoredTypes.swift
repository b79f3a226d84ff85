/// An enum, or an identifier type with one `rawValue`, that is stored in a column.
public struct ResolvedRawType: Hashable, Sendable {
  /// The fully qualified name: `Priority`, `Item.Kind`.
  public var swiftName: String
  /// Who can see the type.
  public var access: Access = .internal
  /// The raw type: `Int`, `String`.
  public var rawType: String
  /// The names of the cases if those are stored; `nil` if raw values are.
  public var caseNames: [String]?
  /// The type as which the raw value is bound; `nil` if that is its own type.
  public var storage: ResolvedStorage?
  /// The path of the file that declares it, as passed to the tool.
  public var path: String
  /// The `#if` conditions around the declaration, outermost first.
  public var conditions: [String] = []
  /// Whether the declaration conforms to `RawRepresentable`, explicitly or through a raw type.
  public var isRawRepresentable: Bool = true
  /// Whether it is part of a column's JSON, so that queries can use it there.
  public var isInJSON: Bool = false
}

/// A Codable struct in a JSON column, with the members that queries can follow.
public struct ResolvedJSONType: Hashable, Sendable {
  /// A stored property with its JSON key.
  public struct Member: Hashable, Sendable {
    /// The Swift name, without backticks.
    public var name: String
    /// The key in JSON.
    public var key: String
    /// The Swift type as written in generated code.
    public var type: String
    /// Who can see the property, within the access of the struct.
    public var access: Access
  }

  /// The fully qualified name: `Address`, `Item.Place`.
  public var swiftName: String
  /// Who can see the struct.
  public var access: Access
  /// The path of the file that declares it, as passed to the tool.
  public var path: String
  /// The modules that the file imports.
  public var imports: [String] = []
  /// The `#if` conditions around the declaration, outermost first.
  public var conditions: [String] = []
  /// The members in the order of the source.
  public var members: [Member]
}
