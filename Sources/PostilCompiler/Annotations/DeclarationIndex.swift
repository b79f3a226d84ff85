/// A type that the target declares, with what its surroundings say about it.
struct DeclaredType {
  /// As it is named from outside: `Shop.Item`.
  var name: String
  var declaration: TypeDeclaration
  /// The module of another target that declares it, the first part of its name then.
  var module: String?
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
  /// The modules of other targets, in the order of their names; what they declare is named `Module.Type`.
  let modules: [String]

  init(_ trees: [SourceTree]) {
    modules = Set(trees.compactMap(\.module)).sorted()
    for tree in trees {
      for type in tree.types where type.kind != .extension { add(type, in: Surroundings(tree)) }
      for alias in tree.typeAliases { add(alias, in: Surroundings(tree)) }
    }
    for tree in trees {
      for type in tree.types where type.kind == .extension { addExtension(type, in: tree) }
    }
  }

  /// What surrounds a declaration.
  private struct Surroundings {
    var path: String
    var module: String?
    var name: String
    var visibility = Visibility.public
    /// The access of members that say nothing.
    var defaultVisibility = Visibility.internal
    var isGeneric = false

    init(_ tree: SourceTree) {
      path = tree.path
      module = tree.module
      name = tree.module ?? ""
    }

    func qualified(_ member: String) -> String { name.isEmpty ? member : "\(name).\(member)" }
  }

  private mutating func add(_ declaration: TypeDeclaration, in outer: Surroundings) {
    let type = DeclaredType(
      name: outer.qualified(declaration.name.text), declaration: declaration, module: outer.module, path: outer.path,
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

  private mutating func addExtension(_ declaration: TypeDeclaration, in tree: SourceTree) {
    var inner = Surroundings(tree)
    let local = inner.qualified(declaration.name.text)
    let name =
      types[local] == nil
      ? fullName(of: declaration.name.text, in: inner.name, orKnown: { _ in false }) ?? local : local
    let extended = types[name]?.first
    inner.name = name
    inner.visibility = extended?.visibility ?? .public
    inner.defaultVisibility = Visibility(declaration.modifiers) ?? .internal
    inner.isGeneric = extended.map { $0.isInsideGeneric || $0.declaration.genericParameters != nil } ?? false
    extensions[name, default: []].append(
      DeclaredType(
        name: name, declaration: declaration, module: tree.module, path: tree.path, visibility: inner.visibility,
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
  /// What another target declares is found where it is public, and behind everything that the scope's own target declares.
  ///
  /// - Parameter isKnown: names beyond those declared, such as a model's generated `ID`.
  func fullName(of name: String, in scope: String, orKnown isKnown: (String) -> Bool) -> String? {
    let module = module(of: scope)
    var scope = scope
    while !scope.isEmpty {
      let candidate = "\(scope).\(name)"
      if types[candidate] != nil || aliases[candidate] != nil || isKnown(candidate) { return candidate }
      scope = scope.split(separator: ".").dropLast().joined(separator: ".")
    }
    if module == nil, types[name] != nil || aliases[name] != nil { return name }
    return modules.lazy.filter { $0 != module }.map { "\($0).\(name)" }.first { candidate in
      types[candidate]?.first?.visibility == .public || aliases[candidate]?.visibility == .public
    }
  }

  /// The module of another target that a full name belongs to, `nil` for the target's own.
  func module(of name: String) -> String? {
    guard let first = name.split(separator: ".").first.map(String.init), types[first] == nil else { return nil }
    return modules.contains(first) ? first : nil
  }

  /// The module in which a type of the name is declared without being public, so that the target cannot see it.
  func moduleThatHides(_ name: String) -> String? {
    modules.first { types["\($0).\(name)"] != nil && fullName(of: name, in: "", orKnown: { _ in false }) == nil }
  }

  /// Every type name declared in the target, or in another that it imports, by its last component.
  var lastComponents: Set<String> {
    Set((Array(types.keys) + Array(aliases.keys)).map { $0.split(separator: ".").last.map(String.init) ?? $0 })
  }
}

/// Who can see a declaration; `hidden` is `private` and `fileprivate`, which no generated file can reach.
enum Visibility: Int, Comparable {
  case hidden, `internal`, package, `public`

  /// The access level that the modifiers state, or `nil`. `private(set)` states none for reading.
  init?(_ modifiers: [Modifier]) {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name {
      case "public", "open": self = .public
      case "package": self = .package
      case "internal": self = .internal
      case "private", "fileprivate": self = .hidden
      default: continue
      }
      return
    }
    return nil
  }

  /// The access that generated code writes; hidden declarations were refused before.
  var access: Access {
    switch self {
    case .public: .public
    case .package: .package
    case .internal, .hidden: .internal
    }
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Branches of `#if` as conditions that can be written again.
enum Conditions {
  /// One condition a branch, outermost first; `#else` is the negation of the branches before it.
  static func text(_ branches: [ConditionalBranch]) -> [String] {
    branches.map { branch in
      let negations = branch.precedingConditions.map { "!(\($0))" }
      guard !branch.condition.isEmpty else { return negations.joined(separator: " && ") }
      return negations.isEmpty ? branch.condition : (negations + ["(\(branch.condition))"]).joined(separator: " && ")
    }
  }
}
