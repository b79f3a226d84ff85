import PostilSchema

/// Conversions of points in time and of days in PostgreSQL.
enum PostgreSQLTimeConversion {
  static func isTime(_ type: ColumnType) -> Bool {
    [.timestamp, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate].contains(type)
  }

  /// The conversion of a time or a day, or to one from a number; `nil` if there is none.
  static func from(_ old: ColumnType, to new: ColumnType, type: String, value: String) -> PostgreSQLConversion? {
    if old == .day {
      let moment = "(\(value)::timestamp AT TIME ZONE 'UTC')"
      return time(moment, new).map { PostgreSQLConversion($0, failure: beyond(value, old)) }
    }
    if let unit = unit(old, new, type, value) { return unit }
    guard let moment = moment(value, old), var conversion = ofMoment(moment, to: new) else { return nil }
    conversion.failure = beyond(value, old)
    if old == .unixSeconds, new != .day { conversion.loss = nil }
    if let finer = finer(value, old) { conversion.loss = conversion.loss.map { "\($0) OR \(finer)" } ?? finer }
    return conversion
  }

  /// A point in time as another type.
  private static func ofMoment(_ moment: String, to new: ColumnType) -> PostgreSQLConversion? {
    if new == .day {
      return PostgreSQLConversion(
        "(\(moment) AT TIME ZONE 'UTC')::date", loss: "(\(moment) AT TIME ZONE 'UTC')::time <> '00:00'")
    }
    let parts = [ColumnType.unixSeconds: "", .unixMilliseconds: "* 1000 ", .julianDay: "* 10000 "][new]
    return time(moment, new).map {
      PostgreSQLConversion($0, loss: parts.map { "extract(epoch FROM \(moment)) \($0)% 1 <> 0" })
    }
  }

  /// A Julian day is read to a ten-thousandth of a second: how many of these it is after 1970.
  private static func ticks(_ value: String) -> String { "round((\(value) - 2440587.5) * 864000000)" }

  /// Whether a Julian day is between two of these.
  static func finer(_ value: String, _ type: ColumnType) -> String? {
    type == .julianDay ? "(\(ticks(value)) + 2108667600000000) / 864000000 <> \(value)" : nil
  }

  /// A number without a unit has the unit of the other type.
  private static func unit(
    _ old: ColumnType, _ new: ColumnType, _ type: String, _ value: String
  ) -> PostgreSQLConversion? {
    let counts: [ColumnType] = [.unixSeconds, .unixMilliseconds]
    if counts.contains(old), PostgreSQLConversion.isInteger(new), new != .duration {
      return PostgreSQLConversion(
        "\(value)::\(type)", failure: PostgreSQLConversion.outside(value, .integer(bits: 64), new))
    }
    if counts.contains(new), PostgreSQLConversion.isInteger(old), old != .duration {
      // 1,000,000,000,000 seconds from the beginning of 2001.
      let (least, greatest) =
        new == .unixSeconds ? ("-999021692799", "1000978307199") : ("-999021692799999", "1000978307199999")
      return PostgreSQLConversion("\(value)::\(type)", failure: "\(value) NOT BETWEEN \(least) AND \(greatest)")
    }
    switch (old, new) {
    case (.julianDay, .real), (.referenceDate, .real):
      return PostgreSQLConversion.number(.real(bits: 64), new, type, value)
    case (.real, .referenceDate):
      return PostgreSQLConversion("\(value)::\(type)", failure: "NOT abs(\(value)) <= 1.7976931348623157e308")
    case (.real, .julianDay):
      return PostgreSQLConversion("\(value)::\(type)", failure: "NOT (\(value) >= 1721059.5 AND \(value) < 5373484.5)")
    case (_, .referenceDate) where PostgreSQLConversion.isInteger(old) && old != .duration:
      return PostgreSQLConversion.number(old, .real(bits: 64), type, value)
    default: return nil
    }
  }

  static func moment(_ value: String, _ type: ColumnType) -> String? {
    switch type {
    case .timestamp: value
    case .unixSeconds: "to_timestamp(\(value))"
    case .unixMilliseconds: "(to_timestamp(\(value) / 1000) + \(value) % 1000 * interval '1 millisecond')"
    case .referenceDate: "to_timestamp(\(value) + 978307200)"
    case .julianDay: "to_timestamp(\(ticks(value)) / 10000)"
    default: nil
    }
  }

  /// Whether a time or a day is before the year 1 or after 9999, whose texts have four digits, or infinite.
  static func beyond(_ value: String, _ type: ColumnType) -> String? {
    switch type {
    case .timestamp: "\(value) < '0001-01-01 00:00Z' OR \(value) >= '10000-01-01 00:00Z'"
    case .day: "\(value) < '0001-01-01' OR \(value) > '9999-12-31'"
    case .unixSeconds: "\(value) NOT BETWEEN -62135596800 AND 253402300799"
    case .unixMilliseconds: "\(value) NOT BETWEEN -62135596800000 AND 253402300799999"
    case .referenceDate: "NOT (\(value) >= -63113904000 AND \(value) < 252423993600)"
    case .julianDay: "NOT (\(value) >= 1721425.5 AND \(value) < 5373484.5)"
    default: nil
    }
  }

  private static func time(_ moment: String, _ type: ColumnType) -> String? {
    let seconds = "extract(epoch FROM \(moment))"
    return switch type {
    case .timestamp: moment
    case .unixSeconds: "floor(\(seconds))::bigint"
    case .unixMilliseconds: "floor(\(seconds) * 1000)::bigint"
    case .referenceDate: "(\(seconds) - 978307200)::double precision"
    case .julianDay: "((round(\(seconds) * 10000) + 2108667600000000) / 864000000)::double precision"
    default: nil
    }
  }

  // MARK: - text

  /// Text in the forms that SQLite's migrations convert.
  static func ofText(_ text: String, to new: ColumnType) -> PostgreSQLConversion? {
    let moment = PostgreSQLMigrationFunction.time(text)
    guard var conversion = ofMoment(moment, to: new) else { return nil }
    conversion.failure = "\(moment) IS NULL"
    let finer = "\(text) ~ '[.][0-9]{6}[0-9]*[1-9]'"
    if new != .day { conversion.loss = conversion.loss.map { "\($0) OR \(finer)" } ?? finer }
    return conversion
  }
}
