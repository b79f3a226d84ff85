/// The protocols that a type of the target conforms to, according to its sources.
struct Conformances {
  private var names: Set<String> = []
  /// Whether it inherits from a type or protocol that isn't declared in the sources.
  private var hasUnknown = false

  /// Protocols of the standard library that imply neither `Sendable` nor `Hashable`.
  private static let plain: Set<String> = [
    "Codable", "Encodable", "Decodable", "Equatable", "Identifiable", "Comparable", "CaseIterable", "RawRepresentable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "LosslessStringConvertible",
    "ExpressibleByStringLiteral",
    "ExpressibleByIntegerLiteral", "Hashable", "CodingKeyRepresentable", "OptionSet", "SetAlgebra", "Sequence",
  ]

  /// - Parameter everywhere: whether extensions in other files count too. They don't if a conformance must be
  ///   synthesized or checked.
  init(of type: DeclaredType, in index: DeclarationIndex, everywhere: Bool = false) {
    var open = [type.name]
    var seen: Set<String> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      for part in index.parts(of: name)
      where everywhere || part.declaration.kind != .extension || part.path == type.path {
        for inherited in part.declaration.inheritance {
          add(inherited.text, in: part.name, to: &open, index: index)
        }
      }
    }
  }

  private mutating func add(_ text: String, in scope: String, to open: inout [String], index: DeclarationIndex) {
    for piece in text.split(separator: "&") {
      let words = piece.split { $0 == " " || $0 == "\n" || $0 == "\t" }.filter { !$0.hasPrefix("@") }
      let name = words.joined(separator: " ")
      let bare = name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
      names.insert(bare)
      if let full = index.fullName(of: bare, in: scope, orKnown: { _ in false }) {
        if let alias = index.aliases[full] {
          add(alias.type.text, in: alias.scope, to: &open, index: index)
        } else {
          open.append(full)
        }
      } else if bare != "Sendable", !Self.plain.contains(bare), BuiltinType.stored[bare] == nil {
        hasUnknown = true
      }
    }
  }

  /// Whether the type conforms explicitly, or inherits from an unknown type that may conform.
  func mayInclude(_ name: String) -> Bool { names.contains(name) || hasUnknown }
}
