/// `@name(arguments)` in a `//` comment.
struct Annotation {
  var name: String
  /// The place of the `@`.
  var place: SourcePlace
  /// `nil` if there are no parentheses.
  var arguments: [AnnotationArgument]?
}

/// One argument of an annotation: `inverse: items`, `dueAt`, `strength.descending`, `"length(title) > 0"`.
struct AnnotationArgument {
  var label: SourceText?
  var value: AnnotationValue
  /// The place of the label, or of the value if there is none.
  var position: SourcePosition
  /// The place of the value.
  var valuePosition: SourcePosition
}

/// The value of an argument.
enum AnnotationValue {
  case string(StringLiteral)
  /// `"lower(title)".descending`
  case directedString(StringLiteral, String)
  /// A name, or several separated by dots.
  case name([String])
  case number(String)
  case range(RangeArgument)
  /// A function with SQL as its body.
  case query(QuerySignature)
  /// Anything else, as written.
  case other(String)

  /// The value as quoted in messages.
  var description: String {
    switch self {
    case .string(let literal): "\"\(literal.text)\""
    case .directedString(let literal, let direction): "\"\(literal.text)\".\(direction)"
    case .name(let components): components.joined(separator: ".")
    case .range(let range): "\(range.lower.text)\(range.isClosed ? "..." : "..<")\(range.upper.text)"
    case .query(let signature): "\(signature.fullName): …"
    case .number(let text), .other(let text): text
    }
  }
}

/// `startsAt..<endsAt`, or with `...` for a closed range.
struct RangeArgument {
  var lower: SourceText
  var upper: SourceText
  var isClosed: Bool
}
