/// A string literal of an annotation with its value in Swift, and the place of every byte of that value.
struct StringLiteral: Hashable {
  /// The value.
  var text: String
  /// The place in the file of each UTF-8 byte of the value, and of its end.
  var positions: [SourcePosition]

  /// A part of a literal.
  init(text: String, positions: [SourcePosition]) {
    self.text = text
    self.positions = positions
  }

  /// Reads the literal in `range` of an annotation's text.
  /// - Throws: `SyntaxProblem`, with its offset in the annotation's text, for a literal without a value at build time.
  init(_ text: AnnotationText, in range: Range<Int>) throws(SyntaxProblem) {
    let lines = try LineTable.reading(text.bytes, at: SourcePosition(offset: 0, line: 1, column: 1))
    guard let value = try StringLiteralDecoder.decodeWithOrigins(text.bytes[range], lines: lines) else {
      throw SyntaxProblem(Message.interpolatedLiteral, at: lines.position(at: range.lowerBound))
    }
    self.text = value.text
    positions = value.origins.map { text.position(at: $0) }
  }
}
