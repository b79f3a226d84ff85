import PostilCompiler

extension TypeShape {
  /// The members of standard types that defaults may use.
  private static let members: Set<String> = [
    "now", "distantPast", "distantFuture", "init", "zero", "max", "min", "infinity", "pi", "current",
    "autoupdatingCurrent",
    "uuidString", "addingTimeInterval", "timeIntervalSince1970", "timeIntervalSinceReferenceDate",
  ]

  /// A word in a default that the written structs don't contain: a constant, a function or a member of the application.
  /// - Parameter type: the type of the property.
  func foreignWord(in value: String, of type: String) -> String? {
    guard let tokens = try? SyntaxToken.all(of: SourceText(value, at: SourcePosition())) else { return value }
    let owners = Self.names(in: type).compactMap { self.type($0) }
    for (index, token) in tokens.enumerated() {
      if token.kind == .stringLiteral(.interpolated) || ["{", "#", "\\", "@"].contains(token.text) {
        return token.text
      }
      let before = index > 0 ? tokens[index - 1].text : ""
      let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
      let isLabel = next == ":" && (before == "(" || before == ",")
      guard token.kind == .identifier, !isLabel, !["true", "false", "nil"].contains(token.text) else { continue }
      if before == "." {
        let owner =
          index > 1 && tokens[index - 2].kind == .identifier ? self.type(tokens[index - 2].name).map { [$0] } : owners
        if owner?.contains(where: { $0.cases.contains { $0.name == token.name } }) == true { continue }
        if self.type(token.name) != nil || Self.members.contains(token.name) { continue }
      } else if let declared = self.type(token.name) {
        if next != "(" || declared.isWhole || !declared.hasInitializer { continue }
      } else if Self.standard.contains(token.name) {
        continue
      }
      return token.text
    }
    return nil
  }
}
