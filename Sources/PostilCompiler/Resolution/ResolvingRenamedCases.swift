import PostilSchema

/// `@renamed(from:)` on an enum case: a former raw value. Only migrations use it; the DDL doesn't depend on it.
extension Resolver {
  private static let example = "@renamed(from: \"old_value\")"

  /// Reads the annotations on the cases of every stored enum, and rejects those on cases of other enums.
  func resolveRenamedCases() {
    var renamed: [String: [RenamedValue]] = [:]
    for type in index.order where type.declaration.kind == .enum {
      // Comments without this word aren't annotations.
      let isAnnotated = type.declaration.cases.contains { declaration in
        (declaration.comments.leading + declaration.comments.trailing).contains { $0.text.contains("@rename") }
      }
      // Errors there are reported when the other target is compiled.
      if isAnnotated { renamed[type.name] = renamedValues(of: type, isReported: type.module == nil) }
    }
    guard !renamed.isEmpty else { return }
    for model in models.indices {
      for index in models[model].properties.indices {
        guard case .raw(let name, _) = models[model].properties[index].type.stored, let values = renamed[name] else {
          continue
        }
        models[model].properties[index].renamedValues = values
      }
    }
  }

  private func renamedValues(of type: DeclaredType, isReported: Bool) -> [RenamedValue] {
    func refuse(_ message: String, at place: SourcePlace, notes: [(message: String, place: SourcePlace)] = []) {
      if isReported { report.error(message, at: place, notes: notes) }
    }
    let raw = usedRawTypes.contains(type.name) ? try? types.rawType(type.name) : nil
    let current = Set((raw?.values ?? []).map { Array($0.sql.utf8) })
    var places: [[UInt8]: SourcePlace] = [:]
    var result: [RenamedValue] = []
    var previous: EnumCaseDeclaration?
    for (position, declaration) in type.declaration.cases.enumerated() {
      let comments = declaration.comments.leading + declaration.comments.trailing
      let shared = previous.map { $0.comments.leading + $0.comments.trailing } ?? []
      for problem in AnnotationReader.unread(in: comments, path: type.path) where problem.message.contains("@renamed") {
        refuse(problem.message, at: problem.place)
      }
      for note in AnnotationReader.read(comments, path: type.path).annotations where note.name.hasPrefix("rename") {
        if let previous, comments.contains(where: { shared.contains($0) }) {
          refuse(Message.renamedSeveralCases([previous.name.text, declaration.name.text]), at: note.place)
          continue
        }
        guard note.name == "renamed" else {
          refuse(Message.unknownAnnotation(note.name, suggestion: "renamed"), at: note.place)
          continue
        }
        guard let raw, let values = raw.values, position < values.count else {
          refuse(Message.renamedCaseOfUnstored(type.name), at: note.place)
          continue
        }
        guard let argument = note.arguments?.first, note.arguments?.count == 1, argument.label?.text == "from" else {
          refuse(Message.missingArgument(note.name, example: Self.example), at: note.place)
          continue
        }
        let place = SourcePlace(path: type.path, position: argument.valuePosition)
        guard let former = rawValue(argument.value, isText: raw.stored.base == .text)?.sql else {
          refuse(Message.renamedCaseType(type.name, isText: raw.stored.base == .text), at: place)
          continue
        }
        if current.contains(Array(former.utf8)) {
          refuse(Message.renamedCasePresent(argument.value.description), at: place)
        } else if let other = places.updateValue(place, forKey: Array(former.utf8)) {
          refuse(
            Message.renamedCaseTwice(argument.value.description), at: place, notes: [(Message.firstOne, other)])
        } else {
          result.append(RenamedValue(former: former, current: values[position].sql))
        }
      }
      previous = declaration
    }
    return result
  }

  /// The raw value of an argument; `nil` if it doesn't have the raw type.
  private func rawValue(_ value: AnnotationValue, isText: Bool) -> RawType.Value? {
    switch value {
    case .string(let literal): return isText ? .text(literal.text) : nil
    case .number(let text):
      let isNegative = text.hasPrefix("-")
      return isText ? nil : RawValues.integer(String(text.drop { $0 == "-" || $0 == " " }), isNegative: isNegative)
    default: return nil
    }
  }
}
