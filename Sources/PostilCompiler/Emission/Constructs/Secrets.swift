import PostilSchema

/// What hides the properties with `@secret`: the reflection that `print` and `dump` use, and an encoding without them.
struct Secrets {
  /// A stored property of a struct.
  struct Member {
    var name: String
    var isOptional: Bool
    var isSecret: Bool
  }

  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var isEncodable: Bool {
    context.model.draftConformances.contains { $0 == "Codable" || $0 == "Encodable" }
  }

  init(_ context: ModelContext) { self.context = context }

  /// The extension of the model; empty without a secret.
  var code: [Code] {
    guard context.hasSecrets else { return [] }
    let properties = context.model.rowProperties.map { Member($0) }
    let others = context.model.transientProperties.map { Member(name: $0, isOptional: false, isSecret: false) }
    // Swift decodes the struct with keys of its own, which are private to its file. It would take others of the same name for these.
    return [
      .blank,
      context.extending(names[.customReflectable]) {
        members(
          properties + others, keys: "EncodedKeys", isEncodable ? (properties + others).filter { !$0.isSecret } : [])
      },
    ]
  }

  /// The members of a generated struct, whose decoding uses the same keys; empty without a secret.
  func members(of members: [Member]) -> [Code] {
    guard context.hasSecrets else { return [] }
    return self.members(members, keys: "CodingKeys", context.isCodable ? members : [])
  }

  private func members(_ members: [Member], keys name: String, _ keys: [Member]) -> [Code] {
    [mirror(members), enumeration(name, of: keys), isEncodable ? encoding(members, keys: name) : []].separatedByBlanks()
  }

  private func mirror(_ members: [Member]) -> [Code] {
    let children = members.map { member -> Code in
      let value = member.isSecret ? "\"(secret)\"" : "self.\(SwiftNames.member(member.name)) as Any"
      return .line("\(SwiftLiteral.string(member.name)): \(value)")
    }
    let access = context.access.prefix
    return [
      .documentation(["What is printed: everything but what is `@secret`."]),
      .function("\(access)var customMirror: \(names[.mirror])") {
        Code.call("\(names[.mirror])(", ["self", .array("children: [", children), "displayStyle: .struct"])
      },
    ]
  }

  private func enumeration(_ name: String, of keys: [Member]) -> [Code] {
    guard !keys.isEmpty else { return [] }
    return [
      .type("private enum \(name): \(names[.string]), \(names[.codingKey])") {
        "case " + keys.map { SwiftNames.declared($0.name) }.joined(separator: ", ")
      }
    ]
  }

  private func encoding(_ members: [Member], keys: String) -> [Code] {
    FunctionCode(
      documentation: ["Encodes everything but what is `@secret`."], access: context.access, introducer: "func encode",
      parameters: [.init("to", "encoder", "any \(names[.encoder])")],
      body: [.line("var values = encoder.container(keyedBy: \(keys).self)")]
        + members.filter { !$0.isSecret }.map { member in
          let name = SwiftNames.member(member.name)
          let function = member.isOptional ? "encodeIfPresent" : "encode"
          return .line("try values.\(function)(self.\(name), forKey: .\(name))")
        }
    ).code
  }
}

extension Secrets.Member {
  init(_ property: ResolvedProperty) {
    self.init(name: property.name, isOptional: property.isOptional, isSecret: property.isSecret)
  }
}

extension ModelContext {
  /// Whether a property has `@secret`.
  var hasSecrets: Bool { model.properties.contains(where: \.isSecret) }
  /// Whether the model's structs are encoded or decoded.
  var isCodable: Bool {
    model.draftConformances.contains { ["Codable", "Encodable", "Decodable"].contains($0) }
  }
}
