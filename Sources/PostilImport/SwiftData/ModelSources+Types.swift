import PostilCompiler

extension ModelSources {
  /// An enum or struct, with what its extensions add.
  func sourceType(
    _ declaration: SourceDeclaration, _ models: [SourceDeclaration], _ usable: [SourceDeclaration]
  ) -> SourceType {
    let type = declaration.type
    var result = SourceType(declaration)
    let around = declaration.path.indices.map { declaration.path[...$0].joined(separator: ".") }
    result.container = around.last { name in models.contains { $0.name == name || $0.type.name.text == name } }
      .map(Self.last)
    result.outer = around.last { name in
      !versions.contains { $0.name == name }
        && usable.contains { $0.name == name && ($0.type.kind == .struct || $0.type.kind == .enum) }
    }
    let extensions = usable.filter {
      $0.type.kind == .extension && [declaration.name, type.name.text].contains($0.name)
    }
    result.inheritance = (type.inheritance + extensions.flatMap(\.type.inheritance)).map(\.text)
    let raw = result.inheritance.first
    result.rawType = type.kind == .enum && raw.map { TypeShape.plain.contains($0) } == true ? raw : nil
    func isCoding(_ part: SourceDeclaration) -> Bool {
      part.type.functions.contains("encode") || part.declaration.contains("init(from")
    }
    let isRawValue = ["OptionSet", "RawRepresentable"].contains { result.conforms(to: $0) }
    result.extensions = extensions.filter(isCoding).map { withoutVersions($0.declaration) }
    result.hasOwnCoding = isCoding(declaration) || !result.extensions.isEmpty || isRawValue
    result.cases = type.cases.map { ($0.name.text, $0.rawValue?.text) }
    result.payloads = type.cases.map { Self.payload(written($0.associatedValues)) }
    let stored = type.properties.filter { !$0.isStatic && $0.storage != .computed }
    result.properties = stored.map {
      ($0.name.text, written($0.type?.text) ?? Self.inferred($0.initializer?.text) ?? "")
    }
    for (index, value) in type.cases.enumerated() {
      // The cases of one line have the same comments.
      if index == 0 || type.cases[index - 1].comments.leading != value.comments.leading {
        result.members += Self.documentation(value.comments).map { "/// \($0)" }
      }
      result.members.append(
        "case \(SwiftWords.written(value.name.text))" + (written(value.associatedValues).map { "(\($0))" } ?? "")
          + (value.rawValue.map { " = \($0.text)" } ?? ""))
    }
    for property in stored {
      result.members += Self.documentation(property.comments).map { "/// \($0)" }
      result.members.append(
        "\(property.isLet ? "let" : "var") \(SwiftWords.written(property.name.text))"
          + (written(property.type?.text).map { ": \($0)" } ?? "")
          + (written(property.initializer?.text).map { " = \($0)" } ?? ""))
    }
    result.text = withoutVersions(declaration.declaration)
    return result
  }

  /// The labels and types of `reason: String, code: Int = 3`.
  private static func payload(_ text: String?) -> [(label: String?, type: String)] {
    guard let text, let tokens = try? SyntaxToken.all(of: SourceText(text, at: SourcePosition())) else { return [] }
    return MacroArguments.split(tokens[...]).map { part in
      var part = part.prefix { $0.text != "=" }
      var label: String?
      if let first = part.first, first.kind == .identifier, let colon = part.firstIndex(where: { $0.text == ":" }) {
        label = first.text == "_" ? nil : first.name
        part = part[(colon + 1)...]
      }
      return (label, part.map(\.text).joined())
    }
  }

  /// A type or value without the names of versions, and with the types that aliases stand for.
  func written(_ text: String?) -> String? {
    guard var text = text.map(withoutVersions) else { return nil }
    for _ in 0..<8 where !aliases.isEmpty {
      text = withoutVersions(
        text.replacing(/[A-Za-z_][A-Za-z0-9_]*/) { match in aliases[String(match.output)] ?? String(match.output) })
    }
    return text
  }

  private func withoutVersions(_ text: String) -> String {
    versions.reduce(text) { text, version in
      version.name.isEmpty ? text : text.replacing("\(version.name).", with: "")
    }
  }

  static func documentation(_ comments: AttachedComments) -> [String] {
    comments.leading.filter { $0.kind == .documentationLine }.map { comment in
      String(comment.text.drop { $0 == " " })
    }
  }
}
