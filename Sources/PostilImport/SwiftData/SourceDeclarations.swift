import PostilCompiler

/// A type in the sources, with the names of the types around it.
struct SourceDeclaration {
  var type: TypeDeclaration
  /// `["SchemaV1"]` for `SchemaV1.Trip`, whether it is declared in the type or in an extension.
  var path: [String]
  var file: SourceTree
  /// The text of the file.
  var text: String

  /// `SchemaV1.Trip`
  var name: String { (path + [type.name.text]).joined(separator: ".") }
  /// The file and the position, for messages.
  var place: String { "\(file.path):\(type.position.line):\(type.position.column)" }
  var isModel: Bool {
    type.kind == .class && type.attributes.contains { ["Model", "SwiftData.Model"].contains($0.name.text) }
  }

  /// The modules that may declare types of the file. Those of user interfaces declare none that can be stored.
  var imports: [String] {
    let known: Set<String> = [
      "SwiftData", "CoreData", "Foundation", "SwiftUI", "UIKit", "AppKit", "Observation", "Combine", "OSLog", "os",
    ]
    return file.imports.filter { !known.contains($0) }
  }

  /// The text of the declaration, without the indentation that it has in its file.
  var declaration: String {
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
}

/// All types in the sources. Extensions have the name of the extended type.
struct SourceDeclarations {
  private(set) var all: [SourceDeclaration] = []
  /// The types that stand for the names of type aliases.
  private(set) var aliases: [String: String] = [:]

  /// - Throws: ``ImportError`` if a file can't be parsed.
  init(_ sources: [CompilerPipeline.Source]) throws(ImportError) {
    for source in sources {
      let text = String(decoding: source.bytes, as: UTF8.self)
      do {
        let tree = try parseSource(path: source.path, bytes: source.bytes)
        for alias in tree.typeAliases { aliases[alias.name.text] = alias.type.text }
        add(tree.types, path: [], tree, text)
      } catch {
        throw ImportError("\(source.path):\(error.position.line):\(error.position.column): \(error.message)")
      }
    }
  }

  private mutating func add(_ types: [TypeDeclaration], path: [String], _ file: SourceTree, _ text: String) {
    for type in types {
      all.append(SourceDeclaration(type: type, path: path, file: file, text: text))
      add(type.types, path: path + type.name.text.split(separator: ".").map(String.init), file, text)
    }
  }

  /// The classes with `@Model`: the versions of each schema, the newest first. Classes outside of versions are one of their own, or the
  /// newest one of a schema that has older ones of the same names.
  func schemas() -> [[SchemaVersion]] {
    let models = all.filter(\.isModel)
    var schemas: [[SchemaVersion]] = []
    for declaration in all where declaration.type.inheritance.contains(where: { $0.text.hasSuffix("VersionedSchema") })
    {
      let version = SchemaVersion(declaration, models, self)
      let related = schemas.filter { $0.contains { $0.shares(version) } }
      schemas.removeAll { schema in schema.contains { $0.shares(version) } }
      schemas.append(([version] + related.joined()).sorted())
    }
    let used = Set(schemas.joined().flatMap { $0.models.map(\.name) })
    var others = models.filter { model in
      !used.contains(model.name) && !schemas.joined().contains { $0.contains(model) }
    }
    for index in schemas.indices {
      let names = Set(schemas[index].flatMap { $0.models.map(\.type.name.text) })
      let newer = others.filter { names.contains($0.type.name.text) }
      if !newer.isEmpty { schemas[index].insert(SchemaVersion(newer), at: 0) }
      others.removeAll { names.contains($0.type.name.text) }
    }
    return schemas + (others.isEmpty ? [] : [[SchemaVersion(others)]])
  }
}

/// A version of a SwiftData schema: a type that conforms to `VersionedSchema`, with the classes that it lists.
struct SchemaVersion: Comparable {
  /// The name of the type; empty for the classes outside of versions.
  private(set) var name = ""
  var models: [SourceDeclaration]
  private var number: [Int] = []

  init(_ models: [SourceDeclaration]) { self.models = models }

  init(_ schema: SourceDeclaration, _ all: [SourceDeclaration], _ declarations: SourceDeclarations) {
    name = schema.name
    let tokens = (try? SyntaxToken.all(of: SourceText(schema.declaration, at: SourcePosition()))) ?? []
    number = Self.list(after: "versionIdentifier", "Version", "(", in: tokens).compactMap { Int($0) }
    // 'static var models: [any PersistentModel.Type] { [Trip.self] }'
    let listed = Self.list(after: "models", "{", "[", in: tokens) + Self.list(after: "models", "=", "[", in: tokens)
    let own = schema.name + "."
    models = listed.filter { $0.hasSuffix(".self") }.compactMap { text in
      let name = String(text.dropLast(5))
      let names = [own + name, declarations.aliases[name] ?? name, name]
      return names.lazy.compactMap { name in all.first { $0.name == name } }.first
    }
    if models.isEmpty { models = all.filter { $0.name.hasPrefix(own) } }
  }

  /// The elements of the list in brackets that follows two words.
  private static func list(after first: String, _ second: String, _ bracket: String, in tokens: [SyntaxToken])
    -> [String]
  {
    guard let start = tokens.firstIndex(where: { $0.text == first }),
      let next = tokens[start...].firstIndex(where: { $0.text == second }),
      let open = tokens[next...].firstIndex(where: { $0.text == bracket }),
      let close = tokens[open...].firstIndex(where: { $0.text == (bracket == "(" ? ")" : "]") })
    else { return [] }
    return MacroArguments.split(tokens[(open + 1)..<close]).map { $0.map(\.text).joined() }
  }

  /// The newest version comes first.
  static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.number != rhs.number { return rhs.number.lexicographicallyPrecedes(lhs.number) }
    func digits(_ name: String) -> Int { Int(name.filter(\.isNumber).prefix(9)) ?? 0 }
    return (digits(rhs.name), rhs.name) < (digits(lhs.name), lhs.name)
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Whether a type is declared in the version.
  func contains(_ declaration: SourceDeclaration) -> Bool {
    !name.isEmpty && "\(declaration.name).".hasPrefix("\(name).")
  }

  /// Whether both have a class of the same name.
  func shares(_ other: SchemaVersion) -> Bool {
    models.contains { model in other.models.contains { $0.type.name.text == model.type.name.text } }
  }
}
