/// Writes text in Markdown.
enum Markdown {
  /// Text with Markdown escaped, except the syntax used in documentation: emphasis, code and links.
  static func text(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case "\n", "\r", "\r\n": result += " "
      default: result.append(character)
      }
    }
    // Escapes a line that would be read as a heading, a list or a quotation.
    if let first = result.first, "#>".contains(first) { return "\\" + result }
    return result
  }

  /// Text as a cell of a table.
  static func cell(_ text: String) -> String { pipes(self.text(text)) }

  /// Code between as many backticks as needed.
  static func code(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    guard !line.isEmpty else { return "" }
    var longest = 0
    var run = 0
    for character in line {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = line.first == "`" || line.last == "`" ? " " : ""
    return "\(fence)\(space)\(line)\(space)\(fence)"
  }

  /// Code as a cell of a table, with bars escaped.
  static func codeCell(_ text: String) -> String { pipes(code(text)) }

  /// A table; empty if it has no rows. A column that is empty in every row is left out.
  static func table(_ titles: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let columns = titles.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    func line(_ cells: [String]) -> String { "| \(columns.map { cells[$0] }.joined(separator: " | ")) |" }
    let rule = "|\(columns.map { _ in "---" }.joined(separator: "|"))|"
    return ([line(titles), rule] + rows.map(line)).joined(separator: "\n")
  }

  private static func pipes(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "|" ? "\\|" : String($0) }.joined()
  }
}

/// The anchors of headings as on GitHub: in lower case, with spaces as hyphens, without characters other than letters,
/// digits, hyphens and underscores, and with a number if one is repeated.
struct MarkdownHeadings {
  private var counts: [String: Int]

  init(taken: [String]) { counts = Dictionary(uniqueKeysWithValues: taken.map { ($0, 0) }) }

  mutating func anchor(of heading: String) -> String {
    let slug = String(
      heading.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
      })
    guard let count = counts[slug] else {
      counts[slug] = 0
      return slug
    }
    counts[slug] = count + 1
    return "\(slug)-\(count + 1)"
  }
}
