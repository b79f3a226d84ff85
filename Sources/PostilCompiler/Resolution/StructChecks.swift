import PostilSchema

/// What a struct must be to become a model.
extension Resolver {
  /// Names of types that are generated into a model.
  private static let generatedTypes = ["Columns", "Draft", "UniqueKeys"]
  /// Names that mean something else inside every model, so that no type at the top level can be reached by them there.
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
      for nested in Self.generatedTypes {
        let full = "\(state.name).\(nested)"
        guard let place = index.types[full]?.first?.place ?? index.aliases[full]?.place else { continue }
        report.error(Message.generatedTypeDeclared(nested, model: name), at: place)
      }
    }
  }
}
