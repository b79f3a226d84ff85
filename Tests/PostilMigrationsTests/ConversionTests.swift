import PostilMigrations
import PostilSchema
import Testing

/// A value of one type, as it is after its column has another.
struct Converted: CustomTestStringConvertible, Sendable {
  var from: ColumnType
  var to: ColumnType
  var value: String
  /// As SQLite quotes it; `nil` where the value is refused.
  var result: String?
  /// Whether it loses something.
  var isNarrower: Bool

  init(_ from: ColumnType, _ value: String, _ to: ColumnType, _ result: String?, narrower: Bool = false) {
    self.from = from
    self.to = to
    self.value = value
    self.result = result
    isNarrower = narrower
  }

  var testDescription: String { "\(from) \(value) as \(to)" }
}

private let time = "'2026-11-21 18:30:05'"
private let uuid = "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'"
private let bytes = "X'E621E1F8C36C495A93FC0C247A3E6E5F'"

@Suite("Conversions of values")
struct ConversionTests {
  static let values: [Converted] = [
    Converted(.text, "'42'", .integer(bits: 64), "42"), Converted(.text, "'-7'", .integer(bits: 8), "-7"),
    Converted(.text, "'300'", .integer(bits: 8), nil), Converted(.text, "'4.5'", .integer(bits: 64), nil),
    Converted(.text, "'x'", .integer(bits: 64), nil), Converted(.text, "'007'", .integer(bits: 64), nil),
    Converted(.text, "''", .integer(bits: 64), nil), Converted(.text, "'-1'", .unsignedInteger(bits: 64), nil),
    Converted(.text, "'True'", .boolean, "1"), Converted(.text, "'0'", .boolean, "0"),
    Converted(.text, "'yes'", .boolean, nil), Converted(.text, "'1.25'", .real(bits: 64), "1.25"),
    Converted(.text, "'1e3'", .real(bits: 64), "1000.0"), Converted(.text, "'one'", .real(bits: 64), nil),
    Converted(.text, "'1.50'", .decimal, "'1.50'"), Converted(.text, "'x'", .decimal, nil),
    Converted(.text, "'abc'", .bytes, "X'616263'"), Converted(.text, "'{}'", .json, "'{}'"),
    Converted(.text, "'{'", .json, nil), Converted(.text, uuid, .uuid, uuid),
    Converted(.text, "lower(\(uuid))", .uuid, uuid), Converted(.text, "'E621'", .uuid, nil),
    Converted(.text, time, .timestamp, time), Converted(.text, "'2026-11-21T18:30:05Z'", .timestamp, time),
    Converted(.text, "'2026-11-21T20:30:05.2500+02:00'", .timestamp, "'2026-11-21 18:30:05.25'"),
    Converted(.text, "'2026-11-21 18:30:05.123456789876'", .timestamp, "'2026-11-21 18:30:05.123456789'"),
    Converted(.text, "'2026-11-21'", .timestamp, "'2026-11-21 00:00:00'"),
    Converted(.text, "'2026-11-21 18:30'", .timestamp, "'2026-11-21 18:30:00'"),
    Converted(.text, "'2026-11-21t18:30:05z'", .timestamp, nil), Converted(.text, "'soon'", .timestamp, nil),
    Converted(.text, "'2026-11-21'", .day, "'2026-11-21'"), Converted(.text, "'soon'", .day, nil),
    Converted(.text, "'12'", .day, nil),
    Converted(.integer(bits: 64), "42", .text, "'42'"), Converted(.integer(bits: 64), "1", .boolean, "1"),
    Converted(.integer(bits: 64), "2", .boolean, nil), Converted(.integer(bits: 64), "42", .real(bits: 64), "42.0"),
    Converted(.integer(bits: 64), "9007199254740993", .real(bits: 64), "9.00719925474099e+15", narrower: true),
    Converted(.integer(bits: 64), "42", .decimal, "'42'"),
    Converted(.integer(bits: 64), "-1", .unsignedInteger(bits: 64), nil),
    Converted(.integer(bits: 64), "42", .timestamp, nil), Converted(.integer(bits: 64), "42", .bytes, nil),
    Converted(.integer(bits: 32), "300", .integer(bits: 16), "300"),
    Converted(.integer(bits: 32), "70000", .integer(bits: 16), nil),
    Converted(.unsignedInteger(bits: 64), "'18446744073709551615'", .text, "'18446744073709551615'"),
    Converted(.unsignedInteger(bits: 64), "'09223372036854775808'", .text, "'9223372036854775808'"),
    Converted(.unsignedInteger(bits: 64), "0", .text, "'0'"),
    Converted(.unsignedInteger(bits: 64), "'09223372036854775808'", .integer(bits: 64), nil),
    Converted(.boolean, "1", .text, "'true'"), Converted(.boolean, "0", .integer(bits: 8), "0"),
    Converted(.real(bits: 64), "4.0", .integer(bits: 64), "4"),
    Converted(.real(bits: 64), "-4.5", .integer(bits: 64), "-4", narrower: true),
    Converted(.real(bits: 64), "1e300", .integer(bits: 64), nil), Converted(.real(bits: 64), "0.5", .text, "'0.5'"),
    Converted(.real(bits: 64), "0.1 + 0.2", .text, "'0.3'", narrower: true),
    Converted(.real(bits: 64), "1.0", .boolean, "1"), Converted(.real(bits: 64), "1.5", .boolean, nil),
    Converted(.decimal, "'12.50'", .text, "'12.50'"), Converted(.decimal, "'12'", .integer(bits: 64), "12"),
    Converted(.decimal, "'12.5'", .integer(bits: 64), nil), Converted(.decimal, "'12.50'", .real(bits: 64), "12.5"),
    Converted(.decimal, "'1.2345678901234567'", .real(bits: 64), "1.23456789012346", narrower: true),
    Converted(.timestamp, time, .unixSeconds, "1795285805"),
    Converted(.timestamp, "'1969-12-31 23:59:59.5'", .unixSeconds, "-1", narrower: true),
    Converted(.timestamp, time, .unixMilliseconds, "1795285805000"),
    Converted(.timestamp, "'2026-11-21 18:30:05.25'", .unixMilliseconds, "1795285805250"),
    Converted(.timestamp, time, .julianDay, "2461366.2708912"), Converted(.timestamp, time, .text, time),
    Converted(.timestamp, "'2026-11-21 00:00:00'", .day, "'2026-11-21'"),
    Converted(.timestamp, time, .day, "'2026-11-21'", narrower: true),
    Converted(.timestamp, "'never'", .unixSeconds, nil),
    Converted(.unixSeconds, "1795285805", .timestamp, time),
    Converted(.unixSeconds, "-1", .timestamp, "'1969-12-31 23:59:59'"),
    Converted(.unixSeconds, "999999999999999", .timestamp, nil),
    Converted(.unixSeconds, "1795285805", .unixMilliseconds, "1795285805000"),
    Converted(.unixSeconds, "1795285805", .day, "'2026-11-21'", narrower: true),
    Converted(.unixSeconds, "0", .julianDay, "2440587.5"),
    Converted(.unixMilliseconds, "1795285805250", .timestamp, "'2026-11-21 18:30:05.25'"),
    Converted(.unixMilliseconds, "1795285805000", .timestamp, time),
    Converted(.unixMilliseconds, "-1", .unixSeconds, "-1", narrower: true),
    Converted(.unixMilliseconds, "5000", .unixSeconds, "5"),
    Converted(.julianDay, "2440587.5", .timestamp, "'1970-01-01 00:00:00'"),
    Converted(.julianDay, "2440587.5", .unixMilliseconds, "0"),
    Converted(.julianDay, "2440588.0", .day, "'1970-01-01'", narrower: true),
    Converted(.timestamp, "'2001-01-01 00:00:01.25'", .referenceDate, "1.25"),
    Converted(.timestamp, "'2000-12-31 23:59:59.999'", .referenceDate, "-0.001"),
    Converted(.timestamp, "'2001-01-01 00:00:00.0001'", .referenceDate, "0.0001"),
    Converted(.timestamp, "'soon'", .referenceDate, nil),
    Converted(.unixSeconds, "978307205", .referenceDate, "5.0"),
    Converted(.unixMilliseconds, "978307200250", .referenceDate, "0.25"),
    Converted(.julianDay, "2451911.0", .referenceDate, "43200.0"),
    Converted(.day, "'2001-01-02'", .referenceDate, "86400.0"),
    Converted(.referenceDate, "0.25", .timestamp, "'2001-01-01 00:00:00.25'"),
    Converted(.referenceDate, "-0.001", .timestamp, "'2000-12-31 23:59:59.999'"),
    Converted(.referenceDate, "0.0001", .timestamp, "'2001-01-01 00:00:00.0001'"),
    Converted(.referenceDate, "0.00000001", .timestamp, "'2001-01-01 00:00:00'", narrower: true),
    Converted(.referenceDate, "1e300", .timestamp, nil),
    Converted(.referenceDate, "-0.5", .unixSeconds, "978307199", narrower: true),
    Converted(.referenceDate, "5.0", .unixSeconds, "978307205"),
    Converted(.referenceDate, "0.25", .unixMilliseconds, "978307200250"),
    Converted(.referenceDate, "86400.0", .day, "'2001-01-02'"),
    Converted(.referenceDate, "86401.0", .day, "'2001-01-02'", narrower: true),
    Converted(.referenceDate, "43200.0", .julianDay, "2451911.0"),
    Converted(.referenceDate, "2.5", .real(bits: 64), "2.5"), Converted(.text, "'a'", .any, "'a'"),
    Converted(.integer(bits: 64), "7", .any, "7"),
    Converted(.day, "'2026-11-21'", .timestamp, "'2026-11-21 00:00:00'"),
    Converted(.day, "'1970-01-02'", .unixSeconds, "86400"), Converted(.day, "'2026-11-21'", .text, "'2026-11-21'"),
    Converted(.uuid, uuid, .uuidBytes, bytes), Converted(.uuid, "lower(\(uuid))", .uuidBytes, bytes),
    Converted(.uuid, "'E621'", .uuidBytes, nil), Converted(.uuidBytes, bytes, .uuid, uuid),
    Converted(.uuid, uuid, .text, uuid), Converted(.bytes, bytes, .uuidBytes, bytes),
    Converted(.bytes, "X'00'", .uuidBytes, nil), Converted(.bytes, "X'0001020304'", .packed(elementBytes: 4), nil),
    Converted(.bytes, "X'6162'", .text, "'ab'"), Converted(.bytes, "X'610062'", .text, nil),
    Converted(.json, "'[1]'", .text, "'[1]'"), Converted(.duration, "5", .integer(bits: 64), "5"),
    Converted(.uuid, uuid, .integer(bits: 64), nil), Converted(.bytes, "X'00'", .integer(bits: 64), nil),
  ]

  /// A table with one column of a type beside its key.
  private func schema(_ type: ColumnType) -> Schema {
    Schema(tables: [
      Table(
        name: "item",
        columns: [
          Column(name: "id", type: .integer(bits: 64)), Column(name: "value", type: type, isNullable: true),
        ], primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]))
    ])
  }

  @Test(arguments: values, [true, false]) func aValueIsConvertedOrRefused(_ value: Converted, isKnown: Bool) throws {
    let (from, to) = (schema(value.from), schema(value.to))
    let migration = try Migration(
      ddl: from.script().text, rows: "INSERT INTO item VALUES (1, \(value.value)), (2, NULL)", to: to.script().text,
      schema: to, formerSchema: isKnown ? from : nil, allowing: ["narrowType"])
    // What a column of integers or of text counts as is not known where nobody says so.
    if !isKnown, migration.plan.isEmpty || value.from != .text && isGuessed(value) { return }
    let counts = try migration.counts()
    guard let result = value.result else {
      #expect(counts.contains("unconvertible item.value 1"), "\(counts) \(migration.text)")
      return
    }
    #expect(!counts.contains("unconvertible item.value 1"), "\(counts) \(migration.text)")
    #expect(counts.contains("narrowType item.value 1") == value.isNarrower, "\(counts) \(migration.text)")
    try migration.apply()
    // A number of 15 digits, whatever way SQLite quotes one.
    let after = try migration.database.quoted(
      "SELECT CASE typeof(value) WHEN 'real' THEN CAST(value AS TEXT) ELSE quote(value) END FROM item ORDER BY id"
    ).map { $0[0] }
    #expect(after == [result, "NULL"], "\(migration.text)")
    guard !value.isNarrower, case .script(let undo) = migration.plan.undo else { return }
    for finding in undo.findings where try migration.database.number(finding.query) > 0 { return }
    try migration.undo()
  }

  /// Whether the type of the old values is a guess that the test's values do not fit.
  private func isGuessed(_ value: Converted) -> Bool {
    switch value.from {
    case .unixSeconds, .unixMilliseconds, .duration, .timestamp, .iso8601Milliseconds, .uuid, .referenceDate: true
    default: value.to == .timestamp || value.to == .unixMilliseconds || value.to == .referenceDate
    }
  }

  @Test func textThatMeantTimesIsConvertedBackToTimes() throws {
    let (from, to) = (schema(.timestamp), schema(.unixSeconds))
    let migration = try Migration(
      ddl: from.script().text, rows: "INSERT INTO item VALUES (1, \(time))", to: to.script().text, schema: to,
      allowing: ["narrowType"])
    #expect(try migration.counts() == ["unconvertible item.value 0", "narrowType item.value 0"])
    try migration.apply()
    #expect(try migration.database.rows("SELECT value FROM item") == [["1795285805"]])
  }
}
