import PostilSchema

/// A token of a statement that a `SnippetScanner` has passed: no comment, every quote closed.
///
/// Source: SQLite's `tokenize.c`.
package struct SQLToken: Hashable {
  package enum Kind: Hashable {
    /// A keyword, or a name without quotes.
    case word
    /// A name in double quotes, backticks or brackets.
    case quotedName
    /// A text in single quotes, or bytes: `x'00'`.
    case literal
    case number
    /// `:day`
    case placeholder
    /// An operator, a bracket or a comma.
    case symbol
  }

  package var kind: Kind
  /// What was written; of a quoted name what is between the quotes, of a placeholder what is behind the colon.
  package var text: String
  /// In the bytes of the statement.
  package var range: Range<Int>

  /// Whether it is this keyword, in capitals.
  package func isWord(_ word: String) -> Bool { kind == .word && text.count == word.count && text.uppercased() == word }
  package func isWord(in words: Set<String>) -> Bool { kind == .word && words.contains(text.uppercased()) }
  package func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
  /// Whether it can name a column or a table.
  package var isName: Bool { kind == .quotedName || kind == .word }
  /// The name as SQLite compares it.
  package var folded: String { NameRegister.folded(text) }

  private static let operators = ["->>", "<=", ">=", "<>", "!=", "==", "||", "->", "<<", ">>"].map { Array($0.utf8) }

  /// The tokens of a statement.
  package static func all(of sql: String) -> [SQLToken] {
    let bytes = Array(sql.utf8)
    var tokens: [SQLToken] = []
    var position = 0
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    func end(ofWord start: Int) -> Int {
      var end = start
      while end < bytes.count, SQLBytes.isNamePart(bytes[end]) { end += 1 }
      return end
    }
    while position < bytes.count {
      let start = position
      let byte = bytes[start]
      switch byte {
      case 0...0x20:
        position += 1
        continue
      case 0x22, 0x27, 0x60, 0x5B:
        position = SQLBytes.endOfQuoted(bytes, from: start, close: byte == 0x5B ? 0x5D : byte)
        let inner = start + 1..<max(start + 1, position - 1)
        let isText = byte == 0x27
        let quote = text(start..<start + 1)
        let content = byte == 0x5B ? text(inner) : text(inner).replacing(doubled: quote)
        tokens.append(
          SQLToken(kind: isText ? .literal : .quotedName, text: content, range: start..<position))
      case 0x3A:
        position = end(ofWord: start + 1)
        tokens.append(SQLToken(kind: .placeholder, text: text(start + 1..<position), range: start..<position))
      case _ where (0x30...0x39).contains(byte):
        position = end(ofWord: start)
        if position < bytes.count, bytes[position] == 0x2E { position = end(ofWord: position + 1) }
        tokens.append(SQLToken(kind: .number, text: text(start..<position), range: start..<position))
      case _ where SQLBytes.isNamePart(byte):
        position = end(ofWord: start)
        if position - start == 1, byte & 0xDF == 0x58, position < bytes.count, bytes[position] == 0x27 {
          position = SQLBytes.endOfQuoted(bytes, from: position, close: 0x27)
          tokens.append(SQLToken(kind: .literal, text: text(start..<position), range: start..<position))
        } else {
          tokens.append(SQLToken(kind: .word, text: text(start..<position), range: start..<position))
        }
      default:
        let length = operators.first { bytes[start...].starts(with: $0) }?.count ?? 1
        position = start + length
        tokens.append(SQLToken(kind: .symbol, text: text(start..<position), range: start..<position))
      }
    }
    return tokens
  }
}

extension String {
  /// The text with each doubled quote made one.
  fileprivate func replacing(doubled quote: String) -> String {
    contains(quote + quote)
      ? split(separator: quote + quote, omittingEmptySubsequences: false).joined(separator: quote) : self
  }
}
