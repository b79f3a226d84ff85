/// Conversions of points in time and of days.
///
/// Text has the form `2026-11-21 18:30:00.25`, without trailing zeros. SQLite's functions round fractions of a second
/// differently, so whole seconds and the fraction are computed separately.
enum TimeConversion {
  static func from(_ from: Conversion.Family, to: Conversion.Family, value: String) -> Conversion? {
    switch from {
    case .timestamp: ofText(to, value)
    case .day: ofDay(to, value)
    case .seconds: ofSeconds(to, value)
    case .milliseconds: ofMilliseconds(to, value)
    case .julianDay: ofJulianDay(to, value)
    case .referenceDate: ofReferenceDate(to, value)
    default: nil
    }
  }

  /// Text in any form that the runtime reads, as Postil writes it: in UTC, with up to nine digits of a fraction and without zeros at its end.
  static func written(_ value: String) -> Conversion {
    let whole = wholeSeconds(of: value)
    let fraction = "printf('%.9f', CAST('0' || substr(\(value), 20, 10) AS REAL))"
    return Conversion(
      "datetime(\(whole)) || rtrim(rtrim(substr(\(fraction), 2), '0'), '.')",
      failure: Conversion.any([StoredForm.unreadable(value, as: .timestamp), "datetime(\(whole)) IS NULL"]))
  }

  /// The text without a fraction of a second, for SQLite's functions. `NULL` is their result for two forms that the runtime reads: with a
  /// lowercase `t`, and with a time zone after a time without seconds.
  private static func wholeSeconds(of value: String) -> String {
    let zone = "CASE WHEN \(value) GLOB '*[+-][0-9][0-9]:[0-9][0-9]' THEN substr(\(value), -6) ELSE '' END"
    return "substr(\(value), 1, 19) || \(zone)"
  }

  /// Text in any form that the runtime reads, apart from those two, which count as failures.
  private static func ofText(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let whole = wholeSeconds(of: value)
    let seconds = "CAST(strftime('%s', \(whole)) AS INTEGER)"
    let fraction = "CAST('0' || substr(\(value), 20) AS REAL)"
    let failure = "strftime('%s', \(whole)) IS NULL"
    switch to {
    case .seconds: return Conversion(seconds, failure: failure, loss: "\(fraction) <> 0")
    case .milliseconds:
      let thousandths = "CAST(round(CAST('0' || substr(\(value), 20, 4) AS REAL) * 1000) AS INTEGER)"
      return Conversion(
        "\(seconds) * 1000 + \(thousandths)", failure: failure, loss: "round(\(fraction), 3) <> \(fraction)")
    case .julianDay:
      let ticks = "\(seconds) * 10000 + CAST(round(\(fraction) * 10000) AS INTEGER) + 2108667600000000"
      return Conversion(
        "(\(ticks)) / 864000000.0", failure: failure, loss: "round(\(fraction), 4) <> \(fraction)")
    case .referenceDate:
      return Conversion(
        "\(seconds) - 978307200 + \(fraction)", failure: failure, loss: "round(\(fraction), 6) <> \(fraction)")
    case .day:
      return Conversion(
        "date(\(whole))", failure: failure, loss: "\(seconds) % 86400 <> 0 OR \(fraction) <> 0")
    default: return nil
    }
  }

  private static func ofDay(_ to: Conversion.Family, _ value: String) -> Conversion? {
    switch to {
    case .timestamp: Conversion("\(value) || ' 00:00:00'")
    case .seconds: Conversion("CAST(strftime('%s', \(value)) AS INTEGER)")
    case .milliseconds: Conversion("CAST(strftime('%s', \(value)) AS INTEGER) * 1000")
    case .julianDay: Conversion("julianday(\(value))")
    case .referenceDate: Conversion("CAST(strftime('%s', \(value)) AS INTEGER) - 978307200.0")
    default: nil
    }
  }

  private static func ofSeconds(_ to: Conversion.Family, _ value: String) -> Conversion? {
    // The years 0 to 9999.
    let failure = "\(value) NOT BETWEEN -62167219200 AND 253402300799"
    switch to {
    case .timestamp, .text: return Conversion("datetime(\(value), 'unixepoch')", failure: failure)
    case .day:
      return Conversion("date(\(value), 'unixepoch')", failure: failure, loss: "\(value) % 86400 <> 0")
    case .milliseconds: return Conversion("\(value) * 1000")
    case .julianDay: return Conversion("(\(value) + 210866760000) / 86400.0", failure: failure)
    case .referenceDate: return Conversion("\(value) - 978307200.0")
    default: return nil
    }
  }

  private static func ofMilliseconds(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let failure = "\(value) NOT BETWEEN -62167219200000 AND 253402300799999"
    // Rounded down, also before 1970.
    let seconds = "\(value) / 1000 - (\(value) % 1000 < 0)"
    switch to {
    case .timestamp, .text:
      return Conversion(
        "datetime(\(seconds), 'unixepoch') || \(fraction("((\(value) % 1000 + 1000) % 1000)", digits: 3))",
        failure: failure)
    case .day:
      return Conversion("date(\(seconds), 'unixepoch')", failure: failure, loss: "\(value) % 86400000 <> 0")
    case .seconds: return Conversion(seconds, loss: "\(value) % 1000 <> 0")
    case .julianDay: return Conversion("(\(value) + 210866760000000) / 86400000.0", failure: failure)
    case .referenceDate: return Conversion("(\(value) - 978307200000) / 1000.0")
    default: return nil
    }
  }

  /// A Julian day is read to a ten-thousandth of a second. A value between two of these is more precise than any other form.
  private static func ofJulianDay(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let ticks = "(CAST(round((\(value) - 2440587.5) * 864000000.0) AS INTEGER) + 2108667600000000)"
    let seconds = "\(ticks) / 10000 - 210866760000"
    let isBetween = "\(ticks) / 864000000.0 <> \(value)"
    switch to {
    case .timestamp, .text:
      return Conversion(
        "datetime(\(seconds), 'unixepoch') || \(fraction("\(ticks) % 10000", digits: 4))", loss: isBetween)
    case .day:
      return Conversion(
        "date(\(seconds), 'unixepoch')", loss: "(\(ticks) + 432000000) % 864000000 <> 0 OR \(isBetween)")
    case .seconds: return Conversion(seconds, loss: "\(ticks) % 10000 <> 0 OR \(isBetween)")
    case .milliseconds:
      return Conversion("\(ticks) / 10 - 210866760000000", loss: "\(ticks) % 10 <> 0 OR \(isBetween)")
    case .referenceDate: return Conversion("(\(ticks) - 2118450672000000) / 10000.0", loss: isBetween)
    default: return nil
    }
  }

  /// Seconds since the start of 2001 are read unchanged; other forms have a precision of milliseconds.
  private static func ofReferenceDate(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let milliseconds = "(CAST(round(\(value) * 1000.0) AS INTEGER) + 978307200000)"
    let loss = "(\(milliseconds) - 978307200000) / 1000.0 <> \(value)"
    // The years 0 to 9999.
    let failure = "NOT (\(value) >= -63145526400.0 AND \(value) < 252423993599.9995)"
    guard var conversion = ofMilliseconds(to, milliseconds) else {
      return to == .milliseconds ? Conversion(milliseconds, failure: failure, loss: loss) : nil
    }
    conversion.failure = failure
    conversion.loss = Conversion.any([conversion.loss, loss])
    return conversion
  }

  /// `.25` for 250 thousandths; empty for none.
  private static func fraction(_ count: String, digits: Int) -> String {
    "CASE WHEN \(count) THEN rtrim(printf('.%0\(digits)d', \(count)), '0') ELSE '' END"
  }
}
