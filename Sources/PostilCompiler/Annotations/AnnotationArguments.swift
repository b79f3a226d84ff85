extension AnnotationReader {
  /// A token of an argument list, with its range in the annotation's text.
  struct ArgumentToken {
    var token: SyntaxToken
    var range: Range<Int>
  }

  /// Reads `(…)` starting at `open`.
  ///
  /// - Returns: the arguments and the offset after the closing parenthesis; `nil` if the parenthesis is missing, which
  ///   is reported.
  mutating func readArguments(
    from open: Int, of name: String, at place: SourcePlace, in text: AnnotationText
  ) -> ([AnnotationArgument], end: Int)? {
    var arguments: [AnnotationArgument] = []
    var current: [ArgumentToken] = []
    var depth = 0
    do throws(SyntaxProblem) {
      var reader = try TokenReader(
        SourceText(text.text(open..<text.bytes.count), at: SourcePosition(offset: open, line: 1, column: 1)))
      while let token = try reader.next() {
        let range = token.position.offset..<token.endPosition.offset
        let isOpening = token.kind == .punctuation && ["(", "[", "{"].contains(token.text)
        let isClosing = token.kind == .punctuation && [")", "]", "}"].contains(token.text)
        if isClosing { depth -= 1 }
        if isClosing, depth == 0 {
          if !current.isEmpty { arguments.append(readArgument(current, in: text)) }
          return (arguments, range.upperBound)
        }
        if token.kind == .punctuation, token.text == ",", depth == 1 {
          if current.isEmpty { fail(Message.emptyArgument(name), at: range.lowerBound, in: text) }
          if !current.isEmpty { arguments.append(readArgument(current, in: text)) }
          current = []
        } else if depth > 0 {
          current.append(ArgumentToken(token: token, range: range))
        }
        if isOpening { depth += 1 }
      }
      fail(Message.unclosedAnnotation(name), at: open, in: text)
    } catch {
      fail(error.message, at: error.position.offset, in: text)
    }
    return nil
  }

  private mutating func readArgument(_ tokens: [ArgumentToken], in text: AnnotationText) -> AnnotationArgument {
    let start = text.position(at: tokens[0].range.lowerBound)
    if let signature = readSignature(tokens, in: text) {
      return AnnotationArgument(label: nil, value: signature, position: start, valuePosition: start)
    }
    var value = tokens[...]
    var label: SourceText?
    if tokens.count >= 2, tokens[0].token.kind == .identifier, tokens[1].token.text == ":" {
      label = SourceText(tokens[0].token.name, at: text.position(at: tokens[0].range.lowerBound))
      value = value.dropFirst(2)
    }
    guard let first = value.first, let last = value.last else {
      fail(Message.missingValue(label?.text ?? ""), at: tokens[0].range.lowerBound, in: text)
      return AnnotationArgument(label: label, value: .other(""), position: start, valuePosition: start)
    }
    let range = first.range.lowerBound..<last.range.upperBound
    return AnnotationArgument(
      label: label, value: readValue(Array(value), in: text, range: range), position: start,
      valuePosition: text.position(at: range.lowerBound))
  }

  private mutating func readValue(
    _ tokens: [ArgumentToken], in text: AnnotationText, range: Range<Int>
  ) -> AnnotationValue {
    let isDirected = tokens.count == 3 && tokens[1].token.text == "." && tokens[2].token.kind == .identifier
    if tokens.count == 1 || isDirected, case .stringLiteral = tokens[0].token.kind {
      do throws(SyntaxProblem) {
        let literal = try StringLiteral(text, in: tokens[0].range)
        return isDirected ? .directedString(literal, tokens[2].token.name) : .string(literal)
      } catch {
        fail(error.message, at: error.position.offset, in: text)
        return .other("")
      }
    }
    if let components = dottedName(tokens.map(\.token)) { return .name(components) }
    if let place = tokens.firstIndex(where: { ["..<", "..."].contains($0.token.text) }), place + 1 < tokens.count,
      let lower = dottedName(tokens[..<place].map(\.token)), let upper = dottedName(tokens[(place + 1)...].map(\.token))
    {
      func bound(_ names: [String], from index: Int) -> SourceText {
        SourceText(names.joined(separator: "."), at: text.position(at: tokens[index].range.lowerBound))
      }
      return .range(
        RangeArgument(
          lower: bound(lower, from: 0), upper: bound(upper, from: place + 1),
          isClosed: tokens[place].token.text == "..."))
    }
    let isNumber = [.integerLiteral, .floatLiteral].contains(tokens.last?.token.kind) && tokens.count <= 2
    return isNumber ? .number(text.text(range)) : .other(text.text(range))
  }

  /// `a`, `a.b` or `.a`; `nil` for anything else.
  private func dottedName(_ tokens: [SyntaxToken]) -> [String]? {
    var rest = tokens[...]
    if rest.first?.text == "." { rest = rest.dropFirst() }
    var components: [String] = []
    while let token = rest.popFirst() {
      guard token.kind == .identifier else { return nil }
      components.append(token.name)
      guard let dot = rest.popFirst() else { return components }
      guard dot.text == ".", !rest.isEmpty else { return nil }
    }
    return nil
  }
}
