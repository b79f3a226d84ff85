// Loops over the bytes of texts, which are optimized here for modules that are not.

extension String {
  /// Whether both have the same bytes. Unlike `==`, it distinguishes a composed letter from a decomposed one, as SQLite does.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Substring {
  /// The number of line ends.
  package var lineEndCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }

  /// The comments that begin with `--`, without it, in a text between two tokens; each with whether no token precedes it on its line.
  package var lineComments: [(text: Substring, isOwnLine: Bool)] {
    let bytes = utf8
    var comments: [(Substring, Bool)] = []
    var position = bytes.startIndex
    var isOwnLine = position == base.startIndex || base.utf8[base.utf8.index(before: position)] == UInt8(ascii: "\n")
    while position < bytes.endIndex {
      let rest = bytes[position...]
      if rest.starts(with: "--".utf8) {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        comments.append((self[rest.index(position, offsetBy: 2)..<end], isOwnLine))
        position = end
      } else if rest.starts(with: "/*".utf8) {
        position = rest.index(position, offsetBy: 2)
        while position < bytes.endIndex, !bytes[position...].starts(with: "*/".utf8) {
          position = bytes.index(after: position)
        }
        if position < bytes.endIndex { position = bytes.index(position, offsetBy: 2) }
      } else {
        if bytes[position] == UInt8(ascii: "\n") { isOwnLine = true }
        position = bytes.index(after: position)
      }
    }
    return comments
  }
}
