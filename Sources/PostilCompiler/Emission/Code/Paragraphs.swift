/// Wraps text into comment lines.
enum Paragraphs {
  /// Starts each element on a new line, wrapped at `width`. An empty element gives a bare marker.
  static func filled(_ paragraphs: [String], marker: String, width: Int) -> [String] {
    paragraphs.map(singleLine).flatMap { paragraph -> [String] in
      let room = width - marker.count - 1
      guard paragraph.count > room else { return [paragraph.isEmpty ? marker : marker + " " + paragraph] }
      var lines: [String] = []
      var current = ""
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: true) {
        if !current.isEmpty, current.count + 1 + word.count > room {
          lines.append(marker + " " + current)
          current = ""
        }
        current += (current.isEmpty ? "" : " ") + word
      }
      return lines + [marker + " " + current]
    }
  }

  /// The text with its line breaks replaced, so that it can't end a line comment.
  static func singleLine(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
