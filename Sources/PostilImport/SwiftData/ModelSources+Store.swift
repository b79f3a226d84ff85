extension ModelSources {
  /// The model for a store that has the parts of `Codable` structs in columns of their own, as SwiftData stores them.
  func model(for layout: StoreLayout) -> EntityModel {
    var result = model
    for index in result.entities.indices {
      guard let table = layout.table(of: result.entities[index].name) else { continue }
      for place in result.entities[index].attributes.indices {
        let attribute = result.entities[index].attributes[place]
        let columns = [attribute.name, attribute.originalName ?? ""].map { "Z" + $0.uppercased() }
        guard case .custom(let type) = attribute.type, !attribute.isTransient,
          !columns.contains(where: { table.column($0) != nil })
        else { continue }
        let shape = TypeShape(model, in: result.entities[index].name)
        if let cases = Self.cases(of: shape.type(TypeShape.unwrapped(type)), in: table) {
          result.entities[index].attributes[place].type = .choice(type: type, cases: cases)
        } else if let parts = parts(of: type, shape, depth: 0) {
          result.entities[index].attributes[place].type = .composite(parts)
        }
      }
    }
    return result
  }

  /// The cases of an enum without raw values, if a table has columns for them.
  private static func cases(of type: SourceType?, in table: StoreLayout.EntityTable) -> [String]? {
    guard let type, type.isEnum, type.rawType == nil, !type.hasAssociatedValues else { return nil }
    let names = type.cases.map(\.name)
    let isStored = names.contains { name in
      table.columns.contains { StoreLayout.isNumbered($0.name, "Z" + name.uppercased()) }
    }
    return isStored ? names : nil
  }

  /// The stored properties of a struct as attributes; `nil` for any other type.
  private func parts(of type: String, _ shape: TypeShape, depth: Int) -> [EntityAttribute]? {
    guard depth < 8, let declared = shape.type(TypeShape.unwrapped(type)), !declared.isEnum, !declared.hasOwnCoding
    else {
      return nil
    }
    return declared.properties.map { property in
      let isOptional = TypeShape.unwrapped(property.type) != property.type
      var plain = TypeShape.unwrapped(property.type)
      // 'Kind' in 'Glass' is 'Glass.Kind' outside of it.
      if let type = shape.type(plain, in: declared), type.outer != nil { plain = written(type.fullName) ?? plain }
      var part = EntityAttribute(name: property.name, type: valueType(plain, MacroArguments(nil)))
      part.isOptional = isOptional
      part.swiftType = TypeShape.plain.contains(plain) ? plain : nil
      if case .custom = part.type, let parts = parts(of: plain, shape, depth: depth + 1) {
        part.type = .composite(parts)
      }
      return part
    }
  }
}
