import Testing

@testable import PostilSQLite

@Suite struct BusyTimeoutTests {
  @Test func everyDurationHasANumberOfMilliseconds() {
    #expect(SQLiteOptions.milliseconds(.milliseconds(1500)) == 1500)
    #expect(SQLiteOptions.milliseconds(.zero) == 0)
    #expect(SQLiteOptions.milliseconds(.seconds(-1)) == 0)
    for long in [Duration.seconds(2_147_484), .seconds(Int64.max)] {
      #expect(SQLiteOptions.milliseconds(long) == .max)
    }
    for negative in [Duration.seconds(Int64.min), .seconds(Int64.min / 1000), .nanoseconds(Int64.min)] {
      #expect(SQLiteOptions.milliseconds(negative) == 0)
    }
  }
}
