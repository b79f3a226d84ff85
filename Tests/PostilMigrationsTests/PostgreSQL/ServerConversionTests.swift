import Foundation
import PostilDialects
import PostilSchema
import PostilTranslation
import Testing

@testable import PostilMigrations

/// The conversions of ``ConversionTests`` and values at the ends of types, on a PostgreSQL server: the same results and findings as on SQLite.
///
/// `POSTIL_PSQL` is the command that runs a script, as for the random migrations.
@Suite("Conversions of values on PostgreSQL")
struct ServerConversionTests {
  private static let more: [Converted] = [
    Converted(.text, "'00501'", .integer(bits: 64), nil), Converted(.text, "'150'", .integer(bits: 16), "150"),
    Converted(.text, "'9223372036854775807'", .integer(bits: 64), "9223372036854775807"),
    Converted(.text, "'9223372036854775808'", .integer(bits: 64), nil),
    Converted(.text, "'-9223372036854775808'", .integer(bits: 64), "-9223372036854775808"),
    Converted(.text, "'2026-11-29'", .day, "'2026-11-29'"), Converted(.text, "'2024-02-29'", .day, "'2024-02-29'"),
    Converted(.text, "'2026-01-31'", .day, "'2026-01-31'"), Converted(.text, "'2026-02-29'", .day, nil),
    Converted(.text, "'1234567890.123456'", .decimal, "'1234567890.123456'"),
    Converted(.text, "'99999999999999999999999999999999999999'", .decimal, "'99999999999999999999999999999999999999'"),
    Converted(.text, "'123456789012345678901234567890123456789'", .decimal, nil),
    Converted(.text, "'1e200'", .decimal, nil), Converted(.text, "'5.'", .decimal, nil),
    Converted(.real(bits: 64), "9007199254740994.0", .integer(bits: 64), "9007199254740994"),
    Converted(.real(bits: 64), "9223372036854775808.0", .integer(bits: 64), nil),
    Converted(.real(bits: 64), "-9223372036854775808.0", .integer(bits: 64), "-9223372036854775808"),
    Converted(.real(bits: 64), "1e200", .decimal, nil), Converted(.real(bits: 64), "128.0", .integer(bits: 8), nil),
    Converted(.boolean, "0", .text, "'false'"), Converted(.unixSeconds, "1795285805", .text, time),
    Converted(.unixMilliseconds, "1795285805250", .text, "'2026-11-21 18:30:05.25'"),
    Converted(.unixSeconds, "1795285805", .integer(bits: 64), "1795285805"),
    Converted(.unixSeconds, "1795285805", .integer(bits: 16), nil),
    Converted(.integer(bits: 64), "1795285805", .unixSeconds, "1795285805"),
    Converted(.integer(bits: 64), "9223372036854775807", .unixMilliseconds, nil),
    Converted(.text, "'1e999'", .real(bits: 64), nil),
  ]

  /// A value that the server holds exactly and SQLite doesn't.
  private static let exact: [Converted] = [
    Converted(.real(bits: 64), "1234567.123456789", .decimal, "'1234567.123456789'"),
    Converted(.real(bits: 64), "0.30000000000000004", .decimal, "'0.30000000000000004'"),
  ]

  @Test func everyValueIsConvertedAsOnSQLite() throws {
    for value in Self.more { try ConversionTests().aValueIsConvertedOrRefused(value, isKnown: true) }
    guard let psql = ProcessInfo.processInfo.environment["POSTIL_PSQL"] else {
      print("Conversions on PostgreSQL: skipped, because POSTIL_PSQL is missing")
      return
    }
    var count = 0
    for value in ConversionTests.values + Self.more + Self.exact {
      guard let (query, isDefined) = Self.query(value) else { continue }
      guard isDefined else {
        #expect(value.result == nil || Self.isUnsupported(value), "\(value.testDescription) isn't supported")
        continue
      }
      count += 1
      let result = try Self.run(query, psql).split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard result.count == 3 else {
        Issue.record("\(value.testDescription): \(result)\n\(query)")
        continue
      }
      if let expected = value.result {
        #expect(result[0] == "f", "\(value.testDescription) is refused\n\(query)")
        #expect(
          Self.isSame(result[2], expected, value.to) || value.isNarrower && Self.isFiner(value),
          "\(value.testDescription) is \(result[2])\n\(query)")
        if !Self.isFiner(value) {
          #expect((result[1] == "t") == value.isNarrower, "\(value.testDescription) loses \(result[1])\n\(query)")
        }
      } else {
        #expect(result[0] == "t", "\(value.testDescription) is accepted\n\(query)")
      }
    }
    print("Conversions on PostgreSQL: \(count) values")
    #expect(count > 90)
  }

  private static func isUnsupported(_ value: Converted) -> Bool {
    switch (value.from, value.to) {
    // It holds anything on SQLite only.
    case (_, .any): true
    default: false
    }
  }

  /// A loss on SQLite only, because the server's type is more precise.
  private static func isFiner(_ value: Converted) -> Bool {
    switch (value.from, value.to) {
    case (.real, .text), (.decimal, .real): true
    case (_, .timestamp): value.value.contains("123456789")
    default: false
    }
  }

  private static func isSame(_ found: String, _ expected: String, _ type: ColumnType) -> Bool {
    let expected = expected.hasPrefix("'") ? String(expected.dropFirst().dropLast()) : expected
    switch type {
    case .boolean: return found == (expected == "1" ? "true" : "false")
    case .real, .julianDay, .referenceDate:
      guard let number = Double(found), let other = Double(expected) else { return false }
      return abs(number - other) <= abs(other) * 1e-13
    case .decimal: return Decimal(string: found) == Decimal(string: expected)
    case .uuid, .uuidBytes:
      return found.replacing("-", with: "").uppercased()
        == expected.replacing("-", with: "").replacing("X'", with: "")
        .replacing("'", with: "").uppercased()
    case .bytes: return "X'" + found.dropFirst(2).uppercased() + "'" == expected
    case .timestamp:
      // Microseconds, in UTC.
      let text = found.hasSuffix("+00") ? String(found.dropLast(3)) : found
      return text == expected || expected.count > 26 && text.prefix(24) == expected.prefix(24)
    case .text:
      return found == expected || Double(found) != nil && abs((Double(found) ?? 0) - (Double(expected) ?? 1)) < 1e-15
    default: return found == expected
    }
  }

  /// The query of the failure, the loss and the new value; `nil` if the server's old type can't hold the value.
  private static func query(_ value: Converted) -> (String, Bool)? {
    func type(_ column: ColumnType) -> String {
      PostgreSQLShape(
        Schema(tables: [
          Table(
            name: "item", columns: [Column(name: "value", type: column, isNullable: true)],
            primaryKey: KeyConstraint(name: "item_pkey", columns: ["value"]))
        ]).script(for: .postgresql).statements.map(\.sql)
      ).table("item")?.column("value")?.type ?? ""
    }
    let (old, new) = (type(value.from), type(value.to))
    guard let literal = literal(value) else { return nil }
    guard let conversion = Conversion.server(from: value.from, to: value.to, type: new, value: "\"value\"") else {
      return ("", false)
    }
    let failure = conversion.failure ?? "false"
    let functions = PostgreSQLMigrationFunction.called(in: "\(failure) \(conversion.expression)").map {
      "\($0.definition); "
    }.joined()
    return (
      functions
        + "SET timezone = 'UTC'; SET datestyle = 'ISO'; SET extra_float_digits = 1; SELECT \(failure), CASE WHEN \(failure) THEN NULL ELSE \(conversion.loss ?? "false") END, "
        + "CASE WHEN \(failure) THEN NULL ELSE (\(conversion.expression))::text END FROM (SELECT (\(literal))::\(old) AS \"value\" "
        + "OFFSET 0) AS \"item\"",
      true
    )
  }

  private static func literal(_ value: Converted) -> String? {
    let text = value.value
    switch value.from {
    case .boolean: return text == "1" ? "true" : "false"
    case .bytes, .packed: return "'\\x\(text.dropFirst(2).dropLast())'"
    case .uuidBytes: return "encode('\\x\(text.dropFirst(2).dropLast())', 'hex')"
    case .uuid: return text == "'E621'" ? nil : text
    case .unsignedInteger: return text.replacing("'", with: "")
    case .real, .referenceDate, .julianDay:
      return text.split(separator: " + ").map { "\($0)::float8" }.joined(separator: " + ")
    // What the server's types can't hold is refused when it is written.
    case .timestamp, .iso8601Milliseconds: return text == "'never'" || text == "'soon'" ? nil : text.dropLast() + "+00'"
    default: return text
    }
  }

  private static func run(_ query: String, _ psql: String) throws -> String {
    let text = try Process.shell("\(psql) -X -q -At -v ON_ERROR_STOP=1 2>&1", script: query).output
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}

private let time = "'2026-11-21 18:30:05'"
