/// A token of SQL, with its position in the text.
package struct SQLToken: Sendable {
  package enum Kind: Sendable {
    /// A keyword, or a name without quotes.
    case word
    /// A name in double quotes, backticks or brackets.
    case quotedName
    /// A string literal: `'a'`
    case text
    /// A blob literal: `x'00'`
    case blob
    case number
    /// `?1`, `:name`, `@name` or `$name`
    case parameter
    /// An operator, a parenthesis, a comma or another single character.
    case symbol
    /// A quoted name or literal without a closing quote; it extends to the end of the text.
    case unclosed
    case comment
  }

  package let kind: Kind
  /// The token as written.
  package let source: Substring
  /// The position of its first byte, in UTF-8.
  package let offset: Int
  /// Whether white space or a comment precedes it.
  package let isSpaced: Bool

  package init(kind: Kind, source: Substring, offset: Int, isSpaced: Bool) {
    self.kind = kind
    self.source = source
    self.offset = offset
    self.isSpaced = isSpaced
  }

  /// The positions of its bytes, in UTF-8.
  package var range: Range<Int> { offset..<offset + source.utf8.count }

  /// Whether it is a quoted name, and therefore not a keyword.
  package var isQuoted: Bool { kind == .quotedName }

  /// Whether it is a word or a quoted name, so that it can name a column or a table.
  package var isName: Bool { kind == .word || kind == .quotedName }

  /// The meaning of the token: a name or keyword in lower case, without quotes if it doesn't need them; anything else
  /// as written. Two texts have the same meaning if these are equal for all tokens.
  package var text: String {
    switch kind {
    case .word, .number, .blob: return source.foldedName
    case .quotedName:
      let content = source.dropFirst().dropLast().foldedName
      let isPlain = !content.isEmpty && content.utf8.allSatisfy(SQLLexer.isNamePart)
      return isPlain ? content : "\"\(content)\""
    default: return String(source)
    }
  }

  /// Whether it is this keyword, written in lower case, or this symbol. A quoted name isn't a keyword.
  package func `is`(_ keyword: String) -> Bool {
    let bytes = source.utf8
    return bytes.count == keyword.utf8.count
      && zip(bytes, keyword.utf8).allSatisfy { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
  }

  /// Whether it is one of these keywords or symbols.
  package func `is`(in keywords: Set<String>) -> Bool { !isQuoted && keywords.contains(text) }

  /// The name as SQLite compares it.
  package var foldedName: String { name.foldedName }

  /// The name or string literal without quotes; the name of a parameter; any other token as written.
  package var name: String {
    if kind == .parameter { return String(source.dropFirst()) }
    guard kind == .quotedName || kind == .text, let quote = source.utf8.first else { return String(source) }
    let content = source.utf8.dropFirst().dropLast()
    guard quote != UInt8(ascii: "["), content.contains(quote) else { return String(Substring(content)) }
    var bytes: [UInt8] = []
    var isDoubled = false
    for byte in content {
      isDoubled = byte == quote && !isDoubled
      if !isDoubled { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RandomAccessCollection<SQLToken> where Index == Int {
  /// The tokens as written, with single spaces and without comments.
  package var onOneLine: String {
    enumerated().map { ($0.offset > 0 && $0.element.isSpaced ? " " : "") + $0.element.source }.joined()
  }

  /// The meaning of the tokens, which is equal for two pieces of SQL with the same meaning.
  package var meaning: String { map(\.text).joined(separator: " ") }

  /// The unquoted names and keywords in the tokens.
  package var names: [String] { filter(\.isName).map(\.name) }

  /// The index of the parenthesis that closes the one at `start`; `nil` if there is none.
  package func closing(of start: Int) -> Int? {
    var depth = 0
    for index in start..<endIndex {
      if self[index].is("(") { depth += 1 }
      if self[index].is(")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The tokens between commas that are outside parentheses.
  package var splitAtCommas: [SubSequence] { split(at: ",") }

  /// The tokens between separators outside parentheses. With a semicolon, these are the statements of a text.
  package func split(at symbol: String) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    var depth = 0
    for index in indices {
      if self[index].is("(") { depth += 1 }
      if self[index].is(")") { depth -= 1 }
      guard depth == 0, self[index].is(symbol) else { continue }
      parts.append(self[start..<index])
      start = index + 1
    }
    if start < endIndex { parts.append(self[start..<endIndex]) }
    return parts
  }
}
