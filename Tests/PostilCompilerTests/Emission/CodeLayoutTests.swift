import Testing

@testable import PostilCompiler

@Suite("The layout of generated code")
struct CodeLayoutTests {
  @Test("A list that fits stays on one line")
  func shortList() {
    #expect(Code.call("f(", ["a", "b: 2"]).lines(at: 1) == ["  f(a, b: 2)"])
  }

  @Test("A call that is too long is filled, with its bracket after the last argument")
  func longCall() {
    let argument = String(repeating: "a", count: 60)
    #expect(
      Code.call("f(", [.line(argument), .line(argument), "b"]).lines(at: 0)
        == ["f(", "  \(argument),", "  \(argument), b)"])
  }

  @Test("Parameters that are too long end with a bracket on its own line")
  func longParameters() {
    let parameter = String(repeating: "a", count: 118)
    #expect(
      Code.list(BracketedList(.parameters, "func f(", [.line(parameter)], ") -> Int")).lines(at: 0)
        == ["func f(", "  \(parameter)", ") -> Int"])
  }

  @Test("Several assignments break before the values, and inside a target only if it is too long for a line")
  func assignments() {
    func lines(_ targets: [String]) -> [String] {
      Code.assignment(TupleAssignment(targets: targets, values: targets.map { _ in "f()" })).lines(at: 1)
    }
    #expect(lines(["a"]) == ["  a = try f()"])
    #expect(lines(["a", "b"]) == ["  (a, b) = try (f(), f())"])
    let (middle, long) = (String(repeating: "a", count: 50), String(repeating: "a", count: 100))
    #expect(lines([middle, middle]) == ["  (\(middle), \(middle)) = try (", "    f(), f()", "  )"])
    #expect(
      lines([long, long]) == ["  (", "    \(long),", "    \(long)", "  ) = try (", "    f(), f()", "  )"])
  }

  @Test("A broken array has a comma after its last element")
  func longArray() {
    let element = String(repeating: "1", count: 70)
    #expect(
      Code.array("let a = [", [.line(element), .line(element)]).lines(at: 0)
        == ["let a = [", "  \(element),", "  \(element),", "]"])
  }

  @Test("The last argument leaves room for the brackets after it", arguments: 0...3)
  func reservedRoom(surplus: Int) {
    let argument = String(repeating: "a", count: Code.lineLength - 6 + surplus)
    let lines = Code.call("f(", [.call("g(", [.line(argument)])]).lines(at: 0)
    #expect(lines.allSatisfy { $0.count <= Code.lineLength || $0.contains(argument + "))") }, "\(lines)")
    #expect(lines.last?.hasSuffix("))") == true)
  }

  @Test("A one-line function is on one line if it fits, and a type never is")
  func blocks() {
    #expect(Code.function("var a: Int") { "1" }.lines(at: 0) == ["var a: Int { 1 }"])
    #expect(Code.type("struct A") { "var a = 1" }.lines(at: 0) == ["struct A {", "  var a = 1", "}"])
    #expect(Code.type("struct A") {}.lines(at: 0) == ["struct A {}"])
    let long = String(repeating: "a", count: 120)
    #expect(Code.function("var a: Int") { long }.lines(at: 0) == ["var a: Int {", "  \(long)", "}"])
  }

  @Test("A closure's parameters are after its brace")
  func closureParameters() {
    let code = Code.call("f(", ["a"]) {
      "b, c in"
      "d()"
    }
    #expect(code.lines(at: 0) == ["f(a) { b, c in", "  d()", "}"])
  }

  @Test("Nested conditions are indented by one level each")
  func conditions() {
    #expect(
      Code.conditional(["os(Linux)", "DEBUG"], ["a"]).lines(at: 0)
        == ["#if os(Linux)", "  #if DEBUG", "    a", "  #endif", "#endif"])
    #expect(Code.conditional([], ["a"]).lines(at: 0) == ["a"])
  }

  @Test("Documentation is filled, and a line break in it can't end the comment")
  func documentation() {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let lines = Code.documentation([words, "", "a\nfunc b() {}\r\nc"]).lines(at: 1)
    #expect(lines.allSatisfy { $0.hasPrefix("  ///") && $0.count <= Code.lineLength })
    #expect(lines.suffix(2) == ["  ///", "  /// a func b() {} c"])
  }
}
