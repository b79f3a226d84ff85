/// The text of consecutive `//` comments. An argument list can continue on the next line.
///
///     // @check("""
///     //   length(title) > 0
///     //   """)
struct AnnotationText {
  /// The comments' texts, each ending in a line break.
  private(set) var bytes: [UInt8] = []
  /// Where each comment starts in `bytes` and in the file.
  private(set) var lines: [(start: Int, position: SourcePosition)] = []

  init(_ comments: some Sequence<Comment>) {
    for comment in comments {
      lines.append((bytes.count, comment.textPosition))
      bytes += comment.text.utf8
      bytes.append(0x0A)
    }
  }

  /// The index of the line that contains `offset`.
  func line(at offset: Int) -> Int {
    var index = lines.count - 1
    while index > 0, lines[index].start > offset { index -= 1 }
    return max(index, 0)
  }

  /// The offset after the last byte of a line, without its line break.
  func end(ofLine index: Int) -> Int { (index + 1 < lines.count ? lines[index + 1].start : bytes.count) - 1 }

  /// The place in the file of the byte at `offset`.
  func position(at offset: Int) -> SourcePosition {
    guard !lines.isEmpty else { return SourcePosition() }
    let line = lines[line(at: offset)]
    let distance = offset - line.start
    return SourcePosition(
      offset: line.position.offset + distance, line: line.position.line, column: line.position.column + distance)
  }

  /// The byte at `offset`, zero after the end.
  subscript(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The text of a range of bytes.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }
}

extension AnnotationText {
  /// Comments on consecutive lines, in groups; documentation and block comments separate groups.
  static func groups(of comments: [Comment]) -> [AnnotationText] {
    var groups: [[Comment]] = []
    for comment in comments where comment.kind == .line {
      if let last = groups.last?.last, last.position.line + 1 == comment.position.line {
        groups[groups.count - 1].append(comment)
      } else {
        groups.append([comment])
      }
    }
    return groups.map { AnnotationText($0) }
  }
}

/// A string literal in an annotation, with its Swift value and the place of every byte of that value.
package struct StringLiteral: Hashable, Sendable {
  /// The value.
  package var text: String
  /// The place in the file of each UTF-8 byte of the value, and of its end.
  package var positions: [SourcePosition]

  /// A part of a literal.
  init(text: String, positions: [SourcePosition]) {
    self.text = text
    self.positions = positions
  }

  /// Reads the literal in `range` of an annotation's text.
  /// - Throws: `SyntaxProblem`, with an offset in the annotation's text, if the literal has no value at build time.
  init(_ text: AnnotationText, in range: Range<Int>) throws(SyntaxProblem) {
    let lines = try LineTable.reading(text.bytes, at: SourcePosition())
    guard let value = try StringLiteralDecoder.decodeWithOrigins(text.bytes[range], lines: lines) else {
      throw SyntaxProblem(Message.interpolatedLiteral, at: lines.position(at: range.lowerBound))
    }
    self.text = value.text
    positions = value.origins.map { text.position(at: $0) }
  }
}
