import PostilSchema

/// Numbers, as numbers and as text.
enum NumberConversion {
  static func from(_ from: Conversion.Family, to: Conversion.Family, value: String) -> Conversion? {
    if to == .float { return toFloat(from, value) }
    return switch from {
    case .boolean: ofBoolean(to, value)
    case .integer, .duration: ofInteger(to, value)
    case .wide: ofWide(to, value)
    case .real, .float: ofReal(to, value)
    case .text, .json, .decimal: ofText(from, to, value)
    default: nil
    }
  }

  /// A `Float` has 24 significant bits. Splitting a number rounds it to these.
  /// Source: T. J. Dekker, "A floating-point technique for extending the available precision", 1971.
  private static func toFloat(_ from: Conversion.Family, _ value: String) -> Conversion? {
    let real =
      [.real, .julianDay, .referenceDate].contains(from)
      ? Conversion(value, isIdentity: true) : NumberConversion.from(from, to: .real, value: value)
    guard var conversion = real else { return nil }
    let number = "(\(conversion.expression))"
    let rounded = "(\(number) * 536870913.0 - (\(number) * 536870913.0 - \(number)))"
    conversion.failure = Conversion.any([
      conversion.failure, conversion.isIdentity ? nil : StoredForm.isBeyondFloat(number),
    ])
    conversion.loss = Conversion.any([
      conversion.loss, "abs(\(number)) < 1e300 AND \(rounded) <> \(number)",
      "abs(\(number)) < 1.1754943508222875e-38 AND \(number) <> 0",
    ])
    return conversion
  }

  private static func ofBoolean(_ to: Conversion.Family, _ value: String) -> Conversion? {
    switch to {
    case .integer, .wide: Conversion(value, isIdentity: true)
    case .real: Conversion("CAST(\(value) AS REAL)")
    case .text, .json: Conversion("CASE \(value) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END")
    case .decimal: Conversion("CAST(\(value) AS TEXT)")
    default: nil
    }
  }

  private static func ofInteger(_ to: Conversion.Family, _ value: String) -> Conversion? {
    switch to {
    case .boolean, .wide: Conversion(value, isIdentity: true)
    case .real:
      // 2^53: the integers that a 64-bit floating-point number represents exactly.
      Conversion(
        "CAST(\(value) AS REAL)",
        loss: "\(value) NOT BETWEEN -9007199254740992 AND 9007199254740992")
    case .text, .decimal, .json: Conversion("CAST(\(value) AS TEXT)")
    default: nil
    }
  }

  /// Integers up to `Int64.max`; larger ones are text of 20 digits.
  private static func ofWide(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let isLarge = "typeof(\(value)) <> 'integer'"
    switch to {
    case .integer, .duration, .boolean: return Conversion(value, failure: isLarge)
    case .seconds, .milliseconds:
      let type: ColumnType = to == .seconds ? .unixSeconds : .unixMilliseconds
      return Conversion(value, failure: Conversion.any([isLarge, StoredForm.unreadable(value, as: type)]))
    case .text, .decimal, .json:
      return Conversion(
        "CASE typeof(\(value)) WHEN 'text' THEN ltrim(\(value), '0') ELSE CAST(\(value) AS TEXT) END")
    case .real:
      return Conversion(
        "CAST(\(value) AS REAL)",
        loss: "\(isLarge) OR \(value) > 9007199254740992")
    default: return nil
    }
  }

  private static func ofReal(_ to: Conversion.Family, _ value: String) -> Conversion? {
    // 2^63 is the first number that is too large.
    let isTooLarge = "NOT (\(value) >= -9223372036854775808.0 AND \(value) < 9223372036854775808.0)"
    let whole = "CAST(\(value) AS INTEGER)"
    switch to {
    case .integer, .duration: return Conversion(whole, failure: isTooLarge, loss: "\(whole) <> \(value)")
    case .wide: return Conversion(whole, failure: "\(isTooLarge) OR \(value) < 0", loss: "\(whole) <> \(value)")
    case .boolean: return Conversion(whole, failure: "\(value) NOT IN (0, 1)")
    case .text, .decimal, .json:
      let text = "CAST(\(value) AS TEXT)"
      let failure = "abs(\(value)) > 1.7976931348623157e308"
      return Conversion(
        text, failure: to == .text ? nil : to == .json ? failure : StoredForm.isNoDecimal(text),
        loss: "CAST(CAST(\(value) AS TEXT) AS REAL) <> \(value)")
    default: return nil
    }
  }

  /// Whether a text differs from the one that SQLite writes for its integer value.
  private static func isNoInteger(_ value: String) -> String {
    "CAST(CAST(\(value) AS INTEGER) AS TEXT) <> \(value) COLLATE BINARY"
  }

  private static func ofText(_ from: Conversion.Family, _ to: Conversion.Family, _ value: String) -> Conversion? {
    let number =
      "CASE WHEN json_valid(\(value)) THEN json_type(\(value)) NOT IN ('integer', 'real') ELSE 1 END"
    switch to {
    case .integer, .duration:
      return Conversion("CAST(\(value) AS INTEGER)", failure: isNoInteger(value))
    case .wide:
      let padded = "substr('0' || \(value), -20)"
      return Conversion(
        "CASE WHEN length(\(value)) > 18 AND \(padded) > '09223372036854775807' THEN \(padded) ELSE CAST(\(value) "
          + "AS INTEGER) END",
        failure: "(\(isNoInteger(value)) OR CAST(\(value) AS INTEGER) < 0) AND (\(value) NOT GLOB '[1-9]*' "
          + "OR length(CAST(\(value) AS BLOB)) > 20 OR \(StoredForm.isNoWideText(padded)))")
    case .boolean:
      return Conversion(
        "CASE lower(\(value)) WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '0' THEN 0 END",
        failure: "lower(\(value)) NOT IN ('true', 'false', '1', '0')")
    case .real:
      let real = "CAST(\(value) AS REAL)"
      return Conversion(
        real,
        failure: Conversion.any([
          from == .decimal ? nil : number, "abs(\(real)) > 1.7976931348623157e308",
        ]),
        // A number of 15 digits is restored exactly, unless it is too small to have all of its digits.
        loss: "length(ltrim(replace(\(value), '.', ''), '+-0')) > 15 "
          + "OR abs(\(real)) < 2.2250738585072014e-308 AND \(value) GLOB '*[1-9]*'")
    case .decimal: return Conversion(value, isIdentity: true)
    default: return nil
    }
  }
}
