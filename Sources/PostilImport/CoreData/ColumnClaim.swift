/// A property that needs a column, and what the model says about its values.
struct ColumnClaim {
  var entity: String
  /// The path in the model: `title`, or `home.city` for a part of a composite.
  var path: String
  /// The names that the column may have, in capitals and without `Z`, the likeliest one first.
  var names: [String]
  /// The numbers of the entities whose rows have the property.
  var numbers: [Int]
  /// The attribute; `nil` for a reference.
  var attribute: EntityAttribute?
  /// The table of the rows that a reference leads to.
  var destination: String?
  var isRequired: Bool
  /// Whether the model requires a different value in each row.
  var isUnique = false
  /// The optional composite whose rows have the property, if it isn't required otherwise.
  var composite: String?

  var key: String { "\(entity).\(path)" }

  /// The claims of an entity's attributes and to-one relationships. A transient property has no column.
  static func all(of entity: Entity, _ layout: StoreLayout) -> [ColumnClaim] {
    let numbers = layout.family(of: entity.name)
    let attributes = entity.attributes.filter { !$0.isTransient }.flatMap { attribute in
      claims(attribute, of: entity, prefix: [], optional: nil, numbers)
    }
    let references = entity.relationships.filter { !$0.isToMany }.map { relationship in
      ColumnClaim(
        entity: entity.name, path: relationship.name, names: names([relationship.name], relationship.originalName),
        numbers: numbers, destination: layout.table(of: relationship.destination)?.name,
        isRequired: !relationship.isOptional)
    }
    return attributes + references
  }

  private static func claims(
    _ attribute: EntityAttribute, of entity: Entity, prefix: [String], optional: String?, _ numbers: [Int]
  ) -> [ColumnClaim] {
    let path = prefix + [attribute.name]
    if case .composite(let parts) = attribute.type {
      let optional = optional ?? (attribute.isOptional ? path.joined(separator: ".") : nil)
      return parts.flatMap { claims($0, of: entity, prefix: path, optional: optional, numbers) }
    }
    if case .choice(let type, let cases) = attribute.type {
      return cases.flatMap { name in
        let part = EntityAttribute(name: name, type: .custom(type), isOptional: true)
        return claims(part, of: entity, prefix: path, optional: nil, numbers)
      }
    }
    let joined = prefix.isEmpty ? [] : ["_", ""].map { path.joined(separator: $0) }
    return [
      ColumnClaim(
        entity: entity.name, path: path.joined(separator: "."),
        names: names(joined + [attribute.name], attribute.originalName), numbers: numbers, attribute: attribute,
        isRequired: !attribute.isOptional && optional == nil,
        isUnique: prefix.isEmpty && entity.uniques.contains([attribute.name]),
        composite: attribute.isOptional ? nil : optional)
    ]
  }

  private static func names(_ names: [String], _ former: String?) -> [String] {
    (names + (former.map { [$0] } ?? [])).map { $0.uppercased() }
  }
}
