import PostilSchema

/// The code for enums and custom identifiers, which are stored as their raw values or case names.
struct RawTypes {
  var types: [ResolvedRawType]
  var names: RuntimeNames

  init(_ types: [ResolvedRawType], names: RuntimeNames) {
    self.types = types
    self.names = names
  }

  var code: [Code] {
    types.map { [.conditional($0.conditions, conformance(of: $0))] }.separatedByBlanks()
  }

  private func conformance(of type: ResolvedRawType) -> [Code] {
    if let cases = type.caseNames { return [caseNames(cases, of: type)] }
    if let storage = names.storage(type.storage, isOptional: false) { return [stored(as: storage, type)] }
    let conformances =
      (type.isRawRepresentable ? [] : [names[.rawRepresentable]]) + [names[.rawColumnValue]]
      + (type.isInJSON ? [names[.jsonScalar]] : [])
    return [.line("nonisolated extension \(type.swiftName): \(conformances.joined(separator: ", ")) {}")]
  }

  /// An enum that is stored as its case name.
  private func caseNames(_ cases: [String], of type: ResolvedRawType) -> Code {
    let access = type.access.prefix
    let string = names[.string]
    return .type("nonisolated extension \(type.swiftName): \(names[.caseNameColumnValue])") {
      [
        [
          .function("\(access)init?(caseName: \(string))") {
            "switch caseName {"
            cases.map { .line("case \(SwiftLiteral.string($0)): self = .\(SwiftNames.member($0))") }
            "default: return nil"
            "}"
          }
        ],
        [
          .function("\(access)var caseName: \(string)") {
            "switch self {"
            cases.map { .line("case .\(SwiftNames.member($0)): \(SwiftLiteral.string($0))") }
            "}"
          }
        ],
      ].separatedByBlanks()
    }
  }

  /// An identifier whose raw value is stored in a different form.
  private func stored(as storage: String, _ type: ResolvedRawType) -> Code {
    let access = type.access.prefix
    return .type("nonisolated extension \(type.swiftName): \(names[.columnRepresentable])") {
      [
        [.function("\(access)init(stored: \(storage))") { "self.init(rawValue: stored._plain)" }],
        [.function("\(access)var stored: \(storage)") { "\(storage)(_plain: rawValue)" }],
      ].separatedByBlanks()
    }
  }
}
