import PostilSchema

/// A piece of Swift on its way to text: on one line where it fits, over several where it does not.
///
/// Emission builds these and never text, so that where a line breaks is decided in one place, as `swift format` decides
/// it: two spaces a level, 120 columns.
indirect enum Code: Sendable {
  /// The longest line that is written.
  static let lineLength = 120

  /// Text without a break.
  case line(String)
  /// An empty line.
  case blank
  /// `/// …`, its words filled; each element starts a line of its own, an empty one is an empty line.
  case documentation([String])
  /// Text with a list between brackets.
  case list(BracketedList)
  /// Several assignments as one.
  case assignment(TupleAssignment)
  /// An SQL statement as a string literal, after the label of an argument or nothing.
  case sql(SQLStatement, label: String = "")
  /// A head, a brace, lines one level deeper and the closing brace.
  case block(Block)
  /// Lines one level deeper.
  case indented([Code])
  /// Lines inside `#if`, once a condition; without a condition just the lines.
  case conditional([String], [Code])

  /// The text on one line, `nil` if it needs several whatever the room.
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

  /// The lines at a depth of `depth` levels, indentation included.
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
  /// The same lines, the last one longer by `text`.
  func appendingToLast(_ text: String) -> [String] {
    guard let last else { return [text] }
    return dropLast() + [last + text]
  }
}
