import PostilSchema

/// Columns that the database fills: `@generated`, `@version`, `@createdAt`, `@updatedAt` and `@softDelete`.
extension Resolver {
  private static let fillingNotes: Set<String> = ["generated", "version", "createdAt", "updatedAt", "softDelete"]

  func resolveFilledColumns(of model: Int) {
    var first: [String: SourcePlace] = [:]
    for index in models[model].properties.indices {
      let property = models[model].properties[index]
      let notes = property.source.notes.filter { Self.fillingNotes.contains($0.name) }
      guard let note = notes.first else { continue }
      for other in notes.dropFirst() {
        report.error(
          Message.filledTwice(property.name, note.name, other.name), at: other.place,
          notes: [(Message.firstOne, note.place)])
      }
      if note.name != "generated", let place = first.updateValue(note.place, forKey: note.name) {
        report.error(
          Message.repeatedAnnotation(note.name, on: models[model].name), at: note.place,
          notes: [(Message.firstOne, place)])
      }
      guard isFree(property, for: note, of: model), let role = role(of: property, note) else { continue }
      if role == .generated {
        guard let generation = generation(of: property, note, model: model) else { continue }
        models[model].properties[index].generation = generation
      }
      models[model].properties[index].role = role
    }
  }

  /// Whether no other annotation gives the property a value.
  private func isFree(_ property: PropertyState, for note: BoundAnnotation, of model: Int) -> Bool {
    if models[model].source.keyProperties.contains(where: { $0.name == property.name }) {
      report.error(Message.filledKey(property.name, note.name), at: note.place)
      return false
    }
    if let initializer = property.source.declaration.initializer {
      report.error(
        Message.filledDefault(property.name, note.name),
        at: SourcePlace(path: property.place.path, position: initializer.position))
      return false
    }
    // A generated column can hold JSON; a version or a time can't. Devices can set times, but no version.
    let own =
      note.name == "generated" ? ["merge"] : note.name == "version" ? ["merge", "json", "vector"] : ["json", "vector"]
    for other in ["default", "references"] + own {
      guard let place = property.source.note(other)?.place else { continue }
      report.error(Message.filledWithOther(property.name, note.name, other: other), at: place)
      return false
    }
    return true
  }

  /// The role that an annotation gives a property; `nil` if its type isn't suitable, which is reported.
  private func role(of property: PropertyState, _ note: BoundAnnotation) -> ColumnRole? {
    let stored = property.type.stored
    switch note.name {
    case "generated": return .generated
    case "version":
      if !property.type.isOptional, case .integer(let bits, let isSigned) = stored, bits >= 32, bits < 64 || isSigned {
        return .version
      }
      report.error(Message.versionType(property.name, property.type.text), at: property.place)
    case "softDelete":
      if property.type.isOptional, let clock = Self.clocks[stored] { return .softDelete(clock) }
      report.error(Message.softDeleteType(property.name, property.type.text), at: property.place)
    default:
      if let clock = Self.clocks[stored] { return note.name == "createdAt" ? .createdAt(clock) : .updatedAt(clock) }
      report.error(Message.clockType(property.name, note.name, property.type.text), at: property.place)
    }
    return nil
  }

  private static let clocks: [StoredType: DateClock] = [
    .timestamp: .text, .iso8601Milliseconds: .iso8601Milliseconds, .unixSeconds: .unixSeconds,
    .unixMilliseconds: .unixMilliseconds, .julianDay: .julianDay, .referenceDate: .referenceDate,
  ]

  private func generation(of property: PropertyState, _ note: BoundAnnotation, model: Int) -> Generation? {
    guard let literal = note.strings[""] else { return nil }
    if let stored = note.flags["stored"], note.flags["virtual"] != nil {
      report.error(Message.storedAndVirtual(property.name), at: note.place(of: stored))
      return nil
    }
    let snippet = SQLSnippet(
      kind: .generated, annotation: "@generated", column: property.column, literal: literal, place: note.place)
    guard let expression = accept(snippet, of: model) else { return nil }
    return Generation(expression: expression, isStored: note.flags["stored"] != nil)
  }
}
