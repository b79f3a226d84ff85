import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// Durations, URLs, UUIDs as bytes, names of cases and types of one's own.
@Suite struct PlainColumnTests {
  private static func durations() -> [Duration] {
    var random = SeededGenerator(seed: 1)
    return (0..<100).map { _ in .nanoseconds(Int64.random(in: .min ... .max, using: &random)) }
      + [.zero, .nanoseconds(1), .nanoseconds(-1), .nanoseconds(Int64.max), .nanoseconds(Int64.min), .seconds(3600)]
  }

  @Test func durationsComeBackIdenticalToTheNanosecondAndSort() throws {
    try expectRoundTrip(Duration.self, Self.durations())
    try expectOrder(Duration.self, Self.durations())
    func nanoseconds(_ attoseconds: Int64) -> BoundValue {
      Duration(secondsComponent: 0, attosecondsComponent: attoseconds)._boundValue
    }
    #expect(nanoseconds(499_999_999) == .integer(0))
    #expect(nanoseconds(500_000_000) == .integer(1))
    #expect(nanoseconds(-499_999_999) == .integer(0))
    #expect(nanoseconds(-500_000_000) == .integer(-1))
  }

  @Test func aDurationOutOfRangeIsNotStored() throws {
    for duration in [Duration.seconds(Int64.max), .seconds(Int64.min), .nanoseconds(Int64.max) + .nanoseconds(1)] {
      try expectUnstorable(Duration.self, duration, reason: "about 292 years")
    }
    try expectRefusal(Duration.self, of: ["'1'", "1.5", "NULL"], reason: "it must be INTEGER")
  }

  @Test func urlsComeBackIdentical() throws {
    let texts = [
      "https://example.com", "https://user:secret@example.com:8080/a/b?c=d&e=%20#f", "file:///tmp/a%20b",
      "mailto:a@example.com",
      "relative/path", "?query", "#fragment", "http://[::1]/", "data:text/plain;base64,QQ==",
      "https://example.com/%C3%BC",
    ]
    try expectRoundTrip(URL.self, try texts.map { try #require(URL(string: $0)) })
    let lenient = try #require(URL(string: "https://example.com/a b?ü"))
    try expectRoundTrip(URL.self, [lenient])
    let relative = try #require(URL(string: "b", relativeTo: URL(string: "https://example.com/a")))
    try expectRoundTrip(URL.self, [relative]) { $0.absoluteURL == $1.absoluteURL }
    try expectRefusal(URL.self, of: ["''", "'https://a b'", "'http://[::1'"], reason: "it must look like https://")
    try expectRefusal(URL.self, of: ["1", "NULL"], reason: "it must be TEXT")
  }

  @Test func uuidsAreSixteenBytesAndSortAsUUIDs() throws {
    var random = SeededGenerator(seed: 2)
    let uuids = (0..<100).map { _ in
      withUnsafeBytes(of: (random.next(), random.next())) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    try expectRoundTrip(UUIDBytes.self, uuids)
    try expectOrder(UUIDBytes.self, uuids) { $0.uuidString < $1.uuidString }
    try expectRefusal(
      UUIDBytes.self, of: ["x''", "zeroblob(15)", "zeroblob(17)"], reason: "it must be a blob of 16 bytes")
    try expectRefusal(
      UUIDBytes.self, of: ["'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "NULL"], reason: "it must be BLOB")
  }

  @Test func casesAreTheirNames() throws {
    try expectRoundTrip(Mood.self, [.happy, .sad, .happy, .sad])
    #expect(Mood.sad._boundValue == .text("sad"))
    try expectRefusal(Mood.self, of: ["''", "'Happy'", "'angry'"], reason: "no such case")
    try expectRefusal(Mood.self, of: ["1", "NULL"], reason: "it must be TEXT")
  }

  @Test func aTypeOfOnesOwnIsItsStoredForm() throws {
    let colors = [
      Color(red: 0, green: 0, blue: 0), Color(red: 255, green: 255, blue: 255), Color(red: 1, green: 2, blue: 3),
    ]
    try expectRoundTrip(Color.self, colors + [Color(red: 9, green: 8, blue: 7)])
    try expectOrder(Color.self, colors) { $0.stored < $1.stored }
    try expectRefusal(Color.self, of: ["-1", "16777216"], reason: "a colour has 24 bits")
    try expectRefusal(Color.self, of: ["'red'", "NULL"], reason: "it must be INTEGER")
    try expectRoundTrip(Moment.self, [Moment(date: Date(timeIntervalSince1970: 1_770_000_000.125))])
    #expect(Moment(date: Date(timeIntervalSince1970: 1.5))._boundValue == .integer(1500))
  }
}
