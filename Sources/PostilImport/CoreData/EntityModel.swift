/// The entities of a Core Data model or of `@Model` classes, as far as a store's rows or their model describe them.
struct EntityModel {
  var entities: [Entity] = []
  /// The enums and structs that properties use, in the order of the sources.
  var types: [SourceType] = []
  /// The classes, actors and protocols of the sources, which columns can't hold.
  var unusableTypes: Set<String> = []
  /// Where the model comes from, for messages: `Tasks.xcdatamodel`.
  var source = ""

  func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// The entity without a parent above this one.
  func root(of name: String) -> String {
    var name = name
    var seen: Set<String> = []
    while seen.insert(name).inserted, let parent = entity(name)?.parent { name = parent }
    return name
  }

  /// A relationship's inverse, declared on either side.
  func inverse(of relationship: EntityRelationship, on entity: Entity) -> EntityRelationship? {
    guard let destination = self.entity(relationship.destination) else { return nil }
    let others = ([destination] + ancestors(of: destination)).flatMap(\.relationships)
    if let name = relationship.inverse { return others.first { $0.name == name } }
    let family = Set([entity.name] + ancestors(of: entity).map(\.name))
    return others.first { $0.inverse == relationship.name && family.contains($0.destination) }
  }

  /// The entity's parent, its parent and so on.
  func ancestors(of entity: Entity) -> [Entity] {
    var result: [Entity] = []
    var next = entity.parent
    while let name = next, !result.contains(where: { $0.name == name }), let parent = self.entity(name) {
      result.append(parent)
      next = parent.parent
    }
    return result
  }
}

/// An entity, or a class with `@Model`.
struct Entity {
  var name: String
  var parent: String?
  /// Whether it has no rows of its own.
  var isAbstract = false
  var attributes: [EntityAttribute] = []
  var relationships: [EntityRelationship] = []
  /// The names of the properties of each uniqueness constraint.
  var uniques: [[String]] = []
  /// The names of the properties of each index, with a minus sign before those in descending order.
  var indexes: [[String]] = []
  var documentation: [String] = []
  /// What a person must decide.
  var remarks: [String] = []
  /// The modules that may declare types of its properties.
  var imports: [String] = []
}

/// An attribute of an entity.
struct EntityAttribute: Hashable {
  /// The type of the values.
  enum ValueType: Hashable {
    case integer(bits: Int, isSigned: Bool)
    case boolean, double, float, decimal, string, date, data, uuid, url
    /// A value that a transformer writes as bytes; with its Swift type, if the model names one.
    case transformable(String?)
    /// Several attributes that are stored in columns of their own.
    case composite([EntityAttribute])
    /// An enum without raw values, which SwiftData stores in a column for each case.
    case choice(type: String, cases: [String])
    /// A type that the sources declare, or any other `Codable` type.
    case custom(String)
    /// A type that only the stored values show. The declared type of the column.
    case unknown(String)
  }

  var name: String
  /// The former name, after which the column may be named.
  var originalName: String?
  var type: ValueType
  /// The type as the sources spell it; `nil` if it follows from ``type``.
  var swiftType: String?
  var isOptional = false
  /// A Swift expression.
  var defaultValue: String?
  /// Whether large values are in files beside the store.
  var isExternal = false
  /// Whether it is never stored.
  var isTransient = false
  var isLet = false
  var documentation: [String] = []
}

extension EntityAttribute {
  /// The paths of its columns: its own path, or one for each case.
  func columnPaths(_ path: String) -> [String] {
    if case .choice(_, let cases) = type { cases.map { "\(path).\($0)" } } else { [path] }
  }
}

/// A relationship of an entity.
struct EntityRelationship {
  /// What happens to the destination when a row is deleted.
  enum DeleteRule: String {
    case nullify, cascade, deny, noAction
  }

  var name: String
  var originalName: String?
  var destination: String
  var isToMany = false
  var isOrdered = false
  var isOptional = true
  var inverse: String?
  var deleteRule = DeleteRule.nullify
  var minimum: Int?
  var maximum: Int?
  var documentation: [String] = []
}
