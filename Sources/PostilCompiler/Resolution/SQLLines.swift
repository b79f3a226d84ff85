/// SQL that somebody wrote over several lines.
package enum SQLLines {
  /// The text without spaces and line breaks at its ends and at those of its lines.
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
