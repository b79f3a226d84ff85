import PostilQuery
import Testing

@Suite("Bound values")
struct BoundValueTests {
  @Test("Texts are equal if their bytes are")
  func texts() {
    let (composed, decomposed) = (BoundValue.text("\u{E9}"), BoundValue.text("e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, .text("\u{E9}")]).count == 2)
    #expect(BoundValue.text("a\0b") != .text("a") && BoundValue.text("") != .null)
  }

  @Test("Values of other kinds are equal if they are of the same kind and equal")
  func others() {
    let values: [BoundValue] = [
      .null, .integer(1), .real(1), .text("1"), .blob([1]), .blob([]), .unstorable(.malformedText),
    ]
    for (index, value) in values.enumerated() {
      for (other, second) in values.enumerated() { #expect((value == second) == (index == other)) }
    }
    #expect(Set(values + values).count == values.count)
  }
}
