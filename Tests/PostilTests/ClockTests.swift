import Testing

@testable import PostilCompiler
@testable import PostilQuery

@Suite("The database's clock")
struct ClockTests {
  @Test("The compiler and queries write the same SQL for the clock")
  func same() {
    #expect(
      DateClock.allCases.map { "\($0.rawValue): \($0.sql)" }
        == _DatabaseClock.allCases.map { "\($0.rawValue): \($0.sqlite)" })
  }
}
