/// SQLite's conversions of texts that are points in time or days.
///
/// Text has the form `2026-11-21 18:30:00.25`, without trailing zeros. SQLite's functions round fractions of a second
/// differently, so whole seconds and the fraction are computed separately. Source: SQLite, "Date And Time Functions".
enum TimeConversion {
  /// Text in any form that the runtime reads, as Postil writes it: in UTC, with up to nine digits of a fraction and no zeros at its end.
  static func written(_ value: String) -> Conversion {
    let fraction = "printf('%.9f', CAST('0' || \(fraction(of: value, digits: 9)) AS REAL))"
    return Conversion("datetime(\(wholeSeconds(of: value))) || rtrim(rtrim(substr(\(fraction), 2), '0'), '.')")
  }

  /// The text without a fraction of a second, for SQLite's functions.
  private static func wholeSeconds(of value: String) -> String {
    let zone = "CASE WHEN \(value) GLOB '*[+-][0-9][0-9]:[0-9][0-9]' THEN substr(\(value), -6) ELSE '' END"
    return "CASE WHEN \(value) GLOB '*.*' THEN substr(\(value), 1, 19) || \(zone) ELSE \(value) END"
  }

  /// The text from the point before the fraction on.
  private static func fraction(of value: String, digits: Int? = nil) -> String {
    "substr(\(value), instr(\(value) || '.', '.')\(digits.map { ", \($0 + 1)" } ?? ""))"
  }

  /// Text that is a point in time.
  static func ofText(_ to: ConversionTable.Family, _ value: String) -> Conversion? {
    let whole = wholeSeconds(of: value)
    let seconds = "CAST(strftime('%s', \(whole)) AS INTEGER)"
    let fraction = "CAST('0' || \(fraction(of: value)) AS REAL)"
    let thousandths = "CAST(round(CAST('0' || \(self.fraction(of: value, digits: 3)) AS REAL) * 1000) AS INTEGER)"
    let finer = "round(\(fraction), 3) <> \(fraction)"
    switch to {
    case .timestamp: return written(value)
    case .iso8601Milliseconds: return Conversion("datetime(\(whole)) || \(milliseconds(thousandths))", loss: finer)
    case .seconds: return Conversion(seconds, loss: "\(fraction) <> 0")
    case .milliseconds: return Conversion("\(seconds) * 1000 + \(thousandths)", loss: finer)
    case .julianDay:
      let ticks = "\(seconds) * 10000 + CAST(round(\(fraction) * 10000) AS INTEGER) + 2108667600000000"
      return Conversion("(\(ticks)) / 864000000.0", loss: "round(\(fraction), 4) <> \(fraction)")
    case .referenceDate:
      return Conversion("\(seconds) - 978307200 + \(fraction)", loss: "round(\(fraction), 6) <> \(fraction)")
    case .day:
      return Conversion("date(\(whole))", loss: "\(seconds) % 86400 <> 0 OR \(fraction) <> 0")
    default: return nil
    }
  }

  /// Text that is a day.
  static func ofDay(_ to: ConversionTable.Family, _ value: String) -> Conversion? {
    switch to {
    case .timestamp: Conversion("\(value) || ' 00:00:00'")
    case .iso8601Milliseconds: Conversion("\(value) || ' 00:00:00.000'")
    case .seconds: Conversion("CAST(strftime('%s', \(value)) AS INTEGER)")
    case .milliseconds: Conversion("CAST(strftime('%s', \(value)) AS INTEGER) * 1000")
    case .julianDay: Conversion("julianday(\(value))")
    case .referenceDate: Conversion("CAST(strftime('%s', \(value)) AS INTEGER) - 978307200.0")
    default: nil
    }
  }

  /// `.250` for 250 thousandths.
  static func milliseconds(_ count: String) -> String { "printf('.%03d', \(count))" }

  /// `.25` for 250 thousandths; empty for none.
  static func fraction(_ count: String, digits: Int) -> String {
    "CASE WHEN \(count) THEN rtrim(printf('.%0\(digits)d', \(count)), '0') ELSE '' END"
  }
}
