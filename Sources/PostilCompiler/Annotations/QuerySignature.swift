/// `overdue(before day: Date, limit: Int) -> Item: "SELECT …"`: a function declaration as in Swift, with SQL as its body.
struct QuerySignature {
  /// `before day: Date`
  struct Parameter {
    /// The argument label; `nil` if it is the name; `_` for no label.
    var label: SourceText?
    /// The name in the SQL, after a colon.
    var name: SourceText
    var type: SourceText
  }

  /// A value of a row: `count: Int` in `-> (genre: String, count: Int)`, or the only type after the arrow.
  struct Value: Sendable {
    var label: SourceText?
    var type: SourceText
  }

  /// The result after the arrow.
  struct Results {
    var values: [Value]
    /// Whether the values are in parentheses.
    var isTuple: Bool
    var position: SourcePosition
  }

  var name: SourceText
  var parameters: [Parameter]
  /// `nil` if there is no arrow.
  var results: Results?
  var sql: StringLiteral

  /// The function's full name in Swift: `overdue(before:limit:)`.
  var fullName: String {
    "\(name.text)(\(parameters.map { "\($0.label?.text ?? $0.name.text):" }.joined()))"
  }
}

extension AnnotationReader {
  /// Reads an argument that looks like a function followed by a colon and a string literal.
  ///
  /// - Returns: `nil` for other arguments. If an error was reported, a value that records it.
  mutating func readSignature(_ tokens: [ArgumentToken], in text: AnnotationText) -> AnnotationValue? {
    guard tokens.count >= 5, tokens[0].token.kind == .identifier, tokens[1].token.text == "(",
      case .stringLiteral = tokens[tokens.count - 1].token.kind, tokens[tokens.count - 2].token.text == ":",
      let close = Self.closing(1, of: tokens[...])
    else { return nil }
    func source(_ tokens: ArraySlice<ArgumentToken>) -> SourceText? {
      guard let first = tokens.first, let last = tokens.last else { return nil }
      let range = first.range.lowerBound..<last.range.upperBound
      return SourceText(text.text(range), at: text.position(at: range.lowerBound))
    }
    var parameters: [QuerySignature.Parameter] = []
    for part in Self.parts(tokens[2..<close]) {
      guard let parameter = readParameter(part, source) else {
        fail(Message.queryParameter, at: (part.first ?? tokens[close]).range.lowerBound, in: text)
        return .other("")
      }
      parameters.append(parameter)
    }
    var results: QuerySignature.Results?
    var rest = tokens[(close + 1)..<(tokens.count - 2)]
    if let arrow = rest.first {
      guard arrow.token.text == "->", rest.count > 1, let read = readResults(rest.dropFirst(), source) else {
        fail(Message.queryResults, at: arrow.range.lowerBound, in: text)
        return .other("")
      }
      results = read
      rest = []
    }
    do throws(SyntaxProblem) {
      return .query(
        QuerySignature(
          name: SourceText(tokens[0].token.name, at: text.position(at: tokens[0].range.lowerBound)),
          parameters: parameters, results: results,
          sql: try StringLiteral(text, in: tokens[tokens.count - 1].range)))
    } catch {
      fail(error.message, at: error.position.offset, in: text)
      return .other("")
    }
  }

  /// `before day: Date`, `limit: Int`, `_ id: Item.ID`; `nil` for anything else, such as a default value.
  private func readParameter(
    _ tokens: ArraySlice<ArgumentToken>, _ source: (ArraySlice<ArgumentToken>) -> SourceText?
  ) -> QuerySignature.Parameter? {
    guard let colon = tokens.firstIndex(where: { $0.token.text == ":" }),
      (1...2).contains(colon - tokens.startIndex),
      tokens[..<colon].allSatisfy({ $0.token.kind == .identifier }),
      !tokens.contains(where: { ["=", "...", "inout"].contains($0.token.text) }),
      let type = source(tokens[(colon + 1)...]), let name = source(tokens[(colon - 1)..<colon]), name.text != "_"
    else { return nil }
    let label = colon - tokens.startIndex == 2 ? source(tokens[tokens.startIndex..<colon - 1]) : nil
    return QuerySignature.Parameter(label: label.map(Self.plain), name: Self.plain(name), type: type)
  }

  /// `Item`, `Int?`, `(String, Int)`, `(genre: String, count: Int)`
  private func readResults(
    _ tokens: ArraySlice<ArgumentToken>, _ source: (ArraySlice<ArgumentToken>) -> SourceText?
  ) -> QuerySignature.Results? {
    guard let whole = source(tokens) else { return nil }
    guard tokens.first?.token.text == "(", Self.closing(tokens.startIndex, of: tokens) == tokens.endIndex - 1 else {
      return QuerySignature.Results(
        values: [QuerySignature.Value(type: whole)], isTuple: false, position: whole.position)
    }
    var values: [QuerySignature.Value] = []
    for part in Self.parts(tokens.dropFirst().dropLast()) {
      let isLabelled =
        part.count > 2 && part[part.startIndex].token.kind == .identifier && part[part.startIndex + 1].token.text == ":"
      guard let type = source(isLabelled ? part.dropFirst(2) : part) else { return nil }
      let label = isLabelled ? source(part.prefix(1)).map(Self.plain) : nil
      values.append(QuerySignature.Value(label: label, type: type))
    }
    return values.isEmpty
      ? nil : QuerySignature.Results(values: values, isTuple: values.count > 1, position: whole.position)
  }

  /// The name without backticks.
  private static func plain(_ name: SourceText) -> SourceText {
    SourceText(name.text.filter { $0 != "`" }, at: name.position)
  }

  /// The index of the bracket that closes the one at `open`.
  private static func closing(_ open: Int, of tokens: ArraySlice<ArgumentToken>) -> Int? {
    var depth = 0
    for index in tokens.indices.suffix(from: open) where tokens[index].token.kind == .punctuation {
      if ["(", "[", "{"].contains(tokens[index].token.text) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index].token.text) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The parts between commas outside brackets; empty if there are no tokens.
  private static func parts(_ tokens: ArraySlice<ArgumentToken>) -> [ArraySlice<ArgumentToken>] {
    guard !tokens.isEmpty else { return [] }
    var parts: [ArraySlice<ArgumentToken>] = []
    var start = tokens.startIndex
    var depth = 0
    for index in tokens.indices {
      let token = tokens[index].token
      switch token.kind {
      case .punctuation:
        if ["(", "[", "{"].contains(token.text) { depth += 1 }
        if [")", "]", "}"].contains(token.text) { depth -= 1 }
        if token.text == ",", depth == 0 {
          parts.append(tokens[start..<index])
          start = index + 1
        }
      case .operator where token.text != "->":
        depth += token.text.count { $0 == "<" } - token.text.count { $0 == ">" }
      default: break
      }
    }
    return parts + [tokens[start...]]
  }
}
