import PostilCompiler

/// The `@Model` classes of Swift sources, and the enums and structs that their properties may use.
struct ModelSources {
  private(set) var model = EntityModel()
  private var classes: Set<String> = []

  /// - Throws: ``ImportError`` if a file can't be parsed.
  init(_ sources: [CompilerPipeline.Source]) throws(ImportError) {
    var trees: [(tree: SourceTree, text: String)] = []
    for source in sources {
      do {
        trees.append(
          (try parseSource(path: source.path, bytes: source.bytes), String(decoding: source.bytes, as: UTF8.self)))
      } catch {
        throw ImportError("\(source.path):\(error.position.line):\(error.position.column): \(error.message)")
      }
    }
    classes = Set(trees.flatMap { Self.models(in: $0.tree.types) }.map(\.name.text))
    for (tree, text) in trees {
      addTypes(tree.types, in: tree, text, container: nil)
      for type in Self.models(in: tree.types) { model.entities.append(entity(type, imports: Self.imports(of: tree))) }
    }
    for (tree, text) in trees where text.contains("#Unique") || text.contains("#Index") {
      guard let first = tree.types.first else { continue }
      let macros = ModelMacros(text, at: first.position)
      for (name, keys) in macros.uniques { update(name) { $0.uniques += keys } }
      for (name, keys) in macros.indexes { update(name) { $0.indexes += keys } }
    }
    model.source = sources.count == 1 ? sources[0].path : "the sources"
    inferInverses()
  }

  private mutating func update(_ name: String, _ change: (inout Entity) -> Void) {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if let index = model.entities.firstIndex(where: { $0.name == last }) { change(&model.entities[index]) }
  }

  private static func models(in types: [TypeDeclaration]) -> [TypeDeclaration] {
    types.flatMap { type in
      (type.kind == .class && type.attributes.contains { $0.name.text == "Model" || $0.name.text == "SwiftData.Model" }
        ? [type] : [])
        + models(in: type.types)
    }
  }

  private mutating func addTypes(_ types: [TypeDeclaration], in tree: SourceTree, _ text: String, container: String?) {
    for type in types {
      let isModel = classes.contains(type.name.text) && type.kind == .class
      if type.kind == .enum || type.kind == .struct {
        model.types.append(sourceType(type, in: tree, text, container: container))
      }
      addTypes(type.types, in: tree, text, container: isModel ? type.name.text : container)
    }
  }

  private static func imports(of tree: SourceTree) -> [String] {
    tree.imports.filter { !["SwiftData", "CoreData", "Foundation"].contains($0) }
  }

  private func sourceType(
    _ type: TypeDeclaration, in tree: SourceTree, _ text: String, container: String?
  ) -> SourceType {
    var result = SourceType(
      name: type.name.text, isEnum: type.kind == .enum, text: "")
    result.isHashable = type.inheritance.contains { $0.text.hasSuffix("Hashable") }
    result.container = container
    result.imports = Self.imports(of: tree)
    result.cases = type.cases.map { ($0.name.text, $0.rawValue?.text) }
    result.associatedValues = type.cases.compactMap { $0.associatedValues.map(Self.typesOnly) }
    let raw = type.inheritance.first?.text
    result.rawType = type.kind == .enum && raw.map { TypeShape.plain.contains($0) } == true ? raw : nil
    result.properties = type.properties.filter { !$0.isStatic && $0.storage != .computed }
      .map { ($0.name.text, $0.type?.text ?? Self.inferred($0.initializer?.text) ?? "") }
    result.text = Self.declaration(type, in: text)
    let last = type.inheritance.last ?? type.name
    result.headEnd = last.position.offset + last.text.utf8.count - type.position.offset
    result.inheritance = type.inheritance.map(\.text)
    result.isGeneric = type.genericParameters != nil
    return result
  }

  /// `String, Int` for `reason: String, code: Int = 3`.
  private static func typesOnly(_ text: String) -> String {
    text.replacing(/[a-z_][A-Za-z0-9_]*\s*:/, with: "").replacing(/=[^,]*/, with: "")
  }

  /// The text of a declaration, without the indentation that it has in its file.
  private static func declaration(_ type: TypeDeclaration, in text: String) -> String {
    let rest = String(decoding: Array(text.utf8.dropFirst(type.position.offset)), as: UTF8.self)
    guard var reader = try? TokenReader(SourceText(rest, at: type.position)) else { return "" }
    var depth = 0
    while let token = try? reader.next() {
      if token.text == "{" { depth += 1 }
      if token.text == "}" {
        depth -= 1
        if depth == 0 { break }
      }
    }
    let lines = String(decoding: Array(rest.utf8.prefix(reader.byteOffset)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let indentation = type.position.column - 1
    return lines.enumerated().map { index, line in
      let spaces = line.prefix { $0 == " " || $0 == "\t" }.count
      return index == 0 ? String(line) : String(line.dropFirst(min(spaces, indentation)))
    }.joined(separator: "\n")
  }

  private func entity(_ type: TypeDeclaration, imports: [String]) -> Entity {
    var entity = Entity(name: type.name.text)
    entity.parent = type.inheritance.map(\.text).first(where: classes.contains)
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

  private static func documentation(_ comments: AttachedComments) -> [String] {
    comments.leading.filter { $0.kind == .documentationLine }.map { comment in
      String(comment.text.drop { $0 == " " })
    }
  }

  private func add(_ property: PropertyDeclaration, _ imports: [String], to entity: inout Entity) {
    let name = property.name.text
    let options = MacroArguments(property.attributes.first { $0.name.text == "Attribute" })
    guard property.isSimplePattern, let type = property.type?.text ?? Self.inferred(property.initializer?.text) else {
      entity.remarks.append("'\(name)' is left out, because its type isn't written; declare it with its type")
      return
    }
    let plain = TypeShape.unwrapped(type)
    let element = Self.element(of: plain)
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
    attribute.defaultValue = property.initializer?.text == "nil" ? nil : property.initializer?.text
    attribute.swiftType = TypeShape.plain.contains(plain) ? plain : nil
    attribute.isExternal = options.contains("externalStorage")
    attribute.isTransient =
      property.attributes.contains { $0.name.text == "Transient" } || options.contains("ephemeral")
    attribute.isLet = property.isLet
    attribute.documentation = Self.documentation(property.comments)
    if attribute.isTransient, attribute.defaultValue == nil {
      entity.remarks.append("the transient property '\(name)' is left out, because it has no default value")
      return
    }
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
    if case .custom(let text) = attribute.type, !attribute.isTransient {
      let shape = TypeShape(model)
      let unknown = Self.names(in: text).filter { shape.declares($0) == false }
      let list = unknown.map { "'\($0)'" }.joined(separator: ", ")
      if !unknown.isEmpty, imports.isEmpty {
        // Postil must see the declaration of a type, or the import of a module that may declare it.
        attribute.type = .data
        attribute.defaultValue = nil
        entity.remarks.append(
          "'\(name)' is '\(text)', but neither these sources nor a module that they import declares \(list); it is 'Data' until you "
            + "declare the type and write '@json'")
      } else if !unknown.isEmpty {
        entity.imports = imports
        entity.remarks.append(
          "'\(name)' uses \(list), which these sources don't declare; it must be 'Codable' and 'Sendable' to be stored as JSON"
        )
      }
    }
    entity.attributes.append(attribute)
  }

  private static func names(in text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }.map { last(String($0)) }.filter {
      !TypeShape.standard.contains($0)
    }
  }

  private static func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// `Tag` for `[Tag]`, `Array<Tag>` and `Set<Tag>`.
  private static func element(of type: String) -> String? {
    for (start, end) in [("[", "]"), ("Array<", ">"), ("Set<", ">")] where type.hasPrefix(start) && type.hasSuffix(end)
    {
      return TypeShape.unwrapped(String(type.dropFirst(start.count).dropLast()).filter { !$0.isWhitespace })
    }
    return nil
  }

  /// The model for a store that has the parts of `Codable` structs in columns of their own, as SwiftData stores them.
  func model(for layout: StoreLayout) -> EntityModel {
    var result = model
    for index in result.entities.indices {
      guard let table = layout.table(of: result.entities[index].name) else { continue }
      for place in result.entities[index].attributes.indices {
        let attribute = result.entities[index].attributes[place]
        let columns = [attribute.name, attribute.originalName ?? ""].map { "Z" + $0.uppercased() }
        guard case .custom(let type) = attribute.type, !columns.contains(where: { table.column($0) != nil }),
          let parts = parts(of: type, depth: 0)
        else { continue }
        result.entities[index].attributes[place].type = .composite(parts)
      }
    }
    return result
  }

  /// The stored properties of a struct as attributes; `nil` for any other type.
  private func parts(of type: String, depth: Int) -> [EntityAttribute]? {
    let name = Self.last(TypeShape.unwrapped(type))
    guard depth < 8, let declared = model.types.first(where: { $0.name == name }), !declared.isEnum else { return nil }
    return declared.properties.map { property in
      let plain = TypeShape.unwrapped(property.type)
      var part = EntityAttribute(name: property.name, type: valueType(plain, MacroArguments(nil)))
      part.isOptional = plain != property.type
      part.swiftType = TypeShape.plain.contains(plain) ? plain : nil
      if case .custom = part.type, let parts = parts(of: plain, depth: depth + 1) { part.type = .composite(parts) }
      return part
    }
  }

  private func valueType(_ type: String, _ options: MacroArguments) -> EntityAttribute.ValueType {
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
  private static func inferred(_ value: String?) -> String? {
    guard let value else { return nil }
    if value.hasPrefix("\"") { return "String" }
    if value == "true" || value == "false" { return "Bool" }
    if value.wholeMatch(of: /-?[0-9][0-9_]*/) != nil { return "Int" }
    if value.wholeMatch(of: /-?[0-9][0-9_]*\.[0-9_]+([eE][+-]?[0-9]+)?/) != nil { return "Double" }
    // 'Date.now', 'UUID()', 'Priority.normal'
    if let match = value.prefixMatch(of: /([A-Z][A-Za-z0-9_]*)[.(]/) { return String(match.1) }
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
