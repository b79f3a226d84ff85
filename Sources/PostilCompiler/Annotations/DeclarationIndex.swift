/// A type that the target declares, with the context of its declaration.
struct DeclaredType {
  /// The fully qualified name: `Shop.Item`.
  var name: String
  var declaration: TypeDeclaration
  /// The module that declares it, if that is another target. It is then the first part of the name.
  var module: String?
  var path: String
  /// The narrowest of its own access and that of the enclosing types.
  var visibility: Visibility
  /// The `#if` branches around it, outermost first.
  var conditions: [ConditionalBranch]
  var isInsideGeneric: Bool

  var place: SourcePlace { SourcePlace(path: path, position: declaration.name.position) }
}

/// `typealias Name = Type`
struct DeclaredAlias {
  var name: String
  /// The name of the enclosing type; empty at the top level.
  var scope: String
  var type: SourceText
  var path: String
  var visibility: Visibility
  /// The place of the declaration.
  var place: SourcePlace
}

/// All types of the target by full name, at any nesting depth and in any extension.
struct DeclarationIndex {
  /// In the order of the files and of the source. A name can have several declarations, in `#if` branches or by mistake.
  private(set) var types: [String: [DeclaredType]] = [:]
  private(set) var aliases: [String: DeclaredAlias] = [:]
  private(set) var extensions: [String: [DeclaredType]] = [:]
  /// All types, in the order in which they were found.
  private(set) var order: [DeclaredType] = []
  /// The modules of other targets, sorted by name. Their declarations are named `Module.Type`.
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

  /// The context of a declaration.
  private struct Surroundings {
    var path: String
    var module: String?
    var name: String
    var visibility = Visibility.public
    /// The access of members without an access modifier.
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

  /// Resolves the first component of a name inside `scope`. The innermost declaration wins.
  ///
  /// A declaration of another target is found if it is public, after all declarations of the scope's own target.
  ///
  /// - Parameter isKnown: accepts additional names, such as a model's generated `ID`.
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

  /// The module of the other target that a full name belongs to; `nil` for the target's own.
  func module(of name: String) -> String? {
    guard let first = name.split(separator: ".").first.map(String.init), types[first] == nil else { return nil }
    return modules.contains(first) ? first : nil
  }

  /// The module that declares a type with this name without making it public, so that the target can't see it.
  func moduleThatHides(_ name: String) -> String? {
    modules.first { types["\($0).\(name)"] != nil && fullName(of: name, in: "", orKnown: { _ in false }) == nil }
  }

  /// The last components of all type names declared in the target or in a target that it imports.
  var lastComponents: Set<String> {
    Set((Array(types.keys) + Array(aliases.keys)).map { $0.split(separator: ".").last.map(String.init) ?? $0 })
  }
}

/// Who can see a declaration. `hidden` means `private` or `fileprivate`: generated files can't use it.
enum Visibility: Int, Comparable {
  case hidden, `internal`, package, `public`

  /// The access level in the modifiers; `nil` if there is none. `private(set)` doesn't limit reading.
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

  /// The access level in generated code. Hidden declarations were rejected earlier.
  var access: Access {
    switch self {
    case .public: .public
    case .package: .package
    case .internal, .hidden: .internal
    }
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Converts `#if` branches to conditions that can be written again.
enum Conditions {
  /// One condition for each branch, outermost first. `#else` becomes the negation of the branches before it.
  static func text(_ branches: [ConditionalBranch]) -> [String] {
    branches.map { branch in
      let negations = branch.precedingConditions.map { "!(\($0))" }
      guard !branch.condition.isEmpty else { return negations.joined(separator: " && ") }
      return negations.isEmpty ? branch.condition : (negations + ["(\(branch.condition))"]).joined(separator: " && ")
    }
  }
}
