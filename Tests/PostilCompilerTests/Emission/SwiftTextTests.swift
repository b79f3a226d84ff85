import PostilSchema
import Testing

@testable import PostilCompiler

@Suite("Names and literals in generated code")
struct SwiftTextTests {
  @Test(
    "A literal represents any text",
    arguments: [
      ("plain", #""plain""#), (#"DELETE FROM "item""#, ##"#"DELETE FROM "item""#"##),
      (##"a"#b"##, ###"##"a"#b"##"###), (#"a\nb"#, ##"#"a\nb"#"##), (#"\(secret)"#, ##"#"\(secret)"#"##),
      ("a\nb", #""a\nb""#), ("\0\"\\", #""\u{0}\"\\""#), ("", #""""#),
    ])
  func literals(text: String, literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test("A multi-line literal is raw if its text would end it or contains an escape")
  func multilineLiterals() {
    #expect(SwiftLiteral.multilineString(["a", "\"b\""]) == ["\"\"\"", "a", "\"b\"", "\"\"\""])
    #expect(SwiftLiteral.multilineString(["a\"\"\"b"]) == ["#\"\"\"", "a\"\"\"b", "\"\"\"#"])
    #expect(SwiftLiteral.multilineString(["\\(a)"]) == ["#\"\"\"", "\\(a)", "\"\"\"#"])
    #expect(SwiftLiteral.multilineString(["a\rb"]) == ["\"\"\"", "a\\rb", "\"\"\""])
  }

  @Test(
    "The variable of a row is named after its type, with a lowercase first letter",
    arguments: [
      ("Item", "item"), ("PackageTag", "packageTag"), ("URLItem", "urlItem"), ("URL", "url"), ("Shop.Item", "item"),
      ("A", "a"), ("Élan", "élan"),
    ])
  func values(type: String, name: String) {
    #expect(SwiftNames.value(of: type) == name)
  }

  @Test(
    "A keyword is in backticks in its declaration",
    arguments: [
      ("in", "`in`"), ("title", "title"), ("class", "`class`"), ("größe", "größe"), ("two words", "`two words`"),
      ("get", "`get`"), ("await", "`await`"),
    ])
  func keywords(name: String, text: String) {
    #expect(SwiftNames.declared(name) == text)
  }

  @Test("Few words need backticks after a dot")
  func members() {
    #expect(SwiftNames.member("in") == "in")
    #expect(SwiftNames.member("init") == "`init`")
  }

  @Test("Almost any word can be an argument label")
  func labels() {
    #expect(SwiftNames.label("in") == "in")
    #expect(SwiftNames.label("inout") == "`inout`")
    #expect(SwiftNames.label("two words") == "`two words`")
  }

  @Test("A name that the target also declares is qualified with its module")
  func hiddenNames() {
    let names = RuntimeNames(declared: ["Column", "Sequence"], imports: ["Foundation", "Postil"])
    #expect(names[.column] == "Postil.Column")
    #expect(names[.sequence] == "Swift.Sequence")
    #expect(names[.query] == "Query")
  }

  @Test("A module whose names are unknown is assumed to declare any of the runtime's names")
  func unknownImports() {
    let names = RuntimeNames(declared: [], imports: ["Postil", "SwiftUI"])
    #expect(names[.query] == "Postil.Query")
    #expect(names[.bool] == "Bool")
  }
}

@Suite("Default values in public drafts")
struct DefaultExpressionTests {
  @Test(
    "A literal, an enum case and a new value of a known type can be used directly",
    arguments: [
      "true", "nil", "[]", "0", "-1.5", "0xFF", "1_000", ".normal", #""a \"b\"""#, #""""#, "Data()", "UUID()",
    ])
  func selfContained(expression: String) {
    #expect(DefaultExpression.isSelfContained(expression))
  }

  @Test(
    "An expression that may use something non-public needs a name of its own",
    arguments: [
      "Book.firstShelf", "first", #""a \(b)""#, #""a" + "b""#, "a()", ".a(b)", "1 + 2", "ID(rawValue: UUID())", "-", "",
    ])
  func naming(expression: String) {
    #expect(!DefaultExpression.isSelfContained(expression))
  }
}
