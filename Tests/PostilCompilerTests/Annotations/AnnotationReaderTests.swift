import Testing

@testable import PostilCompiler

struct AnnotationReaderTests {
  @Test func `a comment is an annotation if it starts with an at sign and a name`() {
    #expect(names("// @table") == ["table"])
    #expect(names("//@table") == ["table"])
    #expect(names("// see @table") == [])
    #expect(names("// @ table") == [])
    #expect(names("// @1table") == [])
    #expect(names("/// @table") == [])
    #expect(names("/* @table */") == [])
  }

  @Test func `several annotations share a line, and prose follows two spaces or slashes`() {
    #expect(names("// @unique @collate(nocase)") == ["unique", "collate"])
    #expect(names("// @index(a, b)          // @index(c) is another") == ["index"])
    #expect(names("// @index(a)// @index(c)") == ["index"])
    #expect(names("// @index(a)  and @unique is prose") == ["index"])
    #expect(names("// @index(a)  @unique") == ["index", "unique"])
    #expect(problems("// @unique and short") == ["1:12"])
  }

  @Test func `each line can have its own annotations`() {
    #expect(names("// @index(a)\n// about the next:\n// @index(b)") == ["index", "index"])
  }

  @Test func `arguments are labels, names, numbers and strings`() throws {
    let annotation = try #require(
      read("// @x(a, b.descending, c: d, e: 5, f: -1.5, g: \"h\", i: #\"j\"k\"#, l: true, m: .n, o: [1])").annotations
        .first)
    let arguments = try #require(annotation.arguments)
    #expect(arguments.map { $0.label?.text ?? "" } == ["", "", "c", "e", "f", "g", "i", "l", "m", "o"])
    #expect(
      arguments.map(\.value.description)
        == ["a", "b.descending", "d", "5", "-1.5", "\"h\"", "\"j\"k\"", "true", "n", "[1]"])
    #expect(annotation.place.position.column == 4)
    #expect(arguments[2].position.column == 24)
    #expect(arguments[2].valuePosition.column == 27)
  }

  @Test func `an argument list can continue on the next lines`() throws {
    let annotation = try #require(
      read("// @check(\"\"\"\n//   a > 0\n//   AND b > 0\n//   \"\"\",\n//   name: \"c\") @unique").annotations.first)
    guard case .string(let literal) = annotation.arguments?.first?.value else { return #expect(Bool(false)) }
    #expect(literal.text == "a > 0\nAND b > 0")
    #expect(literal.positions[0] == SourcePosition(offset: 19, line: 2, column: 6))
    #expect(literal.positions[6] == SourcePosition(offset: 30, line: 3, column: 6))
    #expect(annotation.arguments?.count == 2)
  }

  @Test func `parentheses, commas and slashes in strings have no effect`() {
    #expect(names("// @check(\"f(a, b) // c\") @unique") == ["check", "unique"])
    #expect(names(#"// @check("it's \"so\"") @unique"#) == ["check", "unique"])
  }

  @Test func `an unclosed bracket or string is reported where it starts`() {
    #expect(problems("// @index(a, b") == ["1:10"])
    #expect(problems("// @check(\"a > 0)") == ["1:11"])
    #expect(problems("// @index(a,, b)") == ["1:13"])
    #expect(problems("// @index(where:)") == ["1:11"])
  }

  private func read(_ text: String) -> AnnotationReader {
    let tree = try? parseSource(path: "A.swift", text: text + "\nstruct A {}")
    return AnnotationReader.read(tree?.types.first?.comments.leading ?? [], path: "A.swift")
  }

  private func names(_ text: String) -> [String] { read(text).annotations.map(\.name) }

  private func problems(_ text: String) -> [String] {
    read(text).problems.map { "\($0.place.position.line):\($0.place.position.column)" }
  }
}
