import PostilSchema
import Testing

@testable import PostilCompiler

@Suite("Names and literals in generated code")
struct SwiftTextTests {
  @Test(
    "A literal holds its text whatever is in it",
    arguments: [
      ("plain", #""plain""#), (#"DELETE FROM "item""#, ##"#"DELETE FROM "item""#"##),
      (##"a"#b"##, ###"##"a"#b"##"###), (#"a\nb"#, ##"#"a\nb"#"##), (#"\(secret)"#, ##"#"\(secret)"#"##),
      ("a\nb", #""a\nb""#), ("\0\"\\", #""\u{0}\"\\""#), ("", #""""#),
    ])
  func literals(text: String, literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test("A multi-line literal is raw where its text would end it or escape in it")
  func multilineLiterals() {
    #expect(SwiftLiteral.multilineString(["a", "\"b\""]) == ["\"\"\"", "a", "\"b\"", "\"\"\""])
    #expect(SwiftLiteral.multilineString(["a\"\"\"b"]) == ["#\"\"\"", "a\"\"\"b", "\"\"\"#"])
    #expect(SwiftLiteral.multilineString(["\\(a)"]) == ["#\"\"\"", "\\(a)", "\"\"\"#"])
    #expect(SwiftLiteral.multilineString(["a\rb"]) == ["\"\"\"", "a\\rb", "\"\"\""])
  }

  @Test(
    "A row's name is its type's, with a small beginning",
    arguments: [
      ("Item", "item"), ("PackageTag", "packageTag"), ("URLItem", "urlItem"), ("URL", "url"), ("Shop.Item", "item"),
      ("A", "a"), ("Élan", "élan"),
    ])
  func values(type: String, name: String) {
    #expect(SwiftNames.value(of: type) == name)
  }

  @Test(
    "A keyword stands in backticks where it is declared",
    arguments: [
      ("in", "`in`"), ("title", "title"), ("class", "`class`"), ("größe", "größe"), ("two words", "`two words`"),
      ("get", "`get`"), ("await", "`await`"),
    ])
  func keywords(name: String, text: String) {
    #expect(SwiftNames.declared(name) == text)
  }

  @Test("Behind a dot few words need backticks")
  func members() {
    #expect(SwiftNames.member("in") == "in")
    #expect(SwiftNames.member("init") == "`init`")
  }

  @Test("The label of an argument may be almost any word")
  func labels() {
    #expect(SwiftNames.label("in") == "in")
    #expect(SwiftNames.label("inout") == "`inout`")
    #expect(SwiftNames.label("two words") == "`two words`")
  }

  @Test("A name that the target declares too is written with its module")
  func hiddenNames() {
    let names = RuntimeNames(declared: ["Column", "Sequence"], imports: ["Foundation", "Postil"])
    #expect(names[.column] == "Postil.Column")
    #expect(names[.sequence] == "Swift.Sequence")
    #expect(names[.query] == "Query")
  }

  @Test("A module that is not known may have any of the runtime's names")
  func unknownImports() {
    let names = RuntimeNames(declared: [], imports: ["Postil", "SwiftUI"])
    #expect(names[.query] == "Postil.Query")
    #expect(names[.bool] == "Bool")
  }
}

@Suite("Defaults of public drafts")
struct DefaultExpressionTests {
  @Test(
    "A literal, a case and a new value of a known type need no name of their own",
    arguments: [
      "true", "nil", "[]", "0", "-1.5", "0xFF", "1_000", ".normal", #""a \"b\"""#, #""""#, "Data()", "UUID()",
    ])
  func selfContained(expression: String) {
    #expect(DefaultExpression.isSelfContained(expression))
  }

  @Test(
    "What may name something less than public does",
    arguments: [
      "Book.firstShelf", "first", #""a \(b)""#, #""a" + "b""#, "a()", ".a(b)", "1 + 2", "ID(rawValue: UUID())", "-", "",
    ])
  func naming(expression: String) {
    #expect(!DefaultExpression.isSelfContained(expression))
  }
}
