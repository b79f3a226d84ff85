import PostilSchema

/// A piece of Swift code to be written on one line if it fits, otherwise on several.
///
/// Emission builds these values instead of text, so that line breaks are decided in one place. The layout matches
/// `swift format`: two spaces a level, 120 columns.
indirect enum Code: Sendable {
  /// The longest line that is written, in columns.
  static let lineLength = 120

  /// Text without a break.
  case line(String)
  /// An empty line.
  case blank
  /// `/// …`, wrapped. Each element starts on a line of its own; an empty one gives an empty line.
  case documentation([String])
  /// Text with a list between brackets.
  case list(BracketedList)
  /// Several assignments written as one.
  case assignment(TupleAssignment)
  /// An SQL statement as a string literal, after an optional argument label.
  case sql(GeneratedStatement, label: String = "")
  /// A head, a brace, lines one level deeper and the closing brace.
  case block(Block)
  /// Lines one level deeper.
  case indented([Code])
  /// Lines inside nested `#if`s, one for each condition. Without conditions, just the lines.
  case conditional([String], [Code])

  /// The text on one line; `nil` if it always needs several.
  var flat: String? {
    switch self {
    case .line(let text): text
    case .list(let list): list.flat
    case .assignment(let assignment): assignment.flat
    case .sql(let statement, let label): statement.prefersOneLine ? label + SwiftLiteral.string(statement.text) : nil
    case .block(let block): block.flat
    case .blank, .documentation, .indented, .conditional: nil
    }
  }

  /// The lines, indented by `depth` levels.
  /// - Parameter reserved: columns to leave free at the end of the last line, for a comma or a bracket.
  func lines(at depth: Int, reserving reserved: Int = 0) -> [String] {
    let indentation = String(repeating: "  ", count: depth)
    if let flat, !flat.isEmpty, 2 * depth + flat.count + reserved <= Code.lineLength { return [indentation + flat] }
    switch self {
    case .line(let text): return [text.isEmpty ? "" : indentation + text]
    case .blank: return [""]
    case .documentation(let paragraphs):
      return Paragraphs.filled(paragraphs, marker: indentation + "///", width: Code.lineLength)
    case .list(let list): return list.brokenLines(at: depth, reserving: reserved)
    case .assignment(let assignment): return assignment.brokenLines(at: depth)
    case .sql(let statement, let label):
      let depth = label.isEmpty ? depth : depth + 1
      let lines = SwiftLiteral.multilineString(statement.lines(width: Code.lineLength - 2 * depth))
      return [indentation + label + lines[0]]
        + lines.dropFirst().map { $0.isEmpty ? "" : String(repeating: "  ", count: depth) + $0 }
    case .block(let block): return block.lines(at: depth)
    case .indented(let body): return body.flatMap { $0.lines(at: depth + 1) }
    case .conditional(let conditions, let body):
      guard let condition = conditions.first else { return body.flatMap { $0.lines(at: depth) } }
      return [indentation + "#if " + condition]
        + Code.conditional(Array(conditions.dropFirst()), body).lines(at: depth + 1) + [indentation + "#endif"]
    }
  }
}

extension Code: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .line(text) }
}

extension [String] {
  /// Returns the lines with `text` appended to the last one.
  func appendingToLast(_ text: String) -> [String] {
    guard let last else { return [text] }
    return dropLast() + [last + text]
  }
}
