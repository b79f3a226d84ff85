/// Finds annotations in comments that aren't read: `/// @unique`, `/* @unique */` and `/** @unique */`.
extension AnnotationReader {
  /// Finds the lines of documentation and block comments whose first word is a known annotation. Other mentions are
  /// prose, as is `@Metadata`, a DocC directive.
  static func unread(in comments: [Comment], path: String) -> [Problem] {
    comments.flatMap { comment -> [Problem] in
      guard comment.kind != .line, comment.text.utf8.contains(0x40) else { return [] }
      return lines(of: comment).compactMap { line -> Problem? in
        let decoration: Set<UInt8> = comment.kind == .documentationLine ? [0x20, 0x09] : [0x20, 0x09, 0x2A]
        let indentation = line.text.prefix { decoration.contains($0) }.count
        guard let (name, hasArguments) = leadingAnnotation(in: line.text.dropFirst(indentation)) else { return nil }
        var place = line.position
        place.offset += indentation
        place.column += indentation
        let message =
          comment.kind == .block
          ? Message.inBlockComment(name, hasArguments: hasArguments)
          : Message.inDocumentation(name, hasArguments: hasArguments)
        return Problem(message: message, place: SourcePlace(path: path, position: place))
      }
    }
  }

  /// The known annotation at the start of the bytes, and whether a `(` follows; `nil` if there is none.
  private static func leadingAnnotation(in bytes: Substring.UTF8View) -> (name: String, hasArguments: Bool)? {
    guard bytes.first == 0x40 else { return nil }
    let name = bytes.dropFirst().prefix(while: isNamePart)
    guard let known = KnownAnnotation.named(String(Substring(name))) else { return nil }
    return (known.name, bytes[name.endIndex...].first == 0x28)
  }

  /// The lines of a comment, each with the place of its first byte. A line ends at LF, CR LF or a single CR.
  private static func lines(of comment: Comment) -> [(text: Substring.UTF8View, position: SourcePosition)] {
    var lines: [(text: Substring.UTF8View, position: SourcePosition)] = []
    var position = comment.textPosition
    var rest = Substring(comment.text).utf8
    while true {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      lines.append((line, position))
      rest = rest[line.endIndex...]
      guard let lineBreak = rest.popFirst() else { return lines }
      var length = line.count + 1
      if lineBreak == 0x0D, rest.first == 0x0A {
        rest.removeFirst()
        length += 1
      }
      position = SourcePosition(offset: position.offset + length, line: position.line + 1, column: 1)
    }
  }
}
