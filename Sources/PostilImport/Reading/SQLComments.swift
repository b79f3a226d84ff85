import PostilSQL

/// The comments in a `CREATE TABLE` statement, used as documentation of the table and its columns.
///
///     CREATE TABLE item ( -- Something to do.
///       id INTEGER PRIMARY KEY,
///       -- As people call it.
///       title TEXT NOT NULL, -- never empty
///       …
struct SQLComments {
  /// Lines about the table.
  private(set) var table: [String] = []
  /// Lines about a column, by its name in lower case.
  private(set) var columns: [String: [String]] = [:]

  init(of sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard let definition = TableDefinition(sql), let open = tokens.firstIndex(where: { $0.is("(") }) else { return }
    let starts = definition.columns.compactMap { part in part.tokens.first.map { ($0, part.tokens.count) } }
    var previous: String?
    var lastEnd = tokens[open].source.endIndex
    table += Self.lines(in: sql[tokens[0].source.endIndex..<tokens[open].source.startIndex]).all
    for (first, count) in starts {
      guard let index = tokens[open...].firstIndex(where: { $0.source.startIndex == first.source.startIndex }) else {
        continue
      }
      add(sql[lastEnd..<first.source.startIndex], before: first.name, after: previous)
      previous = first.name
      // Comments inside a column's definition belong to the column too.
      let end = index + count
      for inner in index..<max(index, end - 1) {
        let gap = sql[tokens[inner].source.endIndex..<tokens[inner + 1].source.startIndex]
        columns[first.name.foldedName, default: []] += Self.lines(in: gap).all
      }
      // The end of the comma, or of the parenthesis that ends the list.
      lastEnd = tokens[end - 1].source.endIndex
      if end < tokens.count, tokens[end].is(",") {
        columns[first.name.foldedName, default: []] +=
          Self.lines(in: sql[lastEnd..<tokens[end].source.startIndex]).all
        lastEnd = tokens[end].source.endIndex
      }
    }
    let rest = sql[lastEnd...]
    add(rest.prefix { $0 != "\n" && $0 != "\r\n" }, before: nil, after: previous)
  }

  /// Comments on the comma's line belong to the column before it, the others to the next column.
  private mutating func add(_ gap: Substring, before next: String?, after previous: String?) {
    let lines = Self.lines(in: gap)
    if let previous {
      columns[previous.foldedName, default: []] += lines.onFirstLine
    } else {
      table += lines.onFirstLine
    }
    if let next { columns[next.foldedName, default: []] += lines.later }
  }

  private struct Lines {
    var onFirstLine: [String] = []
    var later: [String] = []
    var all: [String] { onFirstLine + later }
  }

  /// The lines of the comments in a text that otherwise contains only white space, a comma or a parenthesis.
  private static func lines(in gap: Substring) -> Lines {
    var lines = Lines()
    let text = String(gap)
    for comment in SQLLexer.tokens(of: text, withComments: true) where comment.kind == .comment {
      let isBlock = comment.source.hasPrefix("/*")
      let body = isBlock ? comment.source.dropFirst(2).dropLast(2) : comment.source.dropFirst(2)
      let isFirstLine = !text[..<comment.source.startIndex].contains(where: \.isNewline)
      for line in body.split(whereSeparator: \.isNewline) {
        let line = trimmed(isBlock ? line.drop { $0 == " " || $0 == "*" || $0 == "\t" } : line)
        guard !line.isEmpty else { continue }
        if isFirstLine { lines.onFirstLine.append(line) } else { lines.later.append(line) }
      }
    }
    return lines
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
