import PostilSchema

/// An SQL statement in generated code: a list of clauses.
package struct GeneratedStatement: Hashable, Sendable {
  /// A part of a statement that is kept together: `INSERT INTO "item" ("title", "done")`.
  package struct Clause: Hashable, Sendable {
    /// The text before the list, up to its opening bracket if it has one.
    var head: String
    var items: [String]
    /// The text after the list.
    var tail: String

    init(_ head: String, _ items: [String] = [], _ tail: String = "") {
      self.head = head
      self.items = items
      self.tail = tail
    }

    var text: String { head + items.joined(separator: ", ") + tail }
  }

  package var clauses: [Clause]
  /// Whether it is only part of a statement, completed at run time. SQLite can't prepare it on its own.
  var isFragment = false

  package init(_ clauses: [Clause]) { self.clauses = clauses }

  static func fragment(_ text: String) -> GeneratedStatement {
    var statement = GeneratedStatement([Clause(text)])
    statement.isFragment = true
    return statement
  }

  /// The whole statement on one line, as documentation shows it.
  package var text: String { clauses.map(\.text).joined(separator: " ") }

  /// Whether no clause contains a line break, as a condition written over several lines does.
  var prefersOneLine: Bool { !text.unicodeScalars.contains("\n") }

  /// Wraps a clause that is longer than `width`. A clause that fits after the previous one is written on the same line,
  /// unless the statement is indented by hand.
  func lines(width: Int) -> [String] {
    guard prefersOneLine, !clauses.contains(where: { $0.head.hasPrefix(" ") }) else {
      return clauses.flatMap { Self.lines(of: $0, width: width) }
    }
    return clauses.reduce(into: []) { lines, clause in
      let own = Self.lines(of: clause, width: width)
      if let last = lines.last, own.count == 1, last.count + 1 + own[0].count <= width {
        lines[lines.count - 1] = last + " " + own[0]
      } else {
        lines += own
      }
    }
  }

  private static func lines(of clause: Clause, width: Int) -> [String] {
    if clause.text.unicodeScalars.contains("\n") { return SwiftLiteral.lines(of: clause.text) }
    guard clause.text.count > width, clause.items.count > 1 else { return [clause.text] }
    var lines: [String] = []
    func end(_ line: String) { lines += line.count > width ? broken(line, width: width) : [line] }
    var current = clause.head
    for (index, item) in clause.items.enumerated() {
      let piece = item + (index < clause.items.count - 1 ? "," : clause.tail)
      let needsSpace = !current.isEmpty && !current.hasSuffix("(") && !current.hasSuffix(" ")
      if index > 0, current.count + 1 + piece.count > width {
        end(current)
        current = "  " + piece
      } else {
        current += (needsSpace ? " " : "") + piece
      }
    }
    end(current)
    return lines
  }

  /// Breaks a line at spaces that aren't in quotation marks.
  private static func broken(_ line: String, width: Int) -> [String] {
    var lines: [String] = []
    var (current, word, mark) = ("", "", Character?.none)
    let indent = String(line.prefix { $0 == " " })
    func endWord() {
      if !current.isEmpty, indent.count + current.count + 1 + word.count > width {
        lines.append(indent + (lines.isEmpty ? "" : "  ") + current)
        current = word
      } else {
        current += (current.isEmpty ? "" : " ") + word
      }
      word = ""
    }
    for character in line.dropFirst(indent.count) {
      if character == " ", mark == nil {
        endWord()
        continue
      }
      if character == mark {
        mark = nil
      } else if mark == nil, character == "\"" || character == "'" {
        mark = character
      }
      word.append(character)
    }
    endWord()
    return lines + [indent + (lines.isEmpty ? "" : "  ") + current]
  }
}

extension GeneratedStatement.Clause: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}
