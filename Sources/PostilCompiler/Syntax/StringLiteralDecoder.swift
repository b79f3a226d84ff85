/// Decodes a string literal: TSPL "String Literals", SE-0168 (multi-line), SE-0200 (raw).
struct StringLiteralDecoder {
  private let bytes: ArraySlice<UInt8>
  private let lines: LineTable
  private var index: Int
  private var pounds = 0
  private var isMultiline = false
  /// The offset after the content.
  private var end: Int
  private var content: [UInt8] = []
  /// The offset in the source of each byte of the content.
  private var origins: [Int] = []

  /// - Parameters:
  /// - literal: A whole literal as found by the lexer. The slice keeps its position in the source.
  ///   - lines: The lines of the source, for the places of errors.
  /// - Throws: `SyntaxProblem` for an unknown escape, or for a multi-line literal with lines that start to the left of
  ///   the closing quotation marks.
  static func decode(_ literal: ArraySlice<UInt8>, lines: LineTable) throws(SyntaxProblem) -> StringLiteralValue {
    var decoder = StringLiteralDecoder(literal, lines: lines)
    return try decoder.decode()
  }

  /// Decodes as above, and also returns the origin of each byte.
  ///
  /// - Returns: The string, and the offset in the source of each of its UTF-8 bytes and of its end; `nil` for a literal
  ///   with an interpolation.
  static func decodeWithOrigins(
    _ literal: ArraySlice<UInt8>, lines: LineTable
  ) throws(SyntaxProblem) -> (text: String, origins: [Int])? {
    var decoder = StringLiteralDecoder(literal, lines: lines)
    guard case .string(let text) = try decoder.decode() else { return nil }
    return (text, decoder.origins + [decoder.end])
  }

  private init(_ bytes: ArraySlice<UInt8>, lines: LineTable) {
    self.bytes = bytes
    self.lines = lines
    index = bytes.startIndex
    end = bytes.endIndex
  }

  private func byte(_ offset: Int) -> UInt8 {
    offset >= bytes.startIndex && offset < bytes.endIndex ? bytes[offset] : 0
  }

  private mutating func decode() throws(SyntaxProblem) -> StringLiteralValue {
    while byte(index) == 0x23 {
      pounds += 1
      index += 1
    }
    // The lexer has decided whether `#"""#` is one line: a multi-line literal has three marks at both ends.
    let marks = bytes.count - 2 * pounds
    isMultiline =
      marks >= 6 && byte(index + 1) == 0x22 && byte(index + 2) == 0x22 && byte(end - pounds - 2) == 0x22
      && byte(end - pounds - 3) == 0x22 && (pounds == 0 || containsNewline)
    index += isMultiline ? 3 : 1
    end -= pounds + (isMultiline ? 3 : 1)
    var indentation: ArraySlice<UInt8> = []
    if isMultiline {
      indentation = try stripFrame()
      guard index < end else { return .string("") }
      try skip(indentation)
    }
    while index < end {
      let current = byte(index)
      if current == 0x5C, hasPounds(at: index + 1) {
        let escape = index
        index += 1 + pounds
        if byte(index) == 0x28 { return .interpolated }
        try decodeEscape(at: escape, indentation)
      } else if current == 0x0D || current == 0x0A {
        append(0x0A, from: index)
        index += current == 0x0D && byte(index + 1) == 0x0A ? 2 : 1
        try skip(indentation)
      } else {
        append(current, from: index)
        index += 1
      }
    }
    return .string(String(decoding: content, as: UTF8.self))
  }

  private mutating func append(_ byte: UInt8, from origin: Int) {
    content.append(byte)
    origins.append(origin)
  }

  private var containsNewline: Bool { bytes.contains { $0 == 0x0A || $0 == 0x0D } }

  private func hasPounds(at offset: Int) -> Bool {
    for index in 0..<pounds where byte(offset + index) != 0x23 { return false }
    return true
  }

  /// Removes the line breaks after the opening and before the closing quotation marks.
  ///
  /// - Returns: The indentation of the closing marks, with which every line of the content starts.
  private mutating func stripFrame() throws(SyntaxProblem) -> ArraySlice<UInt8> {
    let opening = index
    while byte(index) == 0x20 || byte(index) == 0x09 { index += 1 }
    guard byte(index) == 0x0A || byte(index) == 0x0D else {
      throw problem("text isn't allowed after the opening '\"\"\"'; start it on the next line", at: opening)
    }
    index += byte(index) == 0x0D && byte(index + 1) == 0x0A ? 2 : 1
    var lineStart = end
    while lineStart > index, byte(lineStart - 1) == 0x20 || byte(lineStart - 1) == 0x09 { lineStart -= 1 }
    let indentation = bytes[lineStart..<end]
    guard lineStart > index else {
      end = index
      return indentation
    }
    guard byte(lineStart - 1) == 0x0A || byte(lineStart - 1) == 0x0D else {
      throw problem("text isn't allowed before the closing '\"\"\"'; put the quotes on their own line", at: end)
    }
    end = lineStart - (byte(lineStart - 1) == 0x0A && byte(lineStart - 2) == 0x0D ? 2 : 1)
    return indentation
  }

  /// Skips the indentation of a line, which an empty line may lack.
  private mutating func skip(_ indentation: ArraySlice<UInt8>) throws(SyntaxProblem) {
    for expected in indentation {
      if index >= end || byte(index) == 0x0A || byte(index) == 0x0D { return }
      guard byte(index) == expected else {
        throw problem(
          "insufficient indentation: this line starts to the left of the closing '\"\"\"'; indent it at least as far, with the same tabs and spaces",
          at: index)
      }
      index += 1
    }
  }

  private mutating func decodeEscape(at start: Int, _ indentation: ArraySlice<UInt8>) throws(SyntaxProblem) {
    let mark = byte(index)
    switch mark {
    case 0x30: append(0, from: start)
    case 0x5C, 0x22, 0x27: append(mark, from: start)
    case 0x74: append(0x09, from: start)
    case 0x6E: append(0x0A, from: start)
    case 0x72: append(0x0D, from: start)
    case 0x75:
      try decodeScalar(at: start)
      return
    default:
      guard isMultiline, try skipLineContinuation(indentation) else {
        throw problem(
          "invalid escape sequence; write one of \\0, \\\\, \\t, \\n, \\r, \\\", \\' or \\u{…}", at: start)
      }
      return
    }
    index += 1
  }

  /// Skips white space and a line break after a backslash, which joins two lines.
  private mutating func skipLineContinuation(_ indentation: ArraySlice<UInt8>) throws(SyntaxProblem) -> Bool {
    while byte(index) == 0x20 || byte(index) == 0x09 { index += 1 }
    guard byte(index) == 0x0A || byte(index) == 0x0D else { return false }
    index += byte(index) == 0x0D && byte(index + 1) == 0x0A ? 2 : 1
    try skip(indentation)
    return true
  }

  /// Decodes `u{1F600}`: one to eight hexadecimal digits.
  private mutating func decodeScalar(at start: Int) throws(SyntaxProblem) {
    index += 1
    var value: UInt32 = 0
    var digits = 0
    if byte(index) == 0x7B {
      index += 1
      while digits < 8, let digit = hexadecimalValue(byte(index)) {
        value = value << 4 | digit
        digits += 1
        index += 1
      }
    }
    guard digits > 0, byte(index) == 0x7D, let scalar = Unicode.Scalar(value) else {
      throw problem("invalid Unicode scalar; write \\u{…} with one to eight hexadecimal digits", at: start)
    }
    index += 1
    for byte in String(Character(scalar)).utf8 { append(byte, from: start) }
  }

  private func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: return UInt32(byte - 0x30)
    case 0x61...0x66: return UInt32(byte - 0x61 + 10)
    case 0x41...0x46: return UInt32(byte - 0x41 + 10)
    default: return nil
    }
  }

  private func problem(_ message: String, at offset: Int) -> SyntaxProblem {
    SyntaxProblem(message, at: lines.position(at: offset))
  }
}
