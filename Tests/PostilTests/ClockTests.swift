import Testing

@testable import PostilCompiler
@testable import PostilQuery

@Suite("The database's clock")
struct ClockTests {
  @Test("is the same SQL in what the compiler fixes and in what a query writes")
  func same() {
    #expect(
      DateClock.allCases.map { "\($0.rawValue): \($0.sql)" }
        == _DatabaseClock.allCases.map { "\($0.rawValue): \($0.sqlite)" })
  }
}
