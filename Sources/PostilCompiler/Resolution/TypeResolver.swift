import PostilSQL

/// Determines how a written type is stored in a column.
final class TypeResolver {
  /// The reason why a type can't be stored in a column.
  struct Problem: Error {
    var message: String
    /// The place of the mistake, if it isn't in the type itself.
    var place: SourcePlace?
    /// Whether the only problem is a missing conformance that storing it as JSON requires.
    var isAboutCodable = false

    init(_ message: String, at place: SourcePlace? = nil, isAboutCodable: Bool = false) {
      self.message = message
      self.place = place
      self.isAboutCodable = isAboutCodable
    }
  }

  let index: DeclarationIndex
  let target: String
  /// The models by full name.
  private let models: [String: AnnotatedModel]
  private var rawTypes: [String: RawType] = [:]
  /// Names that are being resolved, to detect cycles.
  private var open: Set<String> = []
  /// The same for types in JSON.
  var jsonOpen: Set<String> = []
  /// Whether a file of the target imports modules whose types aren't known.
  let importsOthers: Bool

  init(index: DeclarationIndex, models: [AnnotatedModel], target: String, imports: [String]) {
    importsOthers = imports.contains { !ImportedTargets.modulesWithoutModels.contains($0) }
    self.index = index
    self.target = target
    self.models = Dictionary(models.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The full name of the model that is written like this inside `scope`; `nil` if it isn't a model.
  func model(_ written: String, in scope: String) -> String? {
    let components = written.split(separator: ".").map(String.init)
    guard let full = try? fullName(components, in: scope) else { return nil }
    if models[full] != nil { return full }
    guard let alias = index.aliases[full], open.insert(full).inserted else { return nil }
    defer { open.remove(full) }
    return model(alias.type.text, in: alias.scope)
  }

  /// The meaning of a property's type.
  struct NamedType {
    var full: String
    var optionals: Int
    var isOptional: Bool { optionals > 0 }
    var isOptionalTwice: Bool { optionals > 1 }
  }

  /// The declared type, with aliases resolved; `nil` if it isn't declared in the sources.
  func named(_ text: SourceText, in scope: String) throws(Problem) -> NamedType? {
    var syntax: TypeSyntax
    do { syntax = try TypeSyntax(parsing: text) } catch { throw Problem(error.message) }
    var optionals = 0
    while case .optional(let wrapped) = syntax {
      syntax = wrapped
      optionals += 1
    }
    guard case .identifier(let components) = syntax, components.allSatisfy({ $0.arguments.isEmpty }),
      let full = try fullName(components.map(\.name), in: scope)
    else { return nil }
    guard let alias = index.aliases[full], open.insert(full).inserted else {
      return NamedType(full: full, optionals: optionals)
    }
    defer { open.remove(full) }
    return try named(alias.type, in: alias.scope).map {
      NamedType(full: $0.full, optionals: $0.optionals + optionals)
    }
  }

  /// The model whose generated composite identifier has this full name; `nil` if there is none.
  func compositeModel(identifiedBy full: String) -> String? {
    guard isDerivedID(full), let model = models[String(full.dropLast(3))],
      model.keyProperties.count > 1 || hasGroupKey(model)
    else { return nil }
    return model.name
  }

  /// Whether a model's key is a single property that holds another composite key.
  private func hasGroupKey(_ model: AnnotatedModel) -> Bool {
    guard let key = model.keyProperties.first, model.keyProperties.count == 1, let type = key.declaration.type,
      open.insert("\(model.name).ID").inserted
    else { return false }
    defer { open.remove("\(model.name).ID") }
    guard let named = try? named(type, in: model.name) else { return false }
    return compositeModel(identifiedBy: named.full) != nil
  }

  /// A `@store(as:)` on a property.
  struct StorageNote {
    var form: StorageForm
    var place: SourcePlace
  }

  /// Reads a property's type.
  /// - Parameters:
  ///   - scope: the full name of the enclosing type.
  ///   - note: the form in its `@store(as:)`.
  func resolve(_ text: SourceText, in scope: String, storing note: StorageNote? = nil) throws(Problem) -> ResolvedType {
    try resolve(Self.syntax(text), in: scope, storing: note)
  }

  static func syntax(_ text: SourceText) throws(Problem) -> TypeSyntax {
    do { return try TypeSyntax(parsing: text) } catch { throw Problem(error.message) }
  }

  func resolve(_ syntax: TypeSyntax, in scope: String, storing note: StorageNote? = nil) throws(Problem) -> ResolvedType
  {
    switch syntax {
    case .optional(let inner):
      var type = try resolve(inner, in: scope, storing: note)
      guard !type.isOptional else { throw Problem(Message.doubleOptional(syntax.description, type.text)) }
      type.isOptional = true
      return type
    case .identifier(let components):
      guard components.allSatisfy({ $0.arguments.isEmpty }) else {
        return try generic(syntax, components, in: scope, storing: note)
      }
      return try resolve(components.map(\.name), in: scope, storing: note)
    case .array(.identifier(let element)) where element.last?.name == "UInt8" && isBuiltin(element, in: scope):
      if let note, ![.packed, .blob].contains(note.form) {
        throw misfit(note, syntax.description, forms: [.blob])
      }
      return ResolvedType(name: syntax.description, stored: .bytes)
    case .array(let element) where note != nil || packable(element, in: scope) != nil:
      return try array(of: element, syntax, in: scope, storing: note)
    default:
      throw Problem(refusal(of: syntax, in: scope))
    }
  }

  func isBuiltin(_ components: [TypeSyntax.Component], in scope: String) -> Bool {
    if components.count == 1 {
      return index.fullName(of: components[0].name, in: scope, orKnown: { _ in false }) == nil
    }
    return components.count == 2 && BuiltinType.modules.contains(components[0].name)
  }

  /// Reads a name without generic arguments.
  private func resolve(
    _ components: [String], in scope: String, storing note: StorageNote?
  ) throws(Problem) -> ResolvedType {
    let written = components.joined(separator: ".")
    guard let full = try fullName(components, in: scope) else {
      if let type = try represented(written, arguments: [], in: scope, storing: note) { return type }
      return try builtin(components, written, in: scope, storing: note)
    }
    if isDerivedID(full) {
      if let note, note.form != keyForm(of: full) { throw Problem(Message.storageOfIdentifier(full), at: note.place) }
      return try identifier(of: String(full.dropLast(3)), written: written)
    }
    guard open.insert(full).inserted else { throw Problem(Message.circularType(written)) }
    defer { open.remove(full) }
    if let alias = index.aliases[full] {
      guard alias.visibility != .hidden else { throw Problem(Message.hiddenType(full)) }
      var type = try resolve(alias.type, in: alias.scope, storing: note)
      // An alias of `Item.ID` is still the identifier of `Item`.
      if full.hasSuffix(".ID"), models[String(full.dropLast(3))] != nil {
        type.identifiedModel = String(full.dropLast(3))
      }
      if !type.isOptional { type.name = full }
      return type
    }
    if let type = try represented(full, arguments: [], in: scope, storing: note) { return type }
    let raw = try rawType(full, written: written)
    if let note, note.form != keyForm(of: full) {
      let isIdentifier = full.hasSuffix(".ID") && models[String(full.dropLast(3))] != nil
      throw Problem(
        isIdentifier ? Message.storageOfIdentifier(full) : Message.storageOfRawType(full), at: note.place)
    }
    var type = ResolvedType(name: full, stored: .raw(name: full, raw.stored))
    if full.hasSuffix(".ID"), models[String(full.dropLast(3))] != nil {
      type.identifiedModel = String(full.dropLast(3))
    }
    return type
  }

  /// Whether the name is the `ID` of a model that declares none.
  private func isDerivedID(_ full: String) -> Bool {
    full.hasSuffix(".ID") && models[String(full.dropLast(3))] != nil && index.types[full] == nil
      && index.aliases[full] == nil
  }

  /// The full name of a path of names; `nil` if the target doesn't declare it.
  func fullName(_ components: [String], in scope: String) throws(Problem) -> String? {
    var rest = components[...]
    var scope = scope
    // A module name as a prefix.
    if rest.count > 1, let module = rest.first, index.types[module] == nil {
      if module == target {
        rest = rest.dropFirst()
        scope = ""
      } else if index.modules.contains(module) {
        rest = rest.dropFirst()
        scope = module
      }
    }
    guard let first = rest.popFirst(), var full = index.fullName(of: first, in: scope, orKnown: isDerivedID)
    else { return nil }
    var steps = 0
    for component in rest {
      while let alias = index.aliases[full], index.types["\(full).\(component)"] == nil, steps < 32 {
        steps += 1
        guard let plain = (try? TypeSyntax(parsing: alias.type))?.plainName,
          let next = index.fullName(of: plain, in: alias.scope, orKnown: isDerivedID) ?? known(plain)
        else { return nil }
        full = next
      }
      full += ".\(component)"
      guard known(full) != nil else { return nil }
    }
    return full
  }

  private func known(_ full: String) -> String? {
    index.types[full] != nil || index.aliases[full] != nil || isDerivedID(full) ? full : nil
  }

  /// The type of a model's key, if the model doesn't declare `ID`.
  private func identifier(of model: String, written: String) throws(Problem) -> ResolvedType {
    guard let annotated = models[model] else { throw Problem(Message.unknownType(written, suggestion: nil)) }
    let keys = annotated.keyProperties
    guard let key = keys.first, keys.count == 1 else { throw Problem(Message.identifierOfCompositeKey(model)) }
    let written = key.declaration.type?.text.filter { !$0.isWhitespace } ?? ""
    if ["ID", "\(model).ID", "Self.ID"].contains(written) {
      guard key.name == "id" else { throw Problem(Message.generatedKeyName(key.name)) }
      return ResolvedType(name: "\(model).ID", stored: .rowID(model: model), identifiedModel: model)
    }
    guard let text = key.declaration.type, open.insert("\(model).ID").inserted else {
      throw Problem(Message.circularType(written))
    }
    defer { open.remove("\(model).ID") }
    let type = try resolve(text, in: model, storing: keyNote(of: model))
    return ResolvedType(name: "\(model).ID", stored: type.stored, identifiedModel: model)
  }

  /// The raw values of an enum or identifier type, read once.
  func rawType(_ full: String, written: String? = nil) throws(Problem) -> RawType {
    if let known = rawTypes[full] { return known }
    let type = try RawType(full, written: written ?? full, resolver: self)
    rawTypes[full] = type
    return type
  }

  /// A model by its full name.
  func annotatedModel(_ full: String) -> AnnotatedModel? { models[full] }

  /// Whether a type is a model's struct.
  func isModel(_ full: String) -> Bool { models[full] != nil }

  private func builtin(
    _ components: [String], _ written: String, in scope: String, storing note: StorageNote?
  ) throws(Problem) -> ResolvedType {
    let isQualified = components.count == 2 && BuiltinType.modules.contains(components[0])
    if components.count == 1 || isQualified, let name = components.last {
      if let stored = BuiltinType.stored[name] {
        return ResolvedType(name: written, stored: try form(of: stored, written, storing: note))
      }
      if let problem = BuiltinType.refusal(of: name, written: written) { throw Problem(problem) }
    }
    if let note {
      guard let stored = note.form.ofUnseenType else {
        throw misfit(note, written, forms: [.text, .integer, .real, .blob])
      }
      return ResolvedType(name: written, stored: .custom(name: written, stored))
    }
    if let module = index.moduleThatHides(components[0]) {
      throw Problem(Message.internalInModule(components[0], module: module))
    }
    let declared = Array(index.types.keys) + index.aliases.keys + models.keys.map { "\($0).ID" }
    throw Problem(
      Message.unknownType(written, suggestion: Spelling.nearest(to: written, in: BuiltinType.names + declared.sorted()))
    )
  }
}
