/// Numbers, as numbers and as text.
enum NumberConversion {
  static func from(_ from: Conversion.Family, to: Conversion.Family, value: String) -> Conversion? {
    switch from {
    case .boolean: ofBoolean(to, value)
    case .integer, .duration: ofInteger(to, value)
    case .wide: ofWide(to, value)
    case .real: ofReal(to, value)
    case .text, .json, .decimal: ofText(from, to, value)
    default: nil
    }
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
    case .boolean: Conversion(value, failure: "\(value) NOT IN (0, 1)", isIdentity: true)
    case .wide: Conversion(value, failure: "\(value) < 0", isIdentity: true)
    case .real:
      // 2^53: the integers that a number of 64 bits holds exactly.
      Conversion(
        "CAST(\(value) AS REAL)",
        loss: "\(value) NOT BETWEEN -9007199254740992 AND 9007199254740992")
    case .text, .decimal, .json: Conversion("CAST(\(value) AS TEXT)")
    default: nil
    }
  }

  /// Integers up to `Int64.max`, above it texts of 20 digits.
  private static func ofWide(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let isLarge = "typeof(\(value)) <> 'integer'"
    switch to {
    case .integer, .duration, .boolean: return Conversion(value, failure: isLarge)
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
    // 2^63 is the first that is too large.
    let isTooLarge = "NOT (\(value) >= -9223372036854775808.0 AND \(value) < 9223372036854775808.0)"
    let whole = "CAST(\(value) AS INTEGER)"
    switch to {
    case .integer, .duration: return Conversion(whole, failure: isTooLarge, loss: "\(whole) <> \(value)")
    case .wide: return Conversion(whole, failure: "\(isTooLarge) OR \(value) < 0", loss: "\(whole) <> \(value)")
    case .boolean: return Conversion(whole, failure: "\(value) NOT IN (0, 1)")
    case .text, .decimal, .json:
      return Conversion(
        "CAST(\(value) AS TEXT)", failure: to == .text ? nil : "abs(\(value)) > 1.7976931348623157e308",
        loss: "CAST(CAST(\(value) AS TEXT) AS REAL) <> \(value)")
    default: return nil
    }
  }

  private static func ofText(_ from: Conversion.Family, _ to: Conversion.Family, _ value: String) -> Conversion? {
    let number =
      "CASE WHEN json_valid(\(value)) THEN json_type(\(value)) NOT IN ('integer', 'real') ELSE 1 END"
    switch to {
    case .integer, .duration, .wide:
      return Conversion(
        "CAST(\(value) AS INTEGER)",
        failure: "CAST(CAST(\(value) AS INTEGER) AS TEXT) <> \(value) COLLATE BINARY"
          + (to == .wide ? " OR CAST(\(value) AS INTEGER) < 0" : ""))
    case .boolean:
      return Conversion(
        "CASE lower(\(value)) WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '0' THEN 0 END",
        failure: "lower(\(value)) NOT IN ('true', 'false', '1', '0')")
    case .real:
      return Conversion(
        "CAST(\(value) AS REAL)", failure: number,
        loss: from == .decimal ? "length(ltrim(replace(\(value), '.', ''), '-0')) > 15" : nil)
    case .decimal: return Conversion(value, failure: number, isIdentity: true)
    default: return nil
    }
  }
}
