import PostilCompiler
import Testing

@Suite struct EnumCaseTests {
  @Test func `cases keep payloads, raw values and their places`() throws {
    let source = MarkedSource(
      """
      indirect enum E: String {
        case 1️⃣a, 2️⃣b(Int, x: [String: Int] = [:]), c()
        case d = 3️⃣"dee", e = 4️⃣-1
        indirect case `default`(E)
        case self
      }
      """)
    let type = try #require(try source.parse().types.first)
    #expect(type.modifiers.map(\.name) == ["indirect"])
    #expect(type.cases.map(\.name.text) == ["a", "b", "c", "d", "e", "default", "self"])
    #expect(type.cases[0].name.position == source["1️⃣"])
    #expect(type.cases[1].name.position == source["2️⃣"])
    #expect(
      type.cases.map(\.associatedValues) == [nil, "Int, x: [String: Int] = [:]", "", nil, nil, "E", nil])
    #expect(type.cases[3].rawValue == SourceText("\"dee\"", at: source["3️⃣"]))
    #expect(type.cases[4].rawValue == SourceText("-1", at: source["4️⃣"]))
  }

  @Test func `a payload can start on the next line`() throws {
    let type = try #require(try onlyType("enum E {\n  case a\n    (Int)\n  case b\n}"))
    #expect(type.cases.map(\.associatedValues) == ["Int", nil])
  }

  @Test func `an enum's properties and functions don't affect its cases`() throws {
    let type = try #require(
      try onlyType(
        "enum E { case a; var x: Int { switch self { case .a: 1 } }\n func f() { if case .a = self {} }\n case b }"))
    #expect(type.cases.map(\.name.text) == ["a", "b"])
    #expect(type.properties.map(\.storage) == [.computed])
  }
}
