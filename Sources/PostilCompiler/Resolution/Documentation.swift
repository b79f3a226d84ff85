/// The documentation of a declaration.
enum Documentation {
  /// The lines of `///` and `/** */` comments, without markers and the space after them. Empty lines at the start and
  /// the end are dropped.
  static func lines(_ comments: AttachedComments) -> [String] {
    var lines: [String] = []
    for comment in comments.leading + comments.trailing {
      switch comment.kind {
      case .documentationLine: lines.append(stripped(comment.text[...]))
      case .documentationBlock: lines += blockLines(comment.text)
      case .line, .block: continue
      }
    }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The lines of a block comment. A leading `*` on each line is decoration.
  private static func blockLines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { number, line in
      var line = line
      if number > 0 {
        line = line.drop { $0 == " " || $0 == "\t" }
        if line.first == "*" { line = line.dropFirst() }
      }
      return stripped(line)
    }
  }

  /// A line without its first space and its trailing spaces.
  private static func stripped(_ line: Substring) -> String {
    var line = line.first == " " ? line.dropFirst() : line
    while let last = line.last, last.isWhitespace { line = line.dropLast() }
    return String(line)
  }
}
