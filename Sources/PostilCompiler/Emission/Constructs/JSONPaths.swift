import PostilSchema

/// The members of structs in JSON columns, for use in queries.
struct JSONPaths {
  var types: [ResolvedJSONType]
  var names: RuntimeNames

  init(_ types: [ResolvedJSONType], names: RuntimeNames) {
    self.types = types
    self.names = names
  }

  var code: [Code] { types.map { [.conditional($0.conditions, [conformance(of: $0)])] }.separatedByBlanks() }

  private func conformance(of type: ResolvedJSONType) -> Code {
    let access = type.access.prefix
    let node = names[.jsonNode]
    return .type("nonisolated extension \(type.swiftName): \(names[.jsonPathed])") {
      Code.documentation(["The members of `\(type.swiftName)` in JSON, for use in queries."])
      Code.type("\(access)struct JSONPaths: \(names[.jsonMembers])") {
        "let jsonNode: \(node)"
        "\(access)init(_ node: \(node)) { jsonNode = node }"
        type.members.map(member)
      }
    }
  }

  private func member(_ member: ResolvedJSONType.Member) -> Code {
    let path = names[.jsonPath]
    return .function(
      "\(member.access.prefix)var \(SwiftNames.declared(member.name)): \(path)<\(member.type)>"
    ) { "\(path)(\(SwiftLiteral.string(member.key)), of: jsonNode)" }
  }
}
