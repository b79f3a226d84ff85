/// The offsets at which the lines of a source start, to convert an offset to a line and a column.
///
/// A line ends at LF, CR LF or a single CR, as in TSPL "Lexical Structure", "Whitespace and Comments".
struct LineTable {
  private(set) var starts: [Int] = [0]
  private let base: SourcePosition

  /// - Parameter base: the position of the first byte, if the text is part of a file; by default the start of a file.
  init(base: SourcePosition = SourcePosition(offset: 0, line: 1, column: 1)) {
    self.base = base
  }

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
