import PostilSQL

/// Annotations and their arguments.
extension Message {
  static let interpolatedLiteral =
    "string interpolation isn't allowed in annotations, because its value isn't known at build time; write the text itself"

  static func unclosedAnnotation(_ name: String) -> String {
    "'@\(name)(' is missing its closing ')'; add it, and close every string before it"
  }

  static func proseBehindAnnotation(_ word: String) -> String {
    "unexpected '\(word)' after an annotation; put two spaces or '//' before a comment, or '@' before another annotation"
  }

  static func emptyArgument(_ name: String) -> String {
    "'@\(name)' has an extra comma; write a single comma between arguments"
  }

  static func missingValue(_ label: String) -> String { "'\(label):' has no value; add a value after the colon" }

  static func takesNoArguments(_ name: String) -> String {
    "'@\(name)' takes no arguments; write '@\(name)'"
  }

  static func missingArgument(_ name: String, example: String) -> String {
    "'@\(name)' is missing an argument; write it as in '\(example)'"
  }

  static func unknownArgument(_ label: String, of name: String, suggestion: String?, example: String) -> String {
    suggestion.map { "unknown argument '\(label)' of '@\(name)'; did you mean '\($0)'?" }
      ?? "unknown or repeated argument '\(label)' of '@\(name)'; write it as in '\(example)'"
  }

  static func unexpectedArgument(_ value: String, of name: String, example: String) -> String {
    "'@\(name)' can't take '\(value)' here; write it as in '\(example)'"
  }

  static func wrongValue(_ value: String, label: String, of name: String, example: String) -> String {
    let subject = label.isEmpty ? "'@\(name)'" : "'\(label):' of '@\(name)'"
    return "\(subject) can't be '\(value)'; write it as in '\(example)'"
  }

  static func wrongCount(_ value: String, label: String) -> String {
    "'\(label):' can't be '\(value)'; write an integer of at least 1, or remove '\(label):'"
  }

  static func unknownWord(_ word: String, of label: String, words: [String]) -> String {
    if let suggestion = Spelling.nearest(to: word, in: words) {
      return "'\(label)' can't be '\(word)'; did you mean '\(suggestion)'?"
    }
    return "'\(label)' can't be '\(word)'; write \(list(words, "or"))"
  }

  static func unknownDirection(_ text: String, property: String) -> String {
    "'\(text)' is not a column; write '\(property)', '\(property).ascending' or '\(property).descending'"
  }

  static func directionOfUnique(_ property: String) -> String {
    "a unique key has no sort order; write '\(property)', or add '@index(\(property).descending)' for sorting"
  }

  static func unknownAnnotation(_ name: String, suggestion: String?) -> String {
    suggestion.map { "unknown annotation '@\(name)'; did you mean '@\($0)'?" }
      ?? "unknown annotation '@\(name)'; remove the '@' if this is an ordinary comment"
  }

  static func repeatedAnnotation(_ name: String, on owner: String) -> String {
    "'@\(name)' is repeated on '\(owner)'; keep one of them"
  }

  static let firstOne = "the first one is here"

  static func propertyAnnotationOnStruct(_ name: String, model: String) -> String {
    "'@\(name)' belongs to a property, not to '\(model)'; write it directly above the property or after it on the same line"
  }

  static func looseAnnotation(_ name: String) -> String {
    "'@\(name)' isn't attached to a property; write it directly above the property, without a blank line, or after it on the "
      + "same line"
  }

  static func structAnnotationOnProperty(_ name: String, property: String, model: String) -> String {
    "'@\(name)' belongs to the struct, not to '\(property)'; write it above 'struct \(model)'"
  }

  static func annotationOnComputed(_ name: String, property: String) -> String {
    "'@\(name)' can't be applied to '\(property)', which is computed or static and therefore not a column; remove the "
      + "annotation, or make it a stored property"
  }

  static func annotationOnSeveral(_ name: String, _ properties: [String]) -> String {
    "'@\(name)' applies to \(list(properties)) together; declare each property on its own line"
  }

  static func columnsMissing(_ name: String) -> String {
    "'@\(name)' on a struct must name its columns; write '@\(name)(…)' with the names of properties, or move it to a property"
  }

  static func tableOnOther(_ annotation: String, _ kind: String, _ name: String) -> String {
    "'\(name)' has '@\(annotation)', but is \(kind == "enum" || kind == "actor" || kind == "extension" ? "an" : "a") \(kind); "
      + "only a struct can be a \(annotation): write 'struct \(name)'"
  }

  static func tableOnExtension(_ annotation: String, _ name: String) -> String {
    "'@\(annotation)' has no effect on an extension of '\(name)'; move it above 'struct \(name)'"
  }

  static func tableInFunction(_ name: String) -> String {
    "'@\(name)' has no effect on a struct in a function, which generated code in another file can't use; move the struct out of the "
      + "function"
  }

  static func looseTable(_ name: String) -> String {
    "'@\(name)' isn't attached to a struct; write it directly above 'struct', without a blank line between them"
  }

  static func inDocumentation(_ name: String, hasArguments: Bool = false) -> String {
    "'@\(name)' has no effect in a documentation comment; write '// @\(name)\(hasArguments ? "(…)" : "")'"
  }

  static func inBlockComment(_ name: String, hasArguments: Bool = false) -> String {
    "'@\(name)' has no effect in a block comment; write '// @\(name)\(hasArguments ? "(…)" : "")'"
  }

  static func partedAnnotation(_ name: String, hasArguments: Bool = false) -> String {
    "'@ \(name)' has no effect, because of the space after '@'; write '// @\(name)\(hasArguments ? "(…)" : "")'"
  }

  static func notATable(_ annotation: String, _ name: String) -> String {
    "'@\(annotation)' has no effect on '\(name)', which has no '@table'; write '// @table' above the struct"
  }

  static func annotationOnOther(_ annotation: String, _ kind: String, _ name: String) -> String {
    "'@\(annotation)' has no effect on the \(kind) '\(name)', which can't be a table; move it to the right struct"
  }

  static func misspeltTable(_ written: String, _ name: String) -> String {
    "unknown annotation '@\(written)' on '\(name)', which has no '@table'; did you mean '@table'?"
  }

  static func misspeltProjection(_ written: String, _ name: String) -> String {
    "unknown annotation '@\(written)' on '\(name)', which has no '@table'; did you mean '@projection'?"
  }

  static func annotationInExtension(_ annotation: String, _ name: String) -> String {
    "'@\(annotation)' has no effect in an extension of '\(name)'; move it into 'struct \(name)'"
  }

  static func unknownFinding(_ code: String, suggestion: String?) -> String {
    suggestion.map { "unknown finding '\(code)'; did you mean '\($0)'?" }
      ?? "unknown finding '\(code)'; write the code that 'postil check' prints in brackets after the warning"
  }

  static func unallowableFinding(_ code: String) -> String {
    "'\(code)' can't be allowed; remove this '@allow'"
  }

  static func emptyReason(_ code: String) -> String {
    "'reason:' of '@allow(\(code))' is empty; explain why the finding is harmless here"
  }
}
