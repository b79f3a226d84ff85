import PostilQuery

/// Rows as a table in Markdown. Source: GitHub Flavored Markdown Spec, "Tables (extension)".
///
/// Everything in a text that Markdown or HTML would interpret is escaped, so that a cell shows the text itself. `NULL` is in italics,
/// and bytes are hexadecimal digits in code. Markdown has no NUL character: it becomes U+FFFD, as other control characters do.
enum MarkdownExport {
  /// The lines, each with a line break at its end. Columns in which every value is a number are aligned to the right.
  static func text(_ columns: [String], _ rows: [[SQLValue?]]) -> [UInt8] {
    let rules = columns.indices.map { column in
      let values = rows.map { $0[column] }.compactMap(\.self)
      return !values.isEmpty && values.allSatisfy(\.isNumber) ? "---:" : "---"
    }
    var bytes: [UInt8] = []
    add(columns.map { escaped($0) }, to: &bytes)
    add(rules, to: &bytes)
    for row in rows { add(row.map(cell), to: &bytes) }
    return bytes
  }

  private static func add(_ cells: [String], to bytes: inout [UInt8]) {
    bytes += "|".utf8
    for cell in cells {
      bytes += " ".utf8
      bytes += cell.utf8
      bytes += " |".utf8
    }
    bytes += "\n".utf8
  }

  private static func cell(_ value: SQLValue?) -> String {
    switch value {
    case nil: "*NULL*"
    case .integer(let number): "\(number)"
    case .real(let number): ExportText.real(number)
    case .text(let text): escaped(text)
    case .malformedText(let text): escaped(String(decoding: text, as: UTF8.self))
    case .blob(let blob): "`x'\(ExportText.hex(blob))'`"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\n", "\r", "\u{2028}", "\u{2029}": result.append(contentsOf: "<br>".unicodeScalars)
      case "\t": result.append(" ")
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result.append("\u{FFFD}")
      case _ where special.contains(scalar):
        result.append("\\")
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// What begins emphasis, code, links, images, HTML, cells and, in GitHub's comments, references and mentions.
  private static let special = Set("\\`*_{}[]()#+-!|~@:$\"'".unicodeScalars)
}

extension SQLValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}
