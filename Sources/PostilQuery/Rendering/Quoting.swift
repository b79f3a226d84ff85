// Names, literals and FTS5 strings are quoted byte by byte. A `Character` can be a quote with a combining mark, which
// SQLite reads as a quote.
extension [UInt8] {
  /// Appends a quoted text, with the quotes in it doubled.
  mutating func append(_ text: String, between quote: Unicode.Scalar) {
    let quote = UInt8(ascii: quote)
    append(quote)
    let start = count
    append(contentsOf: text.utf8)
    var hasQuote = false
    for index in start..<count where self[index] == quote { hasQuote = true }
    if hasQuote {
      removeSubrange(start...)
      for byte in text.utf8 {
        if byte == quote { append(quote) }
        append(byte)
      }
    }
    append(quote)
  }
}

extension String {
  /// The quoted text, with the quotes in it doubled.
  func quoted(with quote: Unicode.Scalar) -> String {
    var bytes: [UInt8] = []
    bytes.append(self, between: quote)
    return String(decoding: bytes, as: UTF8.self)
  }
}
