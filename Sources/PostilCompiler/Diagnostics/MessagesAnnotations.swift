/// Annotations and their arguments.
extension Message {
  static let interpolatedLiteral =
    "this string has an interpolation, which has no value at build time; write the text itself"

  static func unclosedAnnotation(_ name: String) -> String {
    "'@\(name)(' is never closed; write the ')' that ends it, and close every string before it"
  }

  static func proseBehindAnnotation(_ word: String) -> String {
    "'\(word)' follows an annotation; put two spaces or '//' before a remark, or '@' before another annotation"
  }

  static func emptyArgument(_ name: String) -> String {
    "'@\(name)' has a comma too many; write one between two arguments"
  }

  static func missingValue(_ label: String) -> String { "'\(label):' has no value; write one behind the colon" }

  static func takesNoArguments(_ name: String) -> String {
    "'@\(name)' takes no arguments; write '@\(name)' alone"
  }

  static func missingArgument(_ name: String, example: String) -> String {
    "'@\(name)' lacks an argument; write it as in '\(example)'"
  }

  static func unknownArgument(_ label: String, of name: String, suggestion: String?, example: String) -> String {
    suggestion.map { "'@\(name)' has no argument '\(label)'; did you mean '\($0)'?" }
      ?? "'@\(name)' has no argument '\(label)', or has it already; write it as in '\(example)'"
  }

  static func unexpectedArgument(_ value: String, of name: String, example: String) -> String {
    "'@\(name)' cannot take '\(value)' here; write it as in '\(example)'"
  }

  static func wrongValue(_ value: String, label: String, of name: String, example: String) -> String {
    let subject = label.isEmpty ? "'@\(name)'" : "'\(label):' of '@\(name)'"
    return "\(subject) cannot be '\(value)'; write it as in '\(example)'"
  }

  static func wrongCount(_ value: String, label: String) -> String {
    "'\(label):' cannot be '\(value)'; write a whole number from 1 on, or leave '\(label):' out"
  }

  static func unknownWord(_ word: String, of label: String, words: [String]) -> String {
    if let suggestion = Spelling.nearest(to: word, in: words) {
      return "'\(label):' cannot be '\(word)'; did you mean '\(suggestion)'?"
    }
    return "'\(label):' cannot be '\(word)'; write \(list(words, "or"))"
  }

  static func unknownDirection(_ text: String, property: String) -> String {
    "'\(text)' is no column; write '\(property)', '\(property).ascending' or '\(property).descending'"
  }

  static func directionOfUnique(_ property: String) -> String {
    "a unique key has no direction; write '\(property)' alone, or '@index(\(property).descending)' for the order"
  }

  static func unknownAnnotation(_ name: String, suggestion: String?) -> String {
    suggestion.map { "'@\(name)' is no annotation of Postil; did you mean '@\($0)'?" }
      ?? "'@\(name)' is no annotation of Postil; remove the '@' if this is a remark"
  }

  static func repeatedAnnotation(_ name: String, on owner: String) -> String {
    "'@\(name)' stands twice on '\(owner)'; keep one of them"
  }

  static let firstOne = "the first one is here"

  static func propertyAnnotationOnStruct(_ name: String, model: String) -> String {
    "'@\(name)' belongs to a property, not to '\(model)'; write it directly above the property or behind it on its line"
  }

  static func looseAnnotation(_ name: String) -> String {
    "'@\(name)' stands beside no property; write it directly above the property, without a blank line, "
      + "or behind it on its line"
  }

  static func structAnnotationOnProperty(_ name: String, property: String, model: String) -> String {
    "'@\(name)' belongs to the struct, not to '\(property)'; write it above 'struct \(model)'"
  }

  static func annotationOnComputed(_ name: String, property: String) -> String {
    "'@\(name)' stands on '\(property)', which is computed or static and so no column; remove the annotation, or store "
      + "the property"
  }

  static func annotationOnSeveral(_ name: String, _ properties: [String]) -> String {
    "'@\(name)' stands on \(list(properties)) together; declare each property on a line of its own"
  }

  static func columnsMissing(_ name: String) -> String {
    "'@\(name)' on a struct must name its columns; write '@\(name)(…)' with the names of properties, or put it on a "
      + "property"
  }

  static func tableOnOther(_ annotation: String, _ kind: String, _ name: String) -> String {
    "'\(name)' has '@\(annotation)' and is \(kind == "enum" || kind == "actor" || kind == "extension" ? "an" : "a") "
      + "\(kind); only a struct can be a \(annotation): write 'struct \(name)'"
  }

  static func tableOnExtension(_ annotation: String, _ name: String) -> String {
    "'@\(annotation)' stands on an extension of '\(name)'; write it above 'struct \(name)' itself"
  }

  static func looseTable(_ name: String) -> String {
    "'@\(name)' stands beside no struct; write it directly above 'struct', without a blank line between them"
  }

  static func inDocumentation(_ name: String, hasArguments: Bool = false) -> String {
    "'@\(name)' stands in a documentation comment and has no effect there; write '// @\(name)\(hasArguments ? "(…)" : "")'"
  }

  static func inBlockComment(_ name: String, hasArguments: Bool = false) -> String {
    "'@\(name)' stands in a block comment and has no effect there; write '// @\(name)\(hasArguments ? "(…)" : "")'"
  }

  static func partedAnnotation(_ name: String, hasArguments: Bool = false) -> String {
    "'@ \(name)' has a space behind the '@' and no effect; write '// @\(name)\(hasArguments ? "(…)" : "")'"
  }

  static func notATable(_ annotation: String, _ name: String) -> String {
    "'@\(annotation)' stands on '\(name)', which has no '@table'; write '// @table' above the struct"
  }

  static func annotationOnOther(_ annotation: String, _ kind: String, _ name: String) -> String {
    "'@\(annotation)' stands on the \(kind) '\(name)', which cannot be a table; write it in the struct that is meant"
  }

  static func misspeltTable(_ written: String, _ name: String) -> String {
    "'@\(written)' stands on '\(name)', which has no '@table'; did you mean '@table'?"
  }

  static func misspeltProjection(_ written: String, _ name: String) -> String {
    "'@\(written)' stands on '\(name)', which has no '@table'; did you mean '@projection'?"
  }

  static func annotationInExtension(_ annotation: String, _ name: String) -> String {
    "'@\(annotation)' stands in an extension of '\(name)'; write it in 'struct \(name)' itself"
  }
}
