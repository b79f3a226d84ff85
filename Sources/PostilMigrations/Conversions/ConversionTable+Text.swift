import PostilSchema

/// Text and JSON as numbers, truth values and times.
extension ConversionTable {
  func ofText(_ from: Family, _ to: Family) -> Row? {
    let text = "\(value)::text"
    switch to {
    case .integer, .duration, .wide: return integer(text)
    case .boolean:
      return Row(
        Conversion(
          "CASE lower(\(value)) WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '0' THEN 0 END",
          failure: "lower(\(value)) NOT IN ('true', 'false', '1', '0')"),
        server: Conversion(
          "(lower(\(text)) IN ('true', '1'))", failure: "lower(\(text)) NOT IN ('true', 'false', '1', '0')"))
    case .decimal: return Row(identity, server: called(.decimal, with: text))
    case .real, .float: return real(text)
    default: return from == .text ? timeOfText(to) : nil
    }
  }

  /// Only the text that is written for a number: leading zeros and signs would be lost.
  private func integer(_ text: String) -> Row? {
    let isNoInteger = "CAST(CAST(\(value) AS INTEGER) AS TEXT) <> \(value) COLLATE BINARY"
    var sqlite = Conversion("CAST(\(value) AS INTEGER)", failure: isNoInteger)
    if new == .unsignedInteger(bits: 64) {
      // A text of 20 digits is stored for what SQLite's integers can't hold.
      let padded = "substr('0' || \(value), -20)"
      sqlite = Conversion(
        "CASE WHEN length(\(value)) > 18 AND \(padded) > '09223372036854775807' THEN \(padded) ELSE CAST(\(value) "
          + "AS INTEGER) END",
        failure: "\(value) GLOB '*[^0-9]*' OR instr(\(value), char(0)) OR length(\(value)) NOT BETWEEN 1 AND 20 "
          + "OR \(value) GLOB '0?*' OR \(padded) > '18446744073709551615'")
    }
    return Self.range(new).map { least, greatest in
      Row(
        sqlite,
        server: Conversion(
          "\(text)::\(type)",
          failure:
            "CASE WHEN \(text) ~ '^(0|-?[1-9][0-9]{0,19})$' THEN \(text)::numeric NOT BETWEEN \(least) AND \(greatest) "
            + "ELSE true END"))
    }
  }

  /// A number in the form that JSON has. One that is too small to have all of its digits loses them.
  private func real(_ text: String) -> Row {
    let real = "CAST(\(value) AS REAL)"
    let isNoNumber =
      "CASE WHEN json_valid(\(value)) THEN json_type(\(value)) NOT IN ('integer', 'real') ELSE 1 END"
    func sqlite(_ isTooLarge: String, least: String) -> Conversion {
      Conversion(
        real, failure: Conversion.any([isNoNumber, isTooLarge]), loss: Self.isLong(value, orBelow: least))
    }
    let number = PostgreSQLMigrationFunction.real(text)
    let failure = "\(number) IS NULL"
    guard Family(new) == .float else {
      let written = Self.normal(number, type)
      return Row(
        sqlite("abs(\(real)) > 1.7976931348623157e308", least: Self.leastReal),
        server: Conversion(written, failure: failure, loss: "(\(written))::text::numeric <> \(number)"))
    }
    let written = Self.normalFloat(number, type)
    return Row(
      rounded(sqlite(Self.isBeyondFloat(real), least: Self.leastFloat)),
      server: Conversion(
        written, failure: "\(failure) OR \(Self.isBeyondFloat(number))",
        loss: "(\(written))::text::numeric <> \(number)"))
  }

  /// Whether a text has more than 15 digits, which a number restores exactly, or is of a number too small to have all of its digits.
  static func isLong(_ value: String, orBelow least: String) -> String {
    "length(ltrim(replace(\(value), '.', ''), '+-0')) > 15 "
      + "OR abs(\(value)) < \(least) AND ltrim(\(value), char(9, 10, 13) || ' +-0.') GLOB '[1-9]*'"
  }
}
