import PostilCompiler

/// An enum or struct in the sources that properties may use.
struct SourceType {
  let declaration: SourceDeclaration
  /// The inherited types, including those of extensions.
  var inheritance: [String] = []
  /// The raw type of an enum: `String`, `Int`; `nil` without one.
  var rawType: String?
  /// The names of an enum's cases, with the raw values as written.
  var cases: [(name: String, rawValue: String?)] = []
  /// The labels and types of the associated values of each case.
  var payloads: [[(label: String?, type: String)]] = []
  /// The stored properties of a struct, with their types.
  var properties: [(name: String, type: String)] = []
  /// The model that contains the declaration.
  var container: String?
  /// The enum or struct that contains the declaration.
  var outer: String?
  /// Whether it has an `init(from:)` or `encode(to:)`, or is coded as a raw value that it computes.
  var hasOwnCoding = false
  /// The texts of the extensions that determine how it is stored.
  var extensions: [String] = []
  /// Cases and stored properties, as lines.
  var members: [String] = []
  /// The text as written, without the names of versions.
  var text = ""

  init(_ declaration: SourceDeclaration) { self.declaration = declaration }

  var name: String { declaration.type.name.text }
  /// `Trip.Status`
  var fullName: String { declaration.name }
  var isEnum: Bool { declaration.type.kind == .enum }
  /// The types of all associated values.
  var associatedValues: [String] { payloads.joined().map(\.type) }
  var hasAssociatedValues: Bool { payloads.contains { !$0.isEmpty } }
  /// The modules that its file imports.
  var imports: [String] { declaration.imports }
  var genericParameters: [String] {
    declaration.type.genericParameters?.split(separator: ",").map { part in
      part.prefix { $0 != ":" }.filter { !$0.isWhitespace }
    } ?? []
  }

  /// Whether the declaration lists this protocol.
  func conforms(to name: String) -> Bool { inheritance.contains { $0 == name || $0.hasSuffix(".\(name)") } }

  /// Methods, computed and static properties, which aren't copied, because they may use anything in the application.
  var leftOut: [String] {
    let properties = declaration.type.properties.filter { $0.isStatic || $0.storage == .computed }.map(\.name.text)
    return (properties + declaration.type.functions.filter { $0 != "init" }).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Whether it declares how it is created.
  var hasInitializer: Bool { text.contains("init(") }

  /// Whether the declaration contains nothing but what its values consist of.
  private var isPlain: Bool {
    let type = declaration.type
    return type.functions.isEmpty && !hasInitializer && type.types.isEmpty && type.modifiers.isEmpty
      && type.attributes.isEmpty
      && type.properties.allSatisfy { !$0.isStatic && $0.storage == .stored && $0.attributes.isEmpty }
      && type.inheritance.allSatisfy { isKept($0.text) }
  }

  private func isKept(_ inherited: String) -> Bool {
    ["Codable", "Decodable", "Encodable", "Hashable", "Equatable", "Sendable", "CaseIterable", "Error"].contains(
      inherited)
      || inherited == rawType || inherited == "Identifiable" && properties.contains { $0.name == "id" }
  }

  /// Whether it is copied with everything in it, because its members determine how values are stored.
  var isWhole: Bool { isPlain || hasOwnCoding || !genericParameters.isEmpty }

  /// The declaration with further conformances, as lines.
  /// - Parameter nested: the lines of the types in it that are needed.
  func lines(adding conformances: [String], nested: [[String]]) -> [String] {
    if isWhole {
      let wanted = (extensions.isEmpty ? inheritance.filter(isKept) : []) + conformances
      return text(adding: genericParameters.isEmpty ? wanted : [])
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let list = inheritance.filter(isKept) + conformances.filter { !conforms(to: $0) }
    let head = "\(isEnum ? "enum" : "struct") \(name): \(list.joined(separator: ", ")) {"
    return [head] + (members + nested.joined()).map { "  " + $0 } + ["}"]
  }

  private func text(adding conformances: [String]) -> String {
    let type = declaration.type
    let written = extensions.isEmpty ? type.inheritance.map(\.text) : inheritance
    let missing = conformances.filter { name in !written.contains { $0 == name || $0.hasSuffix(".\(name)") } }
    guard !missing.isEmpty else { return text }
    // The end of the name and of the inherited types.
    var depth = 0
    var head = text.endIndex
    for index in text.indices {
      if text[index] == "<" { depth += 1 }
      if text[index] == ">" { depth -= 1 }
      if text[index] == "{", depth == 0 {
        head = index
        break
      }
    }
    let before = text[..<head]
    let trimmed = String(before.reversed().drop(while: \.isWhitespace).reversed())
    return trimmed + (type.inheritance.isEmpty ? ": " : ", ") + missing.joined(separator: ", ") + " " + text[head...]
  }
}
