@testable import PostilCompiler
import Testing

@Suite struct ConditionalTests {
  @Test func `declarations of every branch are kept with its conditions`() throws {
    let source = MarkedSource(
      """
      struct A {
      1️⃣#if os(macOS) || os(iOS)
        let a: Int
      2️⃣#elseif !DEBUG && canImport(Foo)
        let b: Int
        3️⃣#if compiler(>=6.1)
        let c: Int
        #endif
      4️⃣#else
        let d: Int
      #endif
        let e: Int
      }
      """)
    let found = try #require(try source.parse().types.first).properties
    #expect(found.map(\.name.text) == ["a", "b", "c", "d", "e"])
    let first = "os(macOS) || os(iOS)"
    let second = "!DEBUG && canImport(Foo)"
    #expect(found[0].conditions == [ConditionalBranch(condition: first, position: source["1️⃣"])])
    let elseif = ConditionalBranch(condition: second, precedingConditions: [first], position: source["2️⃣"])
    #expect(found[1].conditions == [elseif])
    #expect(found[2].conditions == [elseif, ConditionalBranch(condition: "compiler(>=6.1)", position: source["3️⃣"])])
    #expect(
      found[3].conditions == [
        ConditionalBranch(condition: "", precedingConditions: [first, second], position: source["4️⃣"])
      ])
    #expect(found[4].conditions.isEmpty)
  }

  @Test func `a condition ends with its line even if the next line starts with a dot`() throws {
    let tree = try parseSource(path: "", text: "#if DEBUG\n@available(macOS 15, *)\nstruct A {}\n#endif\nstruct B {}")
    #expect(tree.types.map(\.name.text) == ["A", "B"])
    #expect(tree.types.map(\.conditions.count) == [1, 0])
  }

  @Test func `conditional attributes belong to the next declaration`() throws {
    let source = MarkedSource("1️⃣#if compiler(>=6)\n@MainActor\n#else\n@objc(x)\n#endif\npublic struct A {}")
    let type = try #require(try source.parse().types.first)
    #expect(type.position == source["1️⃣"])
    #expect(type.attributes.map(\.name.text) == ["MainActor", "objc"])
    #expect(type.conditions.isEmpty)
  }

  @Test func `types and cases can be in branches too`() throws {
    let tree = try parseSource(path: "", text: "#if A\nenum E {\n#if B\ncase a\n#endif\ncase b\n}\n#endif")
    let type = try #require(tree.types.first)
    #expect(type.conditions.map(\.condition) == ["A"])
    #expect(type.cases.map { $0.conditions.map(\.condition) } == [["A", "B"], ["A"]])
  }

  @Test func `a source location directive is skipped`() throws {
    let found = try properties("#sourceLocation(file: \"x.swift\", line: 3)\nlet a: Int\n#sourceLocation()\nlet b: Int")
    #expect(found.map(\.name.text) == ["a", "b"])
    #expect(found.map(\.position.line) == [3, 5])
  }
}
