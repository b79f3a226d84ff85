import PostilSQL

/// An annotation whose arguments match its entry in `KnownAnnotation`.
struct BoundAnnotation {
  /// `strength.descending`, `address.city` or `"lower(title)"` in a list of columns.
  struct ColumnTerm {
    /// The property's name, or the expression as written.
    var name: SourceText
    var isDescending = false
    /// The SQL, if the term is an expression.
    var expression: StringLiteral?
  }

  /// `tags: Tag`
  struct RelationshipName {
    var name: SourceText
    /// The target as written: `Shop.Item`.
    var target: SourceText
  }

  /// `20` in `max: 20`
  struct Count {
    var value: Int
    var text: SourceText
  }

  var name: String
  var place: SourcePlace
  var columns: [ColumnTerm] = []
  var relationship: RelationshipName?
  /// String literals by label; the label is empty for the unlabeled argument.
  var strings: [String: StringLiteral] = [:]
  /// Names and words by label; the label is empty for the unlabeled argument.
  var names: [String: SourceText] = [:]
  /// Flags: `ordered`.
  var flags: [String: SourceText] = [:]
  /// Integers by label.
  var counts: [String: Count] = [:]
  var range: RangeArgument?
  /// Integers without a label.
  var numbers: [Int] = []
  /// The function and the SQL of a `@query`.
  var query: QuerySignature?

  func place(of text: SourceText) -> SourcePlace { SourcePlace(path: place.path, position: text.position) }

  /// The place of the first byte of a literal's value, for errors in it.
  func place(of literal: StringLiteral) -> SourcePlace {
    SourcePlace(path: place.path, position: literal.positions.first ?? place.position)
  }
}

/// Matches an annotation's arguments with its parameters.
struct AnnotationBinder {
  let report: DiagnosticReport

  /// - Returns: `nil` if an error was reported.
  func bind(_ annotation: Annotation, to known: KnownAnnotation) -> BoundAnnotation? {
    if let arguments = annotation.arguments, known.parameters.isEmpty, !arguments.isEmpty {
      report.error(Message.takesNoArguments(known.name), at: annotation.place)
      return nil
    }
    var bound = BoundAnnotation(name: annotation.name, place: annotation.place)
    var isValid = true
    for argument in annotation.arguments ?? [] {
      if !bind(argument, of: annotation, to: known, into: &bound) { isValid = false }
    }
    guard isValid else { return nil }
    for parameter in known.parameters where parameter.isRequired {
      let key = parameter.label ?? ""
      let isGiven =
        parameter.hasFreeLabel
        ? bound.relationship != nil
        : bound.strings[key] != nil || bound.names[key] != nil || bound.query != nil
          || parameter.isVariadic && !(bound.columns.isEmpty && bound.numbers.isEmpty && bound.range == nil)
      if !isGiven {
        report.error(Message.missingArgument(known.name, example: known.example), at: annotation.place)
        return nil
      }
    }
    if known.name == "allow", let reason = bound.strings["reason"],
      !reason.text.contains(where: { !$0.isWhitespace })
    {
      report.error(Message.emptyReason(bound.names[""]?.text ?? ""), at: bound.place(of: reason))
      return nil
    }
    return bound
  }

  private func bind(
    _ argument: AnnotationArgument, of annotation: Annotation, to known: KnownAnnotation,
    into bound: inout BoundAnnotation
  ) -> Bool {
    // An invalid value was reported when it was read.
    if case .other("") = argument.value { return false }
    let place = SourcePlace(path: annotation.place.path, position: argument.position)
    let label = argument.label?.text
    guard let parameter = parameter(for: argument, of: known, filled: bound) else {
      let labels = known.parameters.compactMap(\.label)
      if let label {
        let suggestion = Spelling.nearest(to: label, in: labels)
        report.error(
          Message.unknownArgument(
            "\(label):", of: known.name, suggestion: suggestion.map { "\($0):" }, example: known.example),
          at: place)
      } else {
        report.error(
          Message.unexpectedArgument(argument.value.description, of: known.name, example: known.example), at: place)
      }
      return false
    }
    let valuePlace = SourcePlace(path: annotation.place.path, position: argument.valuePosition)
    return take(argument, for: parameter, of: known, at: valuePlace, into: &bound)
  }

  private func parameter(
    for argument: AnnotationArgument, of known: KnownAnnotation, filled: BoundAnnotation
  ) -> KnownAnnotation.Parameter? {
    guard let label = argument.label?.text else {
      let flag = known.parameters.first { parameter in
        guard case (.flag(let word), .name(let names)) = (parameter.kind, argument.value) else { return false }
        return names == [word] && filled.flags[word] == nil
      }
      if let flag { return flag }
      // `from: name, version`: unlabeled values after a list belong to the list.
      if let list = known.parameters.first(where: { $0.label != nil && $0.isVariadic }), !filled.columns.isEmpty {
        return filled.names.isEmpty ? list : nil
      }
      return known.parameters.first { parameter in
        if case .flag = parameter.kind { return false }
        return parameter.label == nil && !parameter.hasFreeLabel && (parameter.isVariadic || isFree("", in: filled))
      }
    }
    if let named = known.parameters.first(where: { $0.label == label }) {
      return isFree(label, in: filled) && !(named.isVariadic && !filled.columns.isEmpty) ? named : nil
    }
    // If the relationship is missing, a label before a value that isn't a type is probably misspelled.
    return filled.relationship == nil
      ? known.parameters.first { $0.hasFreeLabel && ($0.isRequired || namesType(argument.value)) } : nil
  }

  private func namesType(_ value: AnnotationValue) -> Bool {
    if case .name(let names) = value { names.contains { $0.first?.isUppercase == true } } else { false }
  }

  private func isFree(_ key: String, in filled: BoundAnnotation) -> Bool {
    filled.strings[key] == nil && filled.names[key] == nil && filled.counts[key] == nil && filled.query == nil
  }

  private func take(
    _ argument: AnnotationArgument, for parameter: KnownAnnotation.Parameter, of known: KnownAnnotation,
    at place: SourcePlace, into bound: inout BoundAnnotation
  ) -> Bool {
    let key = parameter.label ?? ""
    switch (parameter.kind, argument.value) {
    case (.sql, .string(let literal)), (.text, .string(let literal)), (.nameOrText, .string(let literal)):
      bound.strings[key] = literal
    case (.column, .string(let literal)):
      bound.columns.append(
        BoundAnnotation.ColumnTerm(name: SourceText(literal.text, at: place.position), expression: literal))
    case (.column, .directedString(let literal, let direction)):
      guard let isDescending = isDescending(direction, of: "\"\(literal.text)\"", in: known, at: place) else {
        return false
      }
      bound.columns.append(
        BoundAnnotation.ColumnTerm(
          name: SourceText(literal.text, at: place.position), isDescending: isDescending, expression: literal))
    case (.query, .query(let signature)):
      bound.query = signature
    case (.flag(let word), .name):
      bound.flags[word] = SourceText(word, at: place.position)
    case (.count, .number(let text)):
      guard let value = Int(text.filter { $0 != "_" }), (1...Int(Int32.max)).contains(value) else {
        report.error(Message.wrongCount(text, label: key), at: place)
        return false
      }
      bound.counts[key] = BoundAnnotation.Count(value: value, text: SourceText(text, at: place.position))
    case (.number, .number(let text)) where Int(text) != nil:
      bound.numbers += [text].compactMap { Int($0) }
    case (.range, .range(let range)) where bound.range == nil:
      bound.range = range
    case (.column, .name(let names)):
      return takeColumn(names, of: known, at: place, into: &bound)
    case (.property, .name(let names)),
      (.range, .name(let names)) where !["ascending", "descending"].contains(names.last):
      bound.columns.append(
        BoundAnnotation.ColumnTerm(name: SourceText(names.joined(separator: "."), at: place.position)))
    case (.name, .name(let names)) where names.count == 1, (.nameOrText, .name(let names)) where names.count == 1:
      bound.names[key] = SourceText(names[0], at: place.position)
    case (.path, .name(let names)):
      bound.names[key] = SourceText(names.joined(separator: "."), at: place.position)
    case (.finding, .name(let names)) where names.count == 1:
      guard acceptsFinding(names[0], at: place) else { return false }
      bound.names[key] = SourceText(names[0], at: place.position)
    case (.model, .name(let names)):
      // `Tag.self` means the same as `Tag`.
      let target = SourceText(
        (names.last == "self" ? names.dropLast() : names[...]).joined(separator: "."), at: place.position)
      if parameter.hasFreeLabel, let label = argument.label {
        bound.relationship = BoundAnnotation.RelationshipName(name: label, target: target)
      } else {
        bound.names[key] = target
      }
    case (.type, .name), (.type, .other):
      bound.relationship = argument.label.map {
        BoundAnnotation.RelationshipName(name: $0, target: SourceText(argument.value.description, at: place.position))
      }
    case (.word(let words), .name(let names)) where names.count == 1:
      guard words.contains(names[0]) else {
        report.error(
          Message.unknownWord(names[0], of: key.isEmpty ? "@\(known.name)" : "\(key):", words: words), at: place)
        return false
      }
      bound.names[key] = SourceText(names[0], at: place.position)
    default:
      report.error(
        Message.wrongValue(argument.value.description, label: key, of: known.name, example: known.example), at: place)
      return false
    }
    return true
  }

  /// Whether a name is the code of a finding that can be suppressed.
  private func acceptsFinding(_ name: String, at place: SourcePlace) -> Bool {
    guard let code = LintCode(rawValue: name) else {
      let codes = LintCode.allCases.filter(\.canBeAllowed).map(\.rawValue)
      report.error(
        Message.unknownFinding(name, suggestion: Spelling.nearest(to: name, in: codes)), at: place)
      return false
    }
    guard code.canBeAllowed else {
      report.error(Message.unallowableFinding(name), at: place)
      return false
    }
    return true
  }

  private func takeColumn(
    _ names: [String], of known: KnownAnnotation, at place: SourcePlace, into bound: inout BoundAnnotation
  ) -> Bool {
    let direction = names.count > 1 ? names.last.flatMap { ["descending", "ascending"].contains($0) ? $0 : nil } : nil
    let path = (direction == nil ? names[...] : names.dropLast()).joined(separator: ".")
    guard let isDescending = direction.map({ isDescending($0, of: path, in: known, at: place) }) ?? false else {
      return false
    }
    bound.columns.append(
      BoundAnnotation.ColumnTerm(name: SourceText(path, at: place.position), isDescending: isDescending))
    return true
  }

  /// The sort order after a term and a dot: `descending` or `ascending`; `nil` for anything else, which is reported.
  private func isDescending(_ word: String, of term: String, in known: KnownAnnotation, at place: SourcePlace) -> Bool?
  {
    guard ["descending", "ascending"].contains(word) else {
      report.error(Message.unknownDirection("\(term).\(word)", property: term), at: place)
      return nil
    }
    guard known.name != "unique" else {
      report.error(Message.directionOfUnique(term), at: place)
      return nil
    }
    guard known.name != "fullText" else {
      report.error(Message.directionOfFullText(term), at: place)
      return nil
    }
    return word == "descending"
  }
}
