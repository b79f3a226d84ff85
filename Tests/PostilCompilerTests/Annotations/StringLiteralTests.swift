import Testing

@testable import PostilCompiler

struct StringLiteralTests {
  @Test func `each byte of the value has its place in the file`() throws {
    #expect(try columns(#"@x("a\nb")"#) == [8, 9, 11, 12])
    #expect(try columns(##"@x(#"é"#)"##) == [9, 10, 11])
    #expect(try columns(#"@x("\u{41}b")"#) == [8, 14, 15])
  }

  @Test func `lines of a literal over several comments keep their places`() throws {
    let literal = try literal("@x(\"\"\"\n//   a\n//     b\n//   \"\"\")")
    #expect(literal.text == "a\n  b")
    #expect(literal.positions.map(\.line) == [2, 2, 3, 3, 3, 3])
    #expect(literal.positions.map(\.column) == [6, 7, 6, 7, 8, 9])
  }

  private func columns(_ annotation: String) throws -> [Int] { try literal(annotation).positions.map(\.column) }

  private func literal(_ annotation: String) throws -> StringLiteral {
    let tree = try parseSource(path: "A.swift", text: "// \(annotation)\nstruct A {}")
    let reader = AnnotationReader.read(tree.types[0].comments.leading, path: "A.swift")
    guard case .string(let literal) = reader.annotations.first?.arguments?.first?.value else {
      throw SyntaxProblem("no literal", at: SourcePosition(offset: 0, line: 1, column: 1))
    }
    return literal
  }
}
