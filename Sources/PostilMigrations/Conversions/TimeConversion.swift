/// Points in time and days, in the forms that columns have them in.
///
/// Text is `2026-11-21 18:30:00.25`, without zeros at its end. SQLite's functions know milliseconds.
enum TimeConversion {
  private static let text = "'%Y-%m-%d %H:%M:%f'"

  static func from(_ from: Conversion.Family, to: Conversion.Family, value: String) -> Conversion? {
    switch (from, to) {
    case (.timestamp, .text), (.timestamp, .json), (.day, .text), (.day, .timestamp):
      return from == .day && to == .timestamp
        ? Conversion("\(value) || ' 00:00:00'") : Conversion(value, isIdentity: true)
    case (.text, .timestamp): return Conversion(value, isIdentity: true)
    case (.seconds, .integer), (.milliseconds, .integer), (.julianDay, .real), (.referenceDate, .real):
      return Conversion(value, isIdentity: true)
    case (.timestamp, .timestamp), (.day, .day), (.seconds, .seconds), (.milliseconds, .milliseconds),
      (.julianDay, .julianDay), (.referenceDate, .referenceDate):
      return Conversion(value, isIdentity: true)
    default: break
    }
    switch from {
    case .timestamp, .day, .text: return ofText(to, value)
    case .seconds: return ofSeconds(to, value)
    case .milliseconds: return ofMilliseconds(to, value)
    case .julianDay: return ofJulianDay(to, value)
    case .referenceDate: return ofReferenceDate(to, value)
    default: return nil
    }
  }

  private static func ofText(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let pattern = "'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'"
    let failure = "\(value) NOT GLOB \(pattern) OR strftime('%s', \(value)) IS NULL"
    let seconds = "CAST(strftime('%s', \(value)) AS INTEGER)"
    switch to {
    case .seconds:
      return Conversion(seconds, failure: failure, loss: "substr(strftime('%f', \(value)), 3) <> '.000'")
    case .milliseconds:
      return Conversion(
        "\(seconds) * 1000 + CAST(substr(strftime('%f', \(value)), 4) AS INTEGER)", failure: failure,
        loss: "length(\(value)) > 23")
    case .julianDay: return Conversion("julianday(\(value))", failure: failure)
    case .referenceDate:
      // One division of whole milliseconds: the number that a column holds.
      return Conversion(
        "((\(seconds) - 978307200) * 1000 + CAST(substr(strftime('%f', \(value)), 4) AS INTEGER)) / 1000.0",
        failure: failure, loss: "length(\(value)) > 23")
    case .day:
      return Conversion(
        "date(\(value))", failure: failure,
        loss: "strftime('%H:%M:%f', \(value)) <> '00:00:00.000'")
    default: return nil
    }
  }

  private static func ofSeconds(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let failure = "datetime(\(value), 'unixepoch') IS NULL"
    switch to {
    case .timestamp, .text: return Conversion("datetime(\(value), 'unixepoch')", failure: failure)
    case .day:
      return Conversion("date(\(value), 'unixepoch')", failure: failure, loss: "\(value) % 86400 <> 0")
    case .milliseconds:
      return Conversion("\(value) * 1000", failure: "abs(\(value)) > 9223372036854775")
    case .julianDay: return Conversion("\(value) / 86400.0 + 2440587.5")
    case .referenceDate: return Conversion("CAST(\(value) - 978307200 AS REAL)")
    default: return nil
    }
  }

  private static func ofMilliseconds(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let failure = "datetime(\(value) / 1000.0, 'unixepoch') IS NULL"
    switch to {
    case .timestamp, .text:
      return Conversion(trimmed("strftime(\(text), \(value) / 1000.0, 'unixepoch')"), failure: failure)
    case .day:
      return Conversion("date(\(value) / 1000.0, 'unixepoch')", failure: failure, loss: "\(value) % 86400000 <> 0")
    case .seconds:
      // Rounded down, before 1970 too.
      return Conversion(
        "\(value) / 1000 - (\(value) % 1000 < 0)", loss: "\(value) % 1000 <> 0")
    case .julianDay: return Conversion("\(value) / 86400000.0 + 2440587.5")
    case .referenceDate: return Conversion("(\(value) - 978307200000) / 1000.0")
    default: return nil
    }
  }

  private static func ofJulianDay(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let failure = "datetime(\(value)) IS NULL"
    switch to {
    case .timestamp, .text: return Conversion(trimmed("strftime(\(text), \(value))"), failure: failure)
    case .day:
      return Conversion(
        "date(\(value))", failure: failure, loss: "strftime('%H:%M:%f', \(value)) <> '00:00:00.000'")
    case .seconds:
      return Conversion(
        "CAST(strftime('%s', \(value)) AS INTEGER)", failure: failure,
        loss: "substr(strftime('%f', \(value)), 3) <> '.000'")
    case .milliseconds:
      return Conversion("CAST(round((\(value) - 2440587.5) * 86400000.0) AS INTEGER)", failure: failure)
    case .referenceDate:
      return Conversion("round((\(value) - 2451910.5) * 86400000.0) / 1000.0", failure: failure)
    default: return nil
    }
  }

  private static func ofReferenceDate(_ to: Conversion.Family, _ value: String) -> Conversion? {
    let failure = "datetime(\(value) + 978307200, 'unixepoch') IS NULL"
    // SQLite's functions round to the millisecond.
    let loss = "\(value) * 1000.0 <> round(\(value) * 1000.0)"
    let milliseconds = "CAST(round(\(value) * 1000.0) AS INTEGER) + 978307200000"
    switch to {
    case .timestamp, .text:
      let result = trimmed("strftime(\(text), (\(milliseconds)) / 1000.0, 'unixepoch')")
      return Conversion(result, failure: failure, loss: loss)
    case .day:
      return Conversion(
        "date((\(milliseconds)) / 1000.0, 'unixepoch')", failure: failure,
        loss: "(\(milliseconds)) % 86400000 <> 0 OR \(loss)")
    case .seconds:
      // Rounded down, before 1970 too.
      return Conversion(
        "CAST(\(value) AS INTEGER) - (\(value) < CAST(\(value) AS INTEGER)) + 978307200", failure: failure,
        loss: "\(value) <> CAST(\(value) AS INTEGER)")
    case .milliseconds: return Conversion(milliseconds, failure: failure, loss: loss)
    case .julianDay: return Conversion("\(value) / 86400.0 + 2451910.5", failure: failure)
    default: return nil
    }
  }

  private static func trimmed(_ text: String) -> String { "rtrim(rtrim(\(text), '0'), '.')" }
}
