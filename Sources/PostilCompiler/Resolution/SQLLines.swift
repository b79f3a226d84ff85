/// SQL written over several lines.
package enum SQLLines {
  /// The text without leading and trailing spaces and line breaks, nor trailing spaces of its lines.
  package static func trimmed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while let last = line.last, last == " " || last == "\t" { line.removeLast() }
      return line
    }
    let inner = lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    return inner.joined(separator: "\n")
  }
}
