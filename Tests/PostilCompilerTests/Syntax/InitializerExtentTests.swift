import PostilCompiler
import Testing

@Suite struct InitializerExtentTests {
  /// Each is the value of `a`, followed by the declaration of `b`.
  static let values: [String] = [
    "1", "-1", "0x1F_p3", "1.5e-3", "\"a\"", "nil", "true", ".high", ".init(x: 1)", "Foo()", "Foo<Int>()",
    "Foo<A, B>(x)", "Foo<A, B>.c", "foo.bar[0]?.baz!.qux()", "a < b", "(a < b, c > d)", "a ? b : c",
    "a\n    ? b\n    : c", "1 +\n    2", "1\n    + 2", "foo\n    .bar()\n    .baz { $0 }\n    .qux",
    "x as? Int", "x\n    as! [Int: String]?", "x is Foo", "{ 1 }()", "foo { $0 } label: { 1 } other: { 2 }",
    "foo(1) { $0 }", "#selector(foo)", "#macro<Int>(1) { 2 }", "\\Foo.bar", "\\.bar?.baz[0]", "\\[Int].count",
    "try! foo()", "try? await foo()", "await foo()", "[1, 2, 3]", "[\n  1, // one\n  2,\n]", "[\"a\": 1]", "[:]",
    "if a { 1 } else if b { 2 } else { 3 }", "switch a { case .b: 1\n default: 2 }", "{ (x: Int) -> Int in x }",
    "\"\"\"\n  text \"quoted\" \\(x + \"y\")\n  \"\"\"", "#\"raw \\\"#", "#\"a \\#(b) c\"#",
    "#\"\"\"\n  a\"\"\n  \"\"\"#",
    "/regex [a-z)]+/", "#/re \\/ gex/#", "#/\n  multi / line\n  /#", "/\\)/", "a / b / c", "foo(a / b, c / d)",
    "(1, 2).0", "x.0.1", "Int.self", "self", "[Int]()", "[String: Int](minimumCapacity: 3)", "(Int) -> Void",
    "a ?? b", "a??.b", "&x", "!a && !b", "a...b", "(a)...", "0..<10", "a.b<C>()", "copy x", "consume x", "each x",
    "repeat f(each x)",
    "any P.self", "unsafe foo()", "foo(\n)", "foo(/* ) */ \")\")", "`class`.x", "$0", "$projected",
    "\"\\(a)\\(\"\\(b)\")\"",
    "x = 3", "Foo::bar", "foo(a: 1)[2](3)", "@Sendable () -> Void", "a &+ b", "a →→ b", "😀", "変数.名前",
    "foo\n#if A\n    .bar()\n#else\n    .baz()\n#endif\n    .qux()", "1 // comment\n    + 2", "1 /* a\n b */ + 2",
    "do { 1 } catch { 2 }", "Foo(bar: { \"}\" }, baz: \"{\")", "\"// no comment\"", "\"/* nor this\"",
    "foo.`init`", "foo.init(1)", "super.x", "<#placeholder#>",
  ]

  @Test(arguments: values)
  func `a value of any form ends where it ends`(expression: String) throws {
    for behind in [
      "\nlet b: Int", "\n@Wrapped let b: Int", "; let b: Int", " // comment\nlet b: Int", ", b: Int", "\n\nlet b: Int",
    ] {
      let found = try properties("  var a = \(expression)\(behind)")
      #expect(found.map(\.name.text) == ["a", "b"], "behind: \(behind)")
      #expect(found.first?.initializer?.text == expression, "behind: \(behind)")
    }
  }

  static let lineEnds: [(String, String)] = [
    ("x\n  -1", "x"), ("x\n  - 1", "x\n  - 1"), ("x\n  (1)", "x"), ("x\n  [1]", "x"), ("x\n  { 1 }", "x\n  { 1 }"),
    ("1\n  { 1 }", "1"), ("x\n  !y", "x"), ("x\n  &y", "x"), ("x\n  ?? y", "x\n  ?? y"), ("x\n  .y", "x\n  .y"),
    ("x,\n  c = 2", "x"),
  ]

  @Test(arguments: lineEnds)
  func `a value ends at the line's end unless the next line continues it`(source: String, expected: String) throws {
    let found = try properties("var a = \(source)\nlet z: Int")
    #expect(found.first?.initializer?.text == expected)
    #expect(found.last?.name.text == "z")
  }

  @Test func `trailing closures, accessor blocks and observers are distinguished`() throws {
    let found = try properties(
      "var a = foo { didSet }\nvar b = foo { x in didSet }\nvar c = foo { willSet { } }\nvar d = foo() { get }\nvar e = 5 { didSet { } }"
    )
    #expect(found.map(\.name.text) == ["a", "b", "c", "d", "e"])
    #expect(found.map(\.storage) == [.observed, .stored, .observed, .stored, .observed])
    #expect(found.map(\.initializer?.text) == ["foo", "foo { x in didSet }", "foo", "foo() { get }", "5"])
  }
}
