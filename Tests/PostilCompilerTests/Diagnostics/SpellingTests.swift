import PostilSQL
import Testing

@testable import PostilCompiler

struct SpellingTests {
  @Test func `inserted, removed, replaced and swapped letters count one each`() {
    #expect(Spelling.distance("table", "tabel") == 1)
    #expect(Spelling.distance("table", "tables") == 1)
    #expect(Spelling.distance("table", "able") == 1)
    #expect(Spelling.distance("table", "cable") == 1)
    #expect(Spelling.distance("", "abc") == 3)
  }

  @Test func `only a close name is suggested, the first of the closest ones`() {
    #expect(Spelling.nearest(to: "titel", in: ["name", "title"]) == "title")
    #expect(Spelling.nearest(to: "DUEAT", in: ["dueAt"]) == "dueAt")
    #expect(Spelling.nearest(to: "aa", in: ["ab", "ac"]) == "ab")
    #expect(Spelling.nearest(to: "colour", in: ["name", "title"]) == nil)
  }
}
