/// A type that the target declares, with what its surroundings say about it.
struct DeclaredType {
  /// As it is named from outside: `Shop.Item`.
  var name: String
  var declaration: TypeDeclaration
  var path: String
  /// The narrowest of its own access and that of the types around it.
  var visibility: Visibility
  /// The branches of `#if` around it, outermost first.
  var conditions: [ConditionalBranch]
  var isInsideGeneric: Bool

  var place: SourcePlace { SourcePlace(path: path, position: declaration.name.position) }
}

/// `typealias Name = Type`
struct DeclaredAlias {
  var name: String
  /// The name of the type around it, empty at the top level.
  var scope: String
  var type: SourceText
  var path: String
  var visibility: Visibility
  /// Where it is declared.
  var place: SourcePlace
}

/// Every type of the target by its full name, however deep it is nested and whichever extension declares it.
struct DeclarationIndex {
  /// In the order of files and source; more than one where `#if` or a mistake declares a name twice.
  private(set) var types: [String: [DeclaredType]] = [:]
  private(set) var aliases: [String: DeclaredAlias] = [:]
  private(set) var extensions: [String: [DeclaredType]] = [:]
  /// The order in which the types were met.
  private(set) var order: [DeclaredType] = []

  init(_ trees: [SourceTree]) {
    for tree in trees {
      for type in tree.types where type.kind != .extension { add(type, in: Surroundings(tree.path)) }
      for alias in tree.typeAliases { add(alias, in: Surroundings(tree.path)) }
    }
    for tree in trees {
      for type in tree.types where type.kind == .extension { addExtension(type, path: tree.path) }
    }
  }

  /// What stands around a declaration.
  private struct Surroundings {
    var path: String
    var name = ""
    var visibility = Visibility.public
    /// The access of members that say nothing.
    var defaultVisibility = Visibility.internal
    var isGeneric = false

    init(_ path: String) { self.path = path }

    func qualified(_ member: String) -> String { name.isEmpty ? member : "\(name).\(member)" }
  }

  private mutating func add(_ declaration: TypeDeclaration, in outer: Surroundings) {
    let type = DeclaredType(
      name: outer.qualified(declaration.name.text), declaration: declaration, path: outer.path,
      visibility: min(Visibility(declaration.modifiers) ?? outer.defaultVisibility, outer.visibility),
      conditions: declaration.conditions, isInsideGeneric: outer.isGeneric)
    types[type.name, default: []].append(type)
    order.append(type)
    var inner = outer
    inner.name = type.name
    inner.visibility = type.visibility
    inner.defaultVisibility = .internal
    inner.isGeneric = outer.isGeneric || declaration.genericParameters != nil
    addMembers(of: declaration, in: inner)
  }

  private mutating func addExtension(_ declaration: TypeDeclaration, path: String) {
    let name = declaration.name.text
    let extended = types[name]?.first
    var inner = Surroundings(path)
    inner.name = name
    inner.visibility = extended?.visibility ?? .public
    inner.defaultVisibility = Visibility(declaration.modifiers) ?? .internal
    inner.isGeneric = extended.map { $0.isInsideGeneric || $0.declaration.genericParameters != nil } ?? false
    extensions[name, default: []].append(
      DeclaredType(
        name: name, declaration: declaration, path: path, visibility: inner.visibility,
        conditions: declaration.conditions,
        isInsideGeneric: inner.isGeneric))
    addMembers(of: declaration, in: inner)
  }

  private mutating func addMembers(of declaration: TypeDeclaration, in inner: Surroundings) {
    for alias in declaration.typeAliases { add(alias, in: inner) }
    for type in declaration.types { add(type, in: inner) }
  }

  private mutating func add(_ alias: TypeAliasDeclaration, in outer: Surroundings) {
    let name = outer.qualified(alias.name.text)
    guard aliases[name] == nil else { return }
    aliases[name] = DeclaredAlias(
      name: name, scope: outer.name, type: alias.type, path: outer.path,
      visibility: min(Visibility(alias.modifiers) ?? outer.defaultVisibility, outer.visibility),
      place: SourcePlace(path: outer.path, position: alias.name.position))
  }
}

extension DeclarationIndex {
  /// The declaration and all extensions of a type.
  func parts(of name: String) -> [DeclaredType] { (types[name] ?? []) + (extensions[name] ?? []) }

  /// The full name that a first name means inside `scope`: the innermost declaration wins.
  ///
  /// - Parameter isKnown: names beyond those declared, such as a model's generated `ID`.
  func fullName(of name: String, in scope: String, orKnown isKnown: (String) -> Bool) -> String? {
    var scope = scope
    while !scope.isEmpty {
      let candidate = "\(scope).\(name)"
      if types[candidate] != nil || aliases[candidate] != nil || isKnown(candidate) { return candidate }
      scope = scope.split(separator: ".").dropLast().joined(separator: ".")
    }
    return types[name] != nil || aliases[name] != nil ? name : nil
  }

  /// Every type name declared in the target, by its last component.
  var lastComponents: Set<String> {
    Set((Array(types.keys) + Array(aliases.keys)).map { $0.split(separator: ".").last.map(String.init) ?? $0 })
  }
}
