import PostilSchema

/// The requirements for a struct to be a model.
extension Resolver {
  /// The names of types that are generated in a model.
  private static let generatedTypes = ["Columns", "Draft", "UniqueKeys"]
  /// Names that have another meaning inside every model, so that a top-level type with such a name can't be used there.
  static let hiddenNames: Set<String> = ["Columns", "Draft", "UniqueKeys", "ID", "OwningModel"]

  func checkStructs() {
    var first: [String: SourcePlace] = [:]
    for state in models {
      let type = state.source.type
      let name = type.declaration.name.text
      if let place = first[state.name] {
        report.error(Message.modelTwice(state.name), at: state.place, notes: [(Message.firstOne, place)])
      } else {
        first[state.name] = state.place
      }
      if Self.hiddenNames.contains(state.name) {
        report.error(Message.hiddenName(state.name, table: SnakeCase.tableName(state.name)), at: state.place)
      }
      if type.visibility == .hidden { report.error(Message.hiddenModel(state.name), at: state.place) }
      if type.declaration.genericParameters != nil { report.error(Message.genericModel(name), at: state.place) }
      if type.isInsideGeneric, type.declaration.genericParameters == nil {
        report.error(Message.modelInGeneric(name), at: state.place)
      }
      if type.declaration.inheritance.contains(where: { $0.text.contains("~") }) {
        report.error(Message.noncopyableModel(name), at: state.place)
      }
      if !Conformances(of: type, in: index).mayInclude("Sendable") {
        report.error(
          Message.modelNotSendable(name, inherits: !type.declaration.inheritance.isEmpty), at: state.place)
      }
      if let actor = type.declaration.attributes.first(where: { $0.name.text == "MainActor" }) {
        report.error(
          Message.isolatedModel(name), at: SourcePlace(path: state.source.path, position: actor.name.position))
      }
      for nested in Self.generatedTypes + state.source.notes("changes").map({ _ in "Changes" }) {
        let full = "\(state.name).\(nested)"
        guard let place = index.types[full]?.first?.place ?? index.aliases[full]?.place else { continue }
        report.error(Message.generatedTypeDeclared(nested, model: name), at: place)
      }
    }
  }
}
