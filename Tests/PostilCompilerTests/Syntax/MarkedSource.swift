@testable import PostilCompiler

/// A source with markers in it: `struct 1️⃣Item { }` is the text without the marker, and the marker's place.
struct MarkedSource {
  let text: String
  private var places: [Character: SourcePosition] = [:]

  init(_ marked: String) {
    var text = ""
    var line = 1
    var column = 1
    var offset = 0
    for character in marked {
      if "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣".contains(character), character.unicodeScalars.count == 3 {
        places[character] = SourcePosition(offset: offset, line: line, column: column)
        continue
      }
      text.append(character)
      let width = String(character).utf8.count
      offset += width
      if character.isNewline {
        line += 1
        column = 1
      } else {
        column += width
      }
    }
    self.text = text
  }

  /// The place of a marker; an impossible place where the source has no such marker, so that a comparison fails.
  subscript(_ marker: Character) -> SourcePosition {
    places[marker] ?? SourcePosition(offset: -1, line: -1, column: -1)
  }

  func parse() throws -> SourceTree { try parseSource(path: "Test.swift", text: text) }
}

/// A text at the start of a file.
func sourceText(_ text: String) -> SourceText {
  SourceText(text, at: SourcePosition(offset: 0, line: 1, column: 1))
}

/// The only type of a source.
func onlyType(_ text: String) throws -> TypeDeclaration? {
  let types = try parseSource(path: "Test.swift", text: text).types
  return types.count == 1 ? types.first : nil
}

/// The properties of `struct S` with these members.
func properties(_ members: String) throws -> [PropertyDeclaration] {
  try onlyType("struct S {\n\(members)\n}")?.properties ?? []
}

/// The problem that a source is refused with.
func problem(in text: String) -> SyntaxProblem? {
  do throws(SyntaxProblem) {
    _ = try parseSource(path: "Test.swift", text: text)
    return nil
  } catch {
    return error
  }
}
