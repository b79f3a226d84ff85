/// A column of a property.
public struct ResolvedColumn: Hashable, Sendable {
  /// The name in the database: `address_city`.
  public var name: String
  /// The path of properties that leads to its value: `address.city`.
  public var property: String
  /// Whether the column can hold `NULL`.
  public var isOptional: Bool
}

extension ResolvedProperty {
  /// The columns of the property, one unless it is a group.
  public var columns: [ResolvedColumn] {
    group ?? [ResolvedColumn(name: column, property: name, isOptional: isOptional)]
  }

  /// The names of the property's columns.
  public var columnNames: [String] { columns.map(\.name) }
}

/// A struct whose properties become columns of the models that embed it.
public struct ResolvedEmbeddedStruct: Sendable {
  /// As it is named from outside: `Address`, `Shop.Address`.
  public var swiftName: String
  /// Who can see the struct.
  public var access: Access
  /// The path of the file that declares it, as it was given to the tool.
  public var path: String
  /// The modules that the file imports.
  public var imports: [String]
  /// `#if` conditions around the declaration, outermost first.
  public var conditions: [String]
  /// The stored properties that are columns; their columns' names are those without any prefix.
  public var properties: [ResolvedProperty]
}
