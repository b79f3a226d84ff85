/// The offsets at which the lines of a source start, to convert an offset to a line and a column.
///
/// A line ends at LF, CR LF or a single CR, as in TSPL "Lexical Structure", "Whitespace and Comments".
struct LineTable {
  private(set) var starts: [Int] = [0]
  private let base: SourcePosition

  /// - Parameter base: the position of the first byte, if the text is part of a file; by default the start of a file.
  init(base: SourcePosition = SourcePosition()) { self.base = base }

  /// Records that a line starts at `offset`; offsets must be ascending.
  mutating func startLine(at offset: Int) { starts.append(offset) }

  /// The index of the line that contains `offset`, from 0.
  func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The place of the byte at `offset`.
  func position(at offset: Int) -> SourcePosition {
    let line = lineIndex(at: offset)
    let column = offset - starts[line]
    return SourcePosition(
      offset: base.offset + offset, line: base.line + line,
      column: line == 0 ? base.column + column : column + 1)
  }
}

extension LineTable {
  /// Reads the lines of a source and rejects bytes that aren't text.
  ///
  /// - Throws: `SyntaxProblem` at the first zero byte or the first byte that isn't valid UTF-8.
  static func reading(_ bytes: [UInt8], at base: SourcePosition) throws(SyntaxProblem) -> LineTable {
    var table = LineTable(base: base)
    var index = 0
    let count = bytes.count
    let fault: (offset: Int, isZero: Bool)? = bytes.withUnsafeBufferPointer { buffer in
      while index < count {
        let byte = buffer[index]
        index += 1
        if byte >= 0x80 {
          let length = sequenceLength(buffer, at: index - 1)
          guard length > 0 else { return (index - 1, false) }
          index += length - 1
        } else if byte <= 0x0D {
          if byte == 0x0A || (byte == 0x0D && (index == count || buffer[index] != 0x0A)) {
            table.startLine(at: index)
          } else if byte == 0 {
            return (index - 1, true)
          }
        }
      }
      return nil
    }
    guard let fault else { return table }
    let position = table.position(at: fault.offset)
    if fault.isZero {
      throw SyntaxProblem(
        "this file contains a zero byte and is not Swift source; remove it from the target", at: position)
    }
    throw SyntaxProblem("this file is not UTF-8; save it as UTF-8", at: position)
  }

  /// The length of the UTF-8 sequence at `offset`; 0 if it is malformed. Source: Unicode 16, table 3-7.
  private static func sequenceLength(_ buffer: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let first = buffer[offset]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { low = 0xA0 }
      if first == 0xED { high = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { low = 0x90 }
      if first == 0xF4 { high = 0x8F }
    default: return 0
    }
    guard offset + length <= buffer.count else { return 0 }
    for index in 1..<length {
      let byte = buffer[offset + index]
      if byte < low || byte > high { return 0 }
      low = 0x80
      high = 0xBF
    }
    return length
  }
}
