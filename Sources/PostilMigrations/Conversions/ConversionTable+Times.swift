import PostilSchema

/// Points in time and days.
///
/// A number of seconds or days is a whole number of units since 1970 on both engines, so that both compute with the same integers.
extension ConversionTable {
  static func isTime(_ type: Family) -> Bool {
    [.timestamp, .iso8601Milliseconds, .seconds, .milliseconds, .julianDay, .referenceDate].contains(type)
  }

  func time(_ from: Family, _ to: Family) -> Row? {
    if let unit = unit(from, to) { return unit }
    switch from {
    case .timestamp, .iso8601Milliseconds, .day:
      let text = from == .day ? TimeConversion.ofDay(to, value) : TimeConversion.ofText(to, value)
      guard let sqlite = to == .text ? identity : text else { return nil }
      let moment = from == .day ? "(\(value)::timestamp AT TIME ZONE 'UTC')" : value
      return server(moment, to).map { server in
        var server = server
        if from == .day { server.loss = nil }
        server.failure = Self.beyond(value, from)
        return Row(sqlite, server: server)
      }
    default: return count(from).flatMap { ofCount($0, from, to) }
    }
  }

  /// Text in any form that the runtime reads.
  func timeOfText(_ to: Family) -> Row? {
    let text = "\(value)::text"
    let moment = PostgreSQLMigrationFunction.time(text)
    guard var server = server(moment, to) else { return nil }
    server.failure = "\(moment) IS NULL"
    // The server has microseconds.
    let finer = "\(text) ~ '[.][0-9]{6}[0-9]*[1-9]'"
    if to != .day { server.loss = Conversion.any([server.loss, finer]) }
    guard var sqlite = TimeConversion.ofText(to, value) else { return nil }
    sqlite.failure = StoredForm.unreadable(value, as: .timestamp)
    return Row(sqlite, server: server)
  }

  // MARK: - numbers without a unit

  /// A number without a unit has the unit of the other type.
  private func unit(_ from: Family, _ to: Family) -> Row? {
    switch (from, to) {
    case (.seconds, .integer), (.milliseconds, .integer), (.seconds, .wide), (.milliseconds, .wide):
      return Row(identity, server: Conversion(cast, failure: Self.outside(value, .integer(bits: 64), new)))
    case (.integer, .seconds), (.integer, .milliseconds), (.wide, .seconds), (.wide, .milliseconds):
      let isUnreadable = StoredForm.unreadable(value, as: new)
      let sqlite =
        from == .integer
        ? identity
        : Conversion(value, failure: Conversion.any(["typeof(\(value)) <> 'integer'", isUnreadable]), isIdentity: true)
      return Row(sqlite, server: Conversion(cast, failure: isUnreadable))
    case (.julianDay, .real), (.referenceDate, .real): return unchanged
    case (.julianDay, .float), (.referenceDate, .float), (.integer, .referenceDate), (.wide, .referenceDate):
      let (number, other) = from.isInteger ? (old, ColumnType.real(bits: 64)) : (ColumnType.real(bits: 64), new)
      return ConversionTable(old: number, new: other, value: value, type: type).row
    case (.real, .referenceDate), (.float, .referenceDate), (.real, .julianDay), (.float, .julianDay):
      return Row(identity, server: Conversion(cast, failure: StoredForm.unreadable(value, as: new)))
    default: return nil
    }
  }

  // MARK: - whole numbers of units

  /// An instant as a number of units since 1970, as SQL of each engine.
  private struct Count {
    var sqlite: String
    var server: String
    /// How many units a second has.
    var unit: Int
    /// Whether the value is between two units; the SQL is the same on both engines.
    var between: String?
  }

  private func count(_ from: Family) -> Count? {
    switch from {
    case .seconds: return Count(sqlite: value, server: value, unit: 1)
    case .milliseconds: return Count(sqlite: value, server: value, unit: 1000)
    case .julianDay:
      // A Julian day is read to a ten-thousandth of a second. A value between two of these is more precise than any other form.
      let ticks = "round((\(value) - 2440587.5) * 864000000.0)"
      return Count(
        sqlite: "CAST(\(ticks) AS INTEGER)", server: "\(ticks)::bigint", unit: 10000,
        between: "(\(ticks) + 2108667600000000.0) / 864000000.0 <> \(value)")
    case .referenceDate:
      // Seconds since the start of 2001 are read unchanged; other forms have a precision of microseconds.
      let micros = "round(\(value) * 1000000.0)"
      return Count(
        sqlite: "(CAST(\(micros) AS INTEGER) + 978307200000000)", server: "(\(micros)::bigint + 978307200000000)",
        unit: 1_000_000, between: "\(micros) / 1000000.0 <> \(value)")
    default: return nil
    }
  }

  private func ofCount(_ count: Count, _ from: Family, _ to: Family) -> Row? {
    let unit = count.unit
    func row(_ sqlite: String, _ server: String, loss: String?) -> Row {
      let isWritten = [.timestamp, .iso8601Milliseconds, .text, .day].contains(to)
      func loses(_ number: String) -> String? { Conversion.any([loss.map { "\(number) % \($0)" }, count.between]) }
      return Row(
        Conversion(sqlite, failure: readable(from, to), loss: loses(count.sqlite)),
        server: Conversion(
          server, failure: isWritten ? Self.beyond(value, from) : readable(from, to), loss: loses(count.server)))
    }
    switch to {
    case .seconds:
      let whole = floored(count, unit)
      return row(whole.sqlite, whole.server, loss: unit > 1 ? "\(unit) <> 0" : nil)
    case .milliseconds:
      guard unit < 1000 else {
        let whole = floored(count, unit / 1000)
        return row(whole.sqlite, whole.server, loss: unit > 1000 ? "\(unit / 1000) <> 0" : nil)
      }
      return row("\(count.sqlite) * 1000", "\(count.server) * 1000", loss: nil)
    case .julianDay:
      let ticks = unit > 10000 ? floored(count, 100, adding: 50) : (count.sqlite, count.server)
      let (size, offset) = unit > 10000 ? (864_000_000, 2_108_667_600_000_000) : (86400 * unit, 210_866_760_000 * unit)
      return row(
        "(\(ticks.0) + \(offset)) / \(size).0", "(\(ticks.1) + \(offset))::float8 / \(size)",
        loss: unit > 10000 ? "100 <> 0" : nil)
    case .referenceDate:
      let start = 978_307_200 * unit
      return unit == 1
        ? row("\(count.sqlite) - \(start).0", "(\(count.server) - \(start))::float8", loss: nil)
        : row(
          "(\(count.sqlite) - \(start)) / \(unit).0", "(\(count.server) - \(start))::float8 / \(unit)", loss: nil)
    case .timestamp, .text:
      let digits = "\(unit)".count - 1
      let text = "datetime(\(floored(count, unit).sqlite), 'unixepoch')"
      let sqlite =
        unit == 1
        ? text
        : "\(text) || \(TimeConversion.fraction("((\(count.sqlite) % \(unit) + \(unit)) % \(unit))", digits: digits))"
      let moment = moment(count)
      return row(sqlite, to == .text ? Self.text(moment) : moment, loss: nil)
    case .iso8601Milliseconds:
      let (whole, thousandths) =
        unit > 1000 ? ("(\(floored(count, unit / 1000).sqlite))", 1000) : (count.sqlite, unit)
      let seconds = floored(Count(sqlite: whole, server: "", unit: thousandths), thousandths).sqlite
      let rest = thousandths == 1 ? "0" : "((\(whole) % 1000 + 1000) % 1000)"
      return row(
        "datetime(\(seconds), 'unixepoch') || \(TimeConversion.milliseconds(rest))", Self.truncated(moment(count)),
        loss: unit > 1000 ? "\(unit / 1000) <> 0" : nil)
    case .day:
      return row(
        "date(\(floored(count, unit).sqlite), 'unixepoch')", "(\(moment(count)) AT TIME ZONE 'UTC')::date",
        loss: "\(86400 * unit) <> 0")
    default: return nil
    }
  }

  /// The next lower multiple of a number, also before 1970.
  private func floored(_ count: Count, _ size: Int, adding half: Int = 0) -> (sqlite: String, server: String) {
    guard size > 1 else { return (count.sqlite, count.server) }
    func floored(_ count: String, _ cast: String) -> String {
      let count = half == 0 ? count : "(\(count) + \(half))"
      return "\(count) / \(size) - (\(count) % \(size) < 0)\(cast)"
    }
    return (floored(count.sqlite, ""), floored(count.server, "::integer"))
  }

  /// PostgreSQL's point in time. Its functions compute with floating-point numbers, which represent whole seconds exactly.
  private func moment(_ count: Count) -> String {
    guard count.unit > 1 else { return "to_timestamp(\(count.server))" }
    let part = [1000: "1 millisecond", 10000: "100 microseconds"][count.unit] ?? "1 microsecond"
    return "(to_timestamp(\(count.server) / \(count.unit)) + \(count.server) % \(count.unit) * interval '\(part)')"
  }

  /// Whether a number isn't one that can be converted: the range that the runtime reads, or the years 0 to 9999.
  private func readable(_ from: Family, _ to: Family) -> String? {
    switch from {
    case .seconds where to != .milliseconds && to != .referenceDate:
      "\(value) NOT BETWEEN -62167219200 AND 253402300799"
    case .milliseconds where to != .seconds && to != .referenceDate:
      "\(value) NOT BETWEEN -62167219200000 AND 253402300799999"
    case .referenceDate: "NOT (\(value) >= -63145526400.0 AND \(value) < 252423993600.0)"
    default: StoredForm.unreadable(value, as: old)
    }
  }

  // MARK: - points in time of the server

  /// Whether a time or a day is before the year 1 or after 9999, whose texts have four digits, or infinite.
  static func beyond(_ value: String, _ type: Family) -> String? {
    switch type {
    case .timestamp, .iso8601Milliseconds: "\(value) < '0001-01-01 00:00Z' OR \(value) >= '10000-01-01 00:00Z'"
    case .day: "\(value) < '0001-01-01' OR \(value) > '9999-12-31'"
    case .seconds: "\(value) NOT BETWEEN -62135596800 AND 253402300799"
    case .milliseconds: "\(value) NOT BETWEEN -62135596800000 AND 253402300799999"
    case .referenceDate: "NOT (\(value) >= -63113904000 AND \(value) < 252423993600)"
    case .julianDay: "NOT (\(value) >= 1721425.5 AND \(value) < 5373484.5)"
    default: nil
    }
  }

  /// PostgreSQL's point in time as another type.
  private func server(_ moment: String, _ to: Family) -> Conversion? {
    let seconds = "extract(epoch FROM \(moment))"
    return switch to {
    case .timestamp: Conversion(moment)
    case .iso8601Milliseconds: Conversion(Self.truncated(moment), loss: "\(seconds) * 1000 % 1 <> 0")
    case .text where old == .iso8601Milliseconds:
      Conversion(
        "to_char(\(moment) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')",
        loss: "\(seconds) * 1000 % 1 <> 0")
    case .text: Conversion(old == .day ? "to_char(\(value), 'YYYY-MM-DD')" : Self.text(moment))
    case .day:
      Conversion(
        "(\(moment) AT TIME ZONE 'UTC')::date", loss: "(\(moment) AT TIME ZONE 'UTC')::time <> '00:00'")
    case .seconds: Conversion("floor(\(seconds))::bigint", loss: "\(seconds) % 1 <> 0")
    case .milliseconds: Conversion("floor(\(seconds) * 1000)::bigint", loss: "\(seconds) * 1000 % 1 <> 0")
    case .julianDay:
      Conversion(
        "(round(\(seconds) * 10000) + 2108667600000000)::float8 / 864000000", loss: "\(seconds) * 10000 % 1 <> 0")
    case .referenceDate: Conversion("(\(seconds) - 978307200)::float8")
    default: nil
    }
  }

  private static func truncated(_ moment: String) -> String { "date_trunc('milliseconds', \(moment))" }

  /// As SQLite's migrations write it.
  private static func text(_ moment: String) -> String {
    "rtrim(rtrim(to_char(\(moment) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), '0'), '.')"
  }
}
