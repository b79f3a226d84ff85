import PostilCompiler

/// The `@Model` classes of Swift sources, and the enums and structs that their properties may use.
struct ModelSources {
  private(set) var model = EntityModel()
  private let classes: Set<String>
  let aliases: [String: String]
  /// All versions in the sources.
  let versions: [SchemaVersion]

  /// Chooses one of several versions of a schema, the newest first, by its index.
  typealias Choice = ([ModelSources]) throws -> Int

  /// - Parameter choose: by default, the newest version is read.
  /// - Throws: ``ImportError`` if a file can't be parsed, or if a class is declared twice; the errors of `choose`.
  init(_ sources: [CompilerPipeline.Source], choose: Choice = { _ in 0 }) throws {
    let declarations = try SourceDeclarations(sources)
    let schemas = declarations.schemas()
    let versions = Array(schemas.joined())
    let chosen = try schemas.map { schema in
      schema.count == 1
        ? schema[0] : schema[try choose(schema.map { try ModelSources([$0], of: versions, declarations) })]
    }
    self = try ModelSources(chosen, of: versions, declarations)
    addVersionRemarks(chosen)
  }

  private init(
    _ chosen: [SchemaVersion], of versions: [SchemaVersion], _ declarations: SourceDeclarations
  ) throws(ImportError) {
    let models = chosen.flatMap(\.models)
    classes = Set(declarations.all.filter(\.isModel).map(\.type.name.text))
    aliases = declarations.aliases
    self.versions = versions
    for (index, second) in models.enumerated() {
      if let first = models[..<index].first(where: { $0.type.name.text == second.type.name.text }) {
        throw ImportError(
          "the class '\(second.type.name.text)' is declared in '\(first.place)' and in '\(second.place)'; pass only the sources "
            + "of one of them")
      }
    }
    // Types in other versions have the same names. All types come first, because a file may use those of files after it.
    let left = versions.filter { version in !chosen.contains(version) && !models.contains(where: version.contains) }
    let usable = declarations.all.filter { declaration in !left.contains { $0.contains(declaration) } }
    for declaration in usable where declaration.type.kind == .enum || declaration.type.kind == .struct {
      // The branches of an '#if' may declare a type twice.
      let isRepeated = model.types.contains {
        $0.fullName == declaration.name && $0.declaration.file.path == declaration.file.path
      }
      if !isRepeated { model.types.append(sourceType(declaration, models, usable)) }
    }
    model.unusableTypes = Set(
      usable.filter { [.class, .actor, .protocol].contains($0.type.kind) }.map(\.type.name.text))
    for declaration in models {
      var entity = self.entity(declaration.type, declaration.imports)
      let macros = ModelMacros(declaration.declaration, at: declaration.type.position)
      entity.uniques += macros.uniques
      entity.indexes += macros.indexes
      model.entities.append(entity)
    }
    model.source = "the sources"
    inferInverses()
  }

  /// Names the versions of each class that are left out.
  private mutating func addVersionRemarks(_ chosen: [SchemaVersion]) {
    for index in model.entities.indices {
      let name = model.entities[index].name
      let own = chosen.flatMap(\.models).first { $0.type.name.text == name }?.name ?? name
      let all = Set(versions.flatMap(\.models).filter { $0.type.name.text == name }.map(\.name))
      let others = all.subtracting([own]).sorted().map { "'\($0)'" }.joined(separator: ", ")
      if others.isEmpty { continue }
      model.entities[index].remarks.append(
        "the struct has the properties of '\(own)'; the other versions of the class, \(others), are left out")
    }
  }

  private func entity(_ type: TypeDeclaration, _ imports: [String]) -> Entity {
    var entity = Entity(name: type.name.text)
    entity.parent = type.inheritance.map { Self.last($0.text) }.first { classes.contains($0) && $0 != entity.name }
    entity.documentation = Self.documentation(type.comments)
    var computed: [String] = []
    for property in type.properties where !property.isStatic {
      if property.storage == .computed || property.modifiers.contains(where: { $0.name == "lazy" }) {
        computed.append(property.name.text)
      } else {
        add(property, imports, to: &entity)
      }
    }
    let left = (computed + type.functions.filter { $0 != "init" }).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    if !left.isEmpty {
      entity.remarks.append(
        "methods and computed properties aren't imported: \(left.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return entity
  }

  private func add(_ property: PropertyDeclaration, _ imports: [String], to entity: inout Entity) {
    let name = property.name.text
    let options = MacroArguments(property.attributes.first { $0.name.text == "Attribute" })
    guard property.isSimplePattern, let type = written(property.type?.text ?? Self.inferred(property.initializer?.text))
    else {
      entity.remarks.append("'\(name)' is left out, because its type isn't written; declare it with its type")
      return
    }
    let plain = TypeShape.unwrapped(type)
    let element = Self.element(of: plain)
    let isTransient = property.attributes.contains { $0.name.text == "Transient" } || options.contains("ephemeral")
    if isTransient, let model = Self.names(in: type).first(where: classes.contains) {
      return entity.remarks.append(
        "the transient property '\(name)' is left out, because it contains objects of '\(model)', which are rows here")
    }
    let relation = property.attributes.first { $0.name.text == "Relationship" }
    let former = MacroArguments(relation)["originalName"]?.string ?? options["originalName"]?.string
    if let former { entity.remarks.append("'\(name)' was named '\(former)' before; a new database has no former name") }
    if let destination = [element ?? plain].first(where: { classes.contains(Self.last($0)) }) {
      entity.relationships.append(
        relationship(
          property, to: Self.last(destination), isToMany: element != nil, isOptional: plain != type, relation))
      if let former { entity.relationships[entity.relationships.count - 1].originalName = former }
      return
    }
    var attribute = EntityAttribute(name: name, originalName: former, type: valueType(plain, options))
    attribute.isOptional = plain != type.filter { !$0.isWhitespace || $0 == " " }
    attribute.defaultValue = property.initializer?.text == "nil" ? nil : written(property.initializer?.text)
    attribute.swiftType = TypeShape.plain.contains(plain) ? plain : nil
    attribute.isExternal = options.contains("externalStorage")
    attribute.isTransient = isTransient
    attribute.isLet = property.isLet
    attribute.documentation = Self.documentation(property.comments)
    if options.contains("unique") { entity.uniques.append([name]) }
    if options.contains("externalStorage") {
      entity.remarks.append(
        "'\(name)' was stored in a file; '// @lazy(\(name): Data)' keeps large values out of the rows")
    }
    for option in ["spotlight", "preserveValueOnDeletion", "allowsCloudEncryption", "encrypt"]
    where options.contains(option) {
      entity.remarks.append("the option '\(option)' of '\(name)' has no counterpart")
    }
    if options.contains("transformable") {
      entity.remarks.append(
        "'\(name)' was written by a transformer; decide how to store it: '@json', or a type that declares its stored form"
      )
    }
    let shape = TypeShape(model, in: entity.name)
    if let value = attribute.defaultValue, let word = shape.foreignWord(in: value, of: plain) {
      attribute.defaultValue = nil
      if !isTransient {
        entity.remarks.append(
          "the default of '\(name)', '\(value)', is left out, because it uses '\(word)', which isn't imported")
      }
    }
    if case .custom(let text) = attribute.type, !use(text, shape, imports, of: &attribute, in: &entity) { return }
    if isTransient, attribute.defaultValue == nil {
      guard attribute.isOptional, property.initializer.map({ $0.text == "nil" }) ?? true else {
        let reason = property.initializer == nil ? "it has no default value" : "its default can't be imported"
        return entity.remarks.append("the transient property '\(name)' is left out, because \(reason)")
      }
      attribute.defaultValue = "nil"
    }
    entity.attributes.append(attribute)
  }

  /// Checks whether the sources, or the modules that they import, declare the types of an attribute. Otherwise it is data.
  /// - Returns: `false` if a transient attribute must be left out.
  private func use(
    _ text: String, _ shape: TypeShape, _ imports: [String], of attribute: inout EntityAttribute,
    in entity: inout Entity
  ) -> Bool {
    let unknown = shape.unknownTypes(in: text, imports: imports)
    guard let first = unknown.first else { return true }
    let list = unknown.map { "'\($0.name)'" }.joined(separator: ", ")
    if unknown.contains(where: { !$0.isImported }) {
      if attribute.isTransient {
        entity.remarks.append(
          "the transient property '\(attribute.name)' is left out, because these sources don't declare \(list)")
        return false
      }
      // Postil must see the declaration of a type, or the import of a module that may declare it.
      attribute.type = .data
      attribute.defaultValue = nil
      let reason =
        unknown.first { model.unusableTypes.contains($0.name) }
        .map { "'\($0.name)' is a class, an actor or a protocol, which a column can't hold" }
        ?? "neither these sources nor a module that they import declares \(list)"
      entity.remarks.append(
        "'\(attribute.name)' is '\(text)', but \(reason); it is 'Data' until you declare \(first.name == text ? "the type" : "them") "
          + "and write '@json'")
    } else {
      entity.imports = Set(entity.imports + imports).sorted()
      entity.remarks.append(
        "'\(attribute.name)' uses \(list), which these sources don't declare; it must be 'Codable' and 'Sendable' to be stored as JSON, "
          + "which only the Swift compiler can check")
    }
    return true
  }

  private static func names(in text: String) -> [String] { TypeShape.names(in: text).map(last) }

  static func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// `Tag` for `[Tag]`, `Array<Tag>` and `Set<Tag>`.
  private static func element(of type: String) -> String? {
    for (start, end) in [("[", "]"), ("Array<", ">"), ("Set<", ">")] where type.hasPrefix(start) && type.hasSuffix(end)
    {
      return TypeShape.unwrapped(String(type.dropFirst(start.count).dropLast()).filter { !$0.isWhitespace })
    }
    return nil
  }

  /// The type of an attribute's values, from its Swift type.
  func valueType(_ type: String, _ options: MacroArguments) -> EntityAttribute.ValueType {
    switch type {
    case "Bool": return .boolean
    case "Int", "Int64": return .integer(bits: 64, isSigned: true)
    case "Int8": return .integer(bits: 8, isSigned: true)
    case "Int16": return .integer(bits: 16, isSigned: true)
    case "Int32": return .integer(bits: 32, isSigned: true)
    case "UInt", "UInt64": return .integer(bits: 64, isSigned: false)
    case "UInt8": return .integer(bits: 8, isSigned: false)
    case "UInt16": return .integer(bits: 16, isSigned: false)
    case "UInt32": return .integer(bits: 32, isSigned: false)
    case "Double", "CGFloat", "TimeInterval": return .double
    case "Float": return .float
    case "Decimal": return .decimal
    case "String": return .string
    case "Date": return .date
    case "Data": return .data
    case "UUID": return .uuid
    case "URL": return .url
    default: return options.contains("transformable") ? .transformable(type) : .custom(type)
    }
  }

  /// The type of a literal or of a call of an initializer.
  static func inferred(_ value: String?) -> String? {
    guard let value else { return nil }
    if value.hasPrefix("\"") { return "String" }
    if value == "true" || value == "false" { return "Bool" }
    if value.wholeMatch(of: /-?[0-9][0-9_]*/) != nil { return "Int" }
    if value.wholeMatch(of: /-?[0-9][0-9_]*\.[0-9_]+([eE][+-]?[0-9]+)?/) != nil { return "Double" }
    if value.hasSuffix(".uuidString") { return "String" }
    // 'Date.now', 'Priority.normal'
    if let match = value.wholeMatch(of: /([A-Z][A-Za-z0-9_]*)\.[a-z][A-Za-z0-9_]*/) { return String(match.1) }
    // 'UUID()', '[String]()', 'Set<Int>()'
    if let match = value.wholeMatch(of: /(\[?[A-Z][A-Za-z0-9_<>:, .]*\]?)\([^()]*\)/) { return String(match.1) }
    return nil
  }

  private func relationship(
    _ property: PropertyDeclaration, to destination: String, isToMany: Bool, isOptional: Bool, _ macro: Attribute?
  ) -> EntityRelationship {
    let arguments = MacroArguments(macro)
    var result = EntityRelationship(name: property.name.text, destination: destination, isToMany: isToMany)
    result.isOptional = isOptional || isToMany
    result.inverse = arguments["inverse"]?.keyPath
    result.deleteRule =
      switch arguments["deleteRule"]?.lastName {
      case "cascade": .cascade
      case "deny": .deny
      case "noAction": .noAction
      default: .nullify
      }
    result.minimum = arguments["minimumModelCount"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    result.maximum = arguments["maximumModelCount"]?.integer.flatMap { $0 > 0 && isToMany ? $0 : nil }
    result.documentation = Self.documentation(property.comments)
    return result
  }

  /// SwiftData pairs two relationships between the same models if there are no others between them.
  private mutating func inferInverses() {
    for index in model.entities.indices {
      let entity = model.entities[index]
      for (place, relationship) in entity.relationships.enumerated()
      where model.inverse(of: relationship, on: entity) == nil {
        guard relationship.inverse == nil, relationship.destination != entity.name,
          entity.relationships.count(where: { $0.destination == relationship.destination }) == 1,
          let other = model.entity(relationship.destination)
        else { continue }
        let back = other.relationships.filter { $0.destination == entity.name }
        guard back.count == 1, back[0].inverse == nil else { continue }
        model.entities[index].relationships[place].inverse = back[0].name
        model.entities[index].remarks.append(
          "'\(relationship.name)' and '\(other.name).\(back[0].name)' don't name an inverse; SwiftData pairs them, and so do these structs"
        )
      }
    }
  }
}
