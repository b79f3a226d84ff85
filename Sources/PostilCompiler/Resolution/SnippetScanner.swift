/// Looks through a user's SQL before it goes between the parentheses of a constraint: it must be one expression that
/// cannot reach outside them.
///
/// SQLite itself judges the rest. Source: SQLite, "SQL Language Expressions" and its tokenizer.
package struct SnippetScanner {
  package struct Problem: Error {
    package enum Reason: Hashable {
      case empty, unbalanced, unclosedQuote, severalStatements, comment, zeroByte, parameter(String)
    }

    var reason: Reason
    /// The offset in the text's UTF-8 bytes.
    var offset: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  private var depth: [Int] = []
  /// The expression with line breaks outside quotes and the spaces around them made one space.
  private var result: [UInt8] = []
  private var doubleQuoted: [(text: String, offset: Int)] = []
  /// Whether `:name` stands for a value.
  private let takesPlaceholders: Bool

  /// - Parameter takesPlaceholders: whether `:name` stands for a value, as it does in a named query.
  /// - Returns: The expression on one line.
  package static func scan(_ text: String, takesPlaceholders: Bool = false) -> Result<String, Problem> {
    var scanner = SnippetScanner(Array(text.utf8), takesPlaceholders: takesPlaceholders)
    do throws(Problem) {
      return .success(try scanner.scan())
    } catch {
      return .failure(error)
    }
  }

  /// The names in double quotes, with the offset of the first quote; one behind `COLLATE` names no column.
  static func doubleQuotedNames(in text: String) -> [(text: String, offset: Int)] {
    var scanner = SnippetScanner(Array(text.utf8), takesPlaceholders: true)
    _ = try? scanner.scan()
    return scanner.doubleQuoted.filter { name in
      let before = String(decoding: scanner.bytes[..<name.offset], as: UTF8.self)
      return !before.lowercased().split(whereSeparator: \.isWhitespace).suffix(1).contains("collate")
    }
  }

  private init(_ bytes: [UInt8], takesPlaceholders: Bool) {
    self.bytes = bytes
    self.takesPlaceholders = takesPlaceholders
  }

  private mutating func scan() throws(Problem) -> String {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0: throw problem(.zeroByte)
      case 0x22, 0x27, 0x60: try takeQuoted(until: byte)
      case 0x5B: try takeQuoted(until: 0x5D)
      case 0x28:
        depth.append(position)
        take()
      case 0x29:
        guard depth.popLast() != nil else { throw problem(.unbalanced) }
        take()
      case 0x3B: throw problem(.severalStatements)
      case 0x2D where next == 0x2D, 0x2F where next == 0x2A: throw problem(.comment)
      case 0x3A where takesPlaceholders && parameter.utf8.count > 1: take()
      case 0x23, 0x3A, 0x3F, 0x40: throw problem(.parameter(parameter))
      case 0x24 where !isInName: throw problem(.parameter(parameter))
      case 0x0A, 0x0D: takeLineBreak()
      default: take()
      }
    }
    if let open = depth.last {
      position = open
      throw problem(.unbalanced)
    }
    let text = String(decoding: result, as: UTF8.self)
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    guard !trimmed.isEmpty else { throw Problem(reason: .empty, offset: 0) }
    return String(trimmed.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  private var next: UInt8 { position + 1 < bytes.count ? bytes[position + 1] : 0 }

  /// Whether the byte before belongs to a name, of which `$` can be a part.
  private var isInName: Bool {
    guard position > 0 else { return false }
    let byte = bytes[position - 1]
    return byte >= 0x80 || byte == 0x5F || byte == 0x24 || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  /// `?1`, `:name`
  private var parameter: String {
    var end = position + 1
    while end < bytes.count,
      bytes[end] >= 0x80 || bytes[end] == 0x5F || (0x30...0x39).contains(bytes[end])
        || (0x41...0x5A).contains(bytes[end] & 0xDF)
    {
      end += 1
    }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  private mutating func take() {
    result.append(bytes[position])
    position += 1
  }

  /// A doubled quote inside is a quote of the text, which reading two texts one after the other comes to.
  private mutating func takeQuoted(until end: UInt8) throws(Problem) {
    let start = position
    take()
    while position < bytes.count, bytes[position] != end {
      if bytes[position] == 0 { throw problem(.zeroByte) }
      take()
    }
    guard position < bytes.count else { throw Problem(reason: .unclosedQuote, offset: start) }
    take()
    if end == 0x22 {
      doubleQuoted.append((String(decoding: bytes[start + 1..<position - 1], as: UTF8.self), start))
    }
  }

  private mutating func takeLineBreak() {
    while let last = result.last, last == 0x20 || last == 0x09 { result.removeLast() }
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    if !result.isEmpty { result.append(0x20) }
  }

  private func problem(_ reason: Problem.Reason) -> Problem { Problem(reason: reason, offset: position) }
}
