import Foundation
import PostilMigrations
import PostilQuery
import PostilSchema
import Testing

/// Every pair of types, with extreme values in every form that the old column can hold: afterwards a value means the same, or
/// a finding's query counted it; and an undo that isn't refused restores every byte.
@Suite("Pairs of types")
struct TypePairTests {
  static let types: [ColumnType] = [
    .boolean, .integer(bits: 8), .integer(bits: 32), .integer(bits: 64), .unsignedInteger(bits: 8),
    .unsignedInteger(bits: 64), .real(bits: 64), .real(bits: 32), .text, .bytes, .timestamp,
    .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate, .day, .duration, .decimal, .uuid,
    .uuidBytes,
    .packed(elementBytes: 4), .json, .any,
  ]

  @Test(arguments: types) func everyValueMeansTheSameOrIsCounted(_ old: ColumnType) throws {
    for new in Self.types where new != old {
      let pair = try TypePair(old: old, new: new)
      for value in Extreme.values(of: old) {
        do { try pair.prove(value) } catch { Issue.record("\(old) \(value) to \(new): \(error)") }
        try pair.migration.database.run("ROLLBACK; PRAGMA legacy_alter_table = OFF")
      }
    }
  }
}

/// Columns of tables that aren't `STRICT`, as other programs make them: each value may be of any storage class.
@Suite("Columns of any storage class")
struct MixedColumnTests {
  static let declared = ["DATETIME", "VARCHAR(20)", "", "INTEGER", "REAL", "BLOB", "NUMERIC(10,2)", "BOOLEAN"]
  private static let values =
    [
      "1", "0", "-1", "1714731072", "1714731072250", "9223372036854775807", "0.5", "2460433.924444444", "5.0", "1e300",
      "9e999",
    ]
    + ["X''", "X'616263'", "X'E621E1F8C36C495A93FC0C247A3E6E5F'", "X'FF'"] + Extreme.timestamps
    + [
      "'42'", "'007'", "'1.5'", "'true'", "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "'{}'", "'a'",
      "'09223372036854775808'",
    ]

  /// The types that a column is recorded as; `nil` for none.
  private static let recorded: [ColumnType?] = [
    nil, .text, .timestamp, .unixSeconds, .julianDay, .integer(bits: 64), .real(bits: 64), .boolean,
  ]

  @Test(arguments: declared) func aValueIsReadableAfterwardsOrCounted(_ declared: String) throws {
    for old in Self.recorded {
      for new in TypePairTests.types {
        let to = TypePair.schema(new)
        let migration = try Migration(
          ddl: "CREATE TABLE item (id INTEGER PRIMARY KEY, value \(declared))", to: to.script().text, schema: to,
          formerSchema: old.map(TypePair.schema), allowing: ["narrowType"])
        for value in Self.values {
          try migration.database.run("BEGIN")
          do { try prove(value, in: migration, old, new) } catch {
            Issue.record("\(declared) \(value), '\(old.map { "\($0)" } ?? "unknown")', to \(new): \(error)")
          }
          try migration.database.run("ROLLBACK; PRAGMA legacy_alter_table = OFF")
        }
      }
    }
  }

  private func prove(_ value: String, in migration: Migration, _ old: ColumnType?, _ new: ColumnType) throws {
    let database = migration.database
    try database.run("INSERT INTO item VALUES (1, \(value))")
    let before = try old.map { try Meaning(in: database, as: $0) }
    for finding in migration.plan.findings where try database.number(finding.query) > 0 { return }
    let bytes = try database.rows("SELECT typeof(value), quote(value) FROM item")
    try database.run(migration.text)
    let after = try database.rows("SELECT typeof(value), quote(value) FROM item")
    guard let meaning = try Meaning(in: database, as: new) else {
      // What couldn't be read as the same type before may stay as it is.
      if old == new, before == .some(nil) { return }
      throw TypePair.Wrong(description: "unreadable: \(bytes), \(after)")
    }
    if let before = before ?? nil, !meaning.isSame(as: before) {
      throw TypePair.Wrong(description: "\(before) became \(meaning), \(bytes), \(after)")
    }
  }
}

/// A change of a column's type, both known.
struct TypePair {
  var old: ColumnType
  var new: ColumnType
  var migration: Migration

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  static func schema(_ type: ColumnType) -> Schema {
    Schema(tables: [
      Table(
        name: "item",
        columns: [
          Column(name: "id", type: .integer(bits: 64)), Column(name: "value", type: type, isNullable: true),
        ], primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]))
    ])
  }

  init(old: ColumnType, new: ColumnType) throws {
    (self.old, self.new) = (old, new)
    let (from, to) = (Self.schema(old), Self.schema(new))
    migration = try Migration(
      ddl: from.script().text, to: to.script().text, schema: to, formerSchema: from, allowing: ["narrowType"])
  }

  /// Migrates a row with the value, in a transaction that stays open.
  func prove(_ value: String) throws {
    let database = migration.database
    try database.run("BEGIN; INSERT INTO item VALUES (1, \(value))")
    guard let before = try Meaning(in: database, as: old) else { return }
    let bytes = try database.rows("SELECT typeof(value), quote(value) FROM item")
    guard !migration.plan.steps.isEmpty else { throw Wrong(description: "there is no migration") }
    for finding in migration.plan.findings where try database.number(finding.query) > 0 { return }
    try database.run(migration.text)
    let after = try database.rows("SELECT typeof(value), quote(value) FROM item")
    guard let meaning = try Meaning(in: database, as: new) else {
      throw Wrong(description: "unreadable: \(after)\n\(migration.text)")
    }
    guard meaning.isSame(as: before) else {
      throw Wrong(description: "\(before) became \(meaning), \(after)\n\(migration.text)")
    }
    guard case .script(let undo) = migration.plan.undo else { return }
    for finding in undo.findings where try database.number(finding.query) > 0 { return }
    try database.run(undo.text(nil))
    let restored = try database.rows("SELECT typeof(value), quote(value) FROM item")
    guard restored == bytes || Self.isOtherForm(bytes, restored) else {
      throw Wrong(description: "the undo made \(restored) of \(bytes)\n\(undo.text(nil))")
    }
  }

  /// Two texts of one UUID, of one time, or of one truth value: those that the proof of a draft finds.
  private static func isOtherForm(_ first: [[String?]], _ second: [[String?]]) -> Bool {
    func folded(_ rows: [[String?]]) -> String? { rows[0][1]?.lowercased() }
    func time(_ rows: [[String?]]) -> Meaning? {
      var row = StoredRow(kind: "text", bytes: Array((rows[0][1] ?? "").utf8.dropFirst().dropLast()))
      return (try? Date._read(from: &row)).map { .time($0.timeIntervalSinceReferenceDate) }
    }
    return folded(first) == folded(second) || ["'1'", "'0'"].contains(first[0][1])
      || time(first) != nil && time(first) == time(second)
  }
}

/// Values at the ends of what a type can hold, and beyond, as SQL.
enum Extreme {
  static func values(of type: ColumnType) -> [String] {
    switch type {
    case .boolean: ["0", "1"]
    case .integer(let bits) where bits < 64:
      ["0", "1", "-1", "\(-(1 << (bits - 1)))", "\((1 << (bits - 1)) - 1)", "42"]
    case .unsignedInteger(let bits) where bits < 64: ["0", "1", "255"]
    case .unsignedInteger:
      ["0", "1", "9223372036854775807", "'09223372036854775808'", "'18446744073709551615'", "9007199254740993"]
    case .integer, .duration, .unixSeconds, .unixMilliseconds:
      [
        "0", "1", "-1", "2", "127", "128", "-128", "255", "256", "16777217", "9007199254740993", "9223372036854775807",
        "-9223372036854775807 - 1", "1714731072", "1714731072250", "1714731072000", "86400", "86400000", "-86400",
        "-62167219200", "-62167219201", "253402300799", "253402300800", "-62167219200000", "-62167219200001",
        "253402300799999", "253402300800000", "1000978307199", "1000978307200", "-999021692799", "-999021692800",
        "1000978307199999", "1000978307200000", "-999021692800000", "-1500", "999",
      ]
    case .real:
      [
        "0.0", "-0.0", "1.0", "0.5", "0.1", "-4.5", "1e300", "9e999", "-9e999", "3.4028234663852886e38", "3.5e38",
        "16777217.0", "9007199254740993.0", "9223372036854775808.0", "-9223372036854775808.0", "5e-324", "1e-40",
        "2440587.5", "2460433.924444444", "1721059.5", "1721059.49", "5373484.5", "5373484.4999999", "0.1 + 0.2",
        "1e22", "123456789012345678.0", "1e15", "1.5e-100", "1e-7", "1e200",
      ]
    case .julianDay:
      [
        "2440587.5", "julianday('2024-05-03 10:11:12')", "julianday('2024-05-03 10:11:12.345')", "2460433.924444444",
        "1721059.5", "1721059.49", "5373484.5", "5373484.4999999", "0.0", "9e999", "-1.0", "2440588.5",
        "1721059.5000001",
        "2440587.49999999", "2440587.500000001", "2440587.500000002",
      ]
    case .referenceDate:
      [
        "0.0", "5", "-0.001", "700000000.123", "736423872.345678", "-63145526400.0", "-63145526400.5", "252423993599.0",
        "252423993599.9996", "252423993600.0", "1e300", "9e999", "0.1 + 0.2",
      ]
    case .any: ["1", "-3", "9223372036854775807", "2.5", "9e999", "'a'", "''", "'12'", "X''", "X'FF'", "X'61'"]
    case .text: texts
    case .timestamp, .iso8601Milliseconds: timestamps + ["'2024-05-03 10:11:12.000'", "'2024-05-03 10:11:12.250'"]
    case .day: ["'2024-05-03'", "'0000-01-01'", "'9999-12-31'", "'2024-02-29'", "'1970-01-01'", "'1969-12-31'"]
    case .decimal: decimals
    case .uuid: uuids
    case .uuidBytes:
      [
        "X'00000000000000000000000000000000'", "X'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF'",
        "X'6162636465666768696A6B6C6D6E6F70'",
      ]
    case .bytes: blobs
    case .packed: ["X''", "X'00010203'", "X'61626364'", "X'FFFFFFFF'", "X'6162636465666768696A6B6C6D6E6F70'"]
    case .json:
      [
        "'{}'", "'[1,2]'", "'3'", "'-3'", "'3.5'", "'\"a\"'", "'null'", "'true'", "'1e3'", "' 1 '", "'\"2024-05-03\"'",
        "'123456789012345678901234567890123456789012'",
      ]
    }
  }

  private static let uuids = [
    "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'",
    "'E621E1F8C36C495A93FC0C247A3E6E5F'", "'{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}'", "''",
    "'E621E1F8-C36C-495A-93FC-0C247A3E6E5G'", "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F' || char(0) || 'x'",
  ]

  private static let decimals = [
    "'0'", "'-0'", "'12'", "'12.50'", "'-12.5'", "'1.2345678901234567'", "'1e3'", "'1.5E-3'", "'+5'", "'.5'", "'5.'",
    "'007'", "'99999999999999999999999999999999999999'", "'123456789012345678901234567890123456789'", "'1e127'",
    "'1e200'",
    "'1e-128'", "'1e-129'", "'0e999'", "''", "'.'", "'e5'", "'1e'", "'1 '", "'0x10'", "'9223372036854775808'",
  ]

  private static let blobs = [
    "X''", "X'00'", "X'61'", "X'610062'", "X'FF'", "X'C3BC'", "X'C3'", "X'C0AF'", "X'EDA080'", "X'F09F9880'",
    "X'F4908080'",
    "X'E282AC41'", "X'80'", "X'00010203'", "X'E621E1F8C36C495A93FC0C247A3E6E5F'",
    "CAST('E621E1F8-C36C-495A-93FC-0C247A3E6E5F' AS BLOB)",
  ]

  static let timestamps = [
    "'2024-05-03 10:11:12'", "'2024-05-03 10:11:12.5'", "'2024-05-03 10:11:12.123'", "'2024-05-03 10:11:12.123456'",
    "'2024-05-03 10:11:59.9996'", "'2024-05-03 10:11:12.000000001'", "'2024-05-03 10:11:12.0001'",
    "'2024-05-03 10:11:12.0000'", "'2024-05-03T10:11:12Z'", "'2024-05-03t10:11:12z'", "'2024-05-03T10:11:12.250Z'",
    "'2024-05-03 10:11:12+02:00'", "'2024-05-03 10:11:12.5-05:30'", "'2024-05-03 10:11:12 +02:00'",
    "'2024-05-03 10:11'",
    "'2024-05-03 10:11Z'", "'2024-05-03 10:11+02:00'", "'2024-05-03'", "'2024-05-03 '", "'2024-05-03 10:11:12 '",
    "'2024-05-03 10:11:12Z '", "'2024-05-03  10:11:12'", "'2024-02-30 10:11:12'", "'2024-05-03 24:00:00'",
    "'0000-01-01 00:00:00'", "'0000-01-01 00:00:00+01:00'", "'9999-12-31 23:59:59.999'", "'9999-12-31 23:59:59-01:00'",
    "'1969-12-31 23:59:59.5'", "'1970-01-01 00:00:00'", "'2024-05-03 00:00:00'", "'2024-05-03 00:00:00.0001'",
    "'10:11:12'", "'now'", "'2460433.5'", "'soon'", "''", "'2024-05-03 10:11:12' || char(0) || 'x'",
    "'2024-05-03 10:11:12.'", "'2024-05-03 10:11:12' || char(9)", "'2024-5-3 10:11:12'", "'2024-05-03 10:11:60'",
    "'-2024-05-03 10:11:12'", "'2024-05-03 10:61:12'", "'2024-05-03 1x:11:12'", "'2024-05-03 10:11:12ü'",
  ]

  private static let texts =
    timestamps + uuids + decimals + [
      "'true'", "'TRUE'", "'False'", "'1'", "'yes'", "'-7'", "'9223372036854775807'", "'-9223372036854775809'",
      "'18446744073709551615'", "'18446744073709551616'", "'0018446744073709551615'", "'1.1'", "'1e999'", "'1e-400'",
      "'0.30000000000000004'", "'{}'", "'{'", "'[1, {\"a\": \"b\"}]'", "'[1,]'", "'\"a\"'", "'[1,\"]'", "'2026-02-29'",
      "'2026-01-31'",
      "'150'", "'00501'", "'ü'", "'a' || char(0) || 'b'", "'NaN'", "'Inf'", "'300'",
    ]
}
