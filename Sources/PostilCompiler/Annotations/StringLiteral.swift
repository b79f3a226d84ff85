/// A string literal of the source with the value that Swift gives it, and the place of every byte of that value.
///
/// Plain, raw (`#"…"#`) and multi-line literals are read; one with an interpolation has no value at build time.
/// Source: The Swift Programming Language, "String Literals"; SE-0168, SE-0182, SE-0200.
struct StringLiteral: Hashable {
  /// The value.
  var text: String
  /// The offset, in the bytes that the literal was read from, of each UTF-8 byte of the value, and of its end.
  private(set) var offsets: [Int]
  /// The place in the file of each UTF-8 byte of the value, and of its end; empty where it was read from plain text.
  var positions: [SourcePosition] = []

  /// Why a literal has no value.
  struct Problem: Error {
    var message: String
    /// Where, in the bytes that the literal was read from.
    var offset: Int
  }

  /// Reads the literal that fills `range` of `bytes`, delimiters included.
  /// - Throws: ``Problem`` for an interpolation, an unknown escape, or bytes that are no string literal.
  init(_ bytes: [UInt8], in range: Range<Int>) throws(Problem) {
    var reader = try Reader(bytes, in: range)
    while reader.position < reader.end { try reader.readNext() }
    text = String(decoding: reader.value, as: UTF8.self)
    offsets = reader.offsets + [reader.end]
  }

  /// Reads a literal given as text.
  init(_ text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    try self.init(bytes, in: 0..<bytes.count)
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int
    var end: Int
    let start: Int
    var pounds = 0
    /// How many bytes of each line of a multi-line literal are indentation; `nil` for one line.
    var indentation: Int?
    var value: [UInt8] = []
    var offsets: [Int] = []

    init(_ bytes: [UInt8], in range: Range<Int>) throws(Problem) {
      self.bytes = bytes
      start = range.lowerBound
      position = range.lowerBound
      end = range.upperBound
      while position < end, bytes[position] == 0x23 {
        pounds += 1
        position += 1
      }
      let quotes = bytes[position..<end].prefix(3).allSatisfy { $0 == 0x22 } && end - position >= 6 + pounds ? 3 : 1
      guard end - position >= 2 * quotes + pounds, bytes[position] == 0x22 else {
        throw Problem(message: Message.notAStringLiteral, offset: start)
      }
      let isMultiLine = quotes == 3 && [0x0A, 0x0D].contains(bytes[position + 3])
      position += isMultiLine ? 3 : 1
      end -= pounds + (isMultiLine ? 3 : 1)
      if isMultiLine { enterMultiLine() }
    }

    /// Skips the line break behind the opening quotes and leaves the last line, whose spaces are the indentation.
    private mutating func enterMultiLine() {
      skipLineBreak()
      var line = end
      while line > position, bytes[line - 1] == 0x20 || bytes[line - 1] == 0x09 { line -= 1 }
      indentation = end - line
      // The line break before the closing quotes is no part of the value.
      end = max(position, line)
      if end > position, bytes[end - 1] == 0x0A { end -= 1 }
      if end > position, bytes[end - 1] == 0x0D { end -= 1 }
      skipIndentation()
    }

    private mutating func skipLineBreak() {
      if position < end, bytes[position] == 0x0D { position += 1 }
      if position < end, bytes[position] == 0x0A { position += 1 }
    }

    private mutating func skipIndentation() {
      var left = indentation ?? 0
      while left > 0, position < end, bytes[position] == 0x20 || bytes[position] == 0x09 {
        position += 1
        left -= 1
      }
    }

    mutating func readNext() throws(Problem) {
      let byte = bytes[position]
      if byte == 0x5C, (0..<pounds).allSatisfy({ position + 1 + $0 < end && bytes[position + 1 + $0] == 0x23 }) {
        return try readEscape()
      }
      if indentation != nil, byte == 0x0A || byte == 0x0D {
        append([0x0A], from: position)
        skipLineBreak()
        return skipIndentation()
      }
      append([byte], from: position)
      position += 1
    }

    private mutating func readEscape() throws(Problem) {
      let place = position
      position += 1 + pounds
      guard position < end else { throw Problem(message: Message.unknownEscape, offset: place) }
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x30: append([0], from: place)
      case 0x5C, 0x22, 0x27: append([byte], from: place)
      case 0x6E: append([0x0A], from: place)
      case 0x72: append([0x0D], from: place)
      case 0x74: append([0x09], from: place)
      case 0x75: try readScalar(from: place)
      case 0x28: throw Problem(message: Message.interpolatedLiteral, offset: place)
      case _ where indentation != nil && [0x0A, 0x0D, 0x20, 0x09].contains(byte):
        position -= 1
        while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        skipLineBreak()
        skipIndentation()
      default: throw Problem(message: Message.unknownEscape, offset: place)
      }
    }

    /// `\u{1F600}`
    private mutating func readScalar(from place: Int) throws(Problem) {
      var digits = ""
      guard position < end, bytes[position] == 0x7B else {
        throw Problem(message: Message.unknownEscape, offset: place)
      }
      position += 1
      while position < end, bytes[position] != 0x7D {
        digits.unicodeScalars.append(Unicode.Scalar(bytes[position]))
        position += 1
      }
      position += 1
      guard position <= end, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
        throw Problem(message: Message.unknownEscape, offset: place)
      }
      append(Array(String(Character(scalar)).utf8), from: place)
    }

    private mutating func append(_ bytes: [UInt8], from offset: Int) {
      value += bytes
      offsets += Array(repeating: offset, count: bytes.count)
    }
  }
}
