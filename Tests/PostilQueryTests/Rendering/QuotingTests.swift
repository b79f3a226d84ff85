import PostilTestSupport
import Testing

@testable import PostilQuery

@Suite("Quoting")
struct QuotingTests {
  private let pieces = [
    "\"", "'", ";", "--", "/*", "\u{301}", "\u{20DD}", "\u{200D}", "\u{FE0F}", "\\", "e", "\u{E9}", " ", "\n", "$",
    "?1",
  ]

  @Test("A quote with a combining mark is doubled")
  func combiningMarks() {
    #expect(Array("a\"\u{301}b".quoted(with: "\"").utf8) == Array("\"a\"\"\u{301}b\"".utf8))
    #expect(Array(BoundValue.text("'\u{301}").description.utf8) == Array("'''\u{301}'".utf8))
  }

  @Test("SQLite reads random names and values back as they were")
  func random() throws {
    let database = try TestDatabase()
    var random = SeededGenerator(seed: testSeed)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      var renderer = SQLRenderer(dialect: .sqlite)
      renderer.write("SELECT ")
      renderer.sql.append(contentsOf: BoundValue.text(text).description.utf8)
      renderer.write(" = ")
      renderer.writeValue(.text(text))
      renderer.write(", t.")
      renderer.writeIdentifier(text)
      renderer.write(" FROM (SELECT 7 AS ")
      renderer.writeIdentifier(text)
      renderer.write(") AS t")
      #expect(try database.rows(renderer.statement()) == ["1|7"], "\(text.debugDescription)")
    }
  }

  @Test("A list with too many values that JSON would change is refused")
  func longLists() throws {
    let cut = Array(repeating: BoundValue.text("a\0"), count: 30_001)
    for values in [cut, cut + [.real(0.1)], cut.map { _ in .blob([1]) } + [.integer(1)]] {
      let (list, rows) = (ValueList(values), RowList(values.map { [$0] }))
      #expect(list.members.isEmpty && list.parameters == [ValueList.refusal])
      #expect(rows.members.isEmpty && rows.parameters == [[ValueList.refusal]])
    }
    let numbers = Array(repeating: BoundValue.real(0.1), count: 30_001)
    let list = ValueList(numbers + cut.prefix(2))
    #expect(list.members == numbers && list.parameters == Array(cut.prefix(2)))
    #expect(ValueList(Array(numbers.dropLast())).parameters.count == 30_000)
  }

  @Test("A list of '@query' refuses bytes, which JSON can't contain")
  func bytesInLists() {
    guard case .unstorable(let error) = BoundValue.list([[1, 2]] as [[UInt8]]) else {
      Issue.record("the list is accepted")
      return
    }
    #expect(
      error.description
        == "a value of type Array<UInt8> can't be stored: it is stored as bytes, which a list can't contain")
  }
}
