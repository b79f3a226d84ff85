/// A format of `strftime`, checked for mistakes.
struct DateFormat {
  /// What the function needs instead; `nil` for a format that every SQLite version since 3.38 supports.
  let mistake: String?
  /// Whether the text contains fractions of a second.
  let hasFraction: Bool

  private static let ofDays: [Unicode.Scalar] = ["d", "j", "m", "w", "W", "Y", "%"]
  private static let ofTimes: [Unicode.Scalar] = ["f", "H", "J", "M", "s", "S"]

  /// Checks a format for days, or for points in time.
  init(_ format: String, hasTime: Bool) {
    var hasFraction = false
    mistake = Self.mistake(in: format, hasTime: hasTime, &hasFraction)
    self.hasFraction = hasFraction
  }

  private static func mistake(in format: String, hasTime: Bool, _ hasFraction: inout Bool) -> String? {
    var rest = format.unicodeScalars.makeIterator()
    while let scalar = rest.next() {
      // SQLite would stop reading at a NUL.
      if scalar == "\0" { return "a format without a NUL character" }
      guard scalar == "%" else { continue }
      guard let letter = rest.next() else { return "'%%' for a '%' at the end of its format" }
      if letter == "f" || letter == "J" { hasFraction = true }
      if ofDays.contains(letter) || hasTime && ofTimes.contains(letter) { continue }
      let known = hasTime ? "'%d %f %H %j %J %m %M %s %S %w %W %Y %%'" : "'%d %j %m %w %W %Y %%'"
      return "a format with only \(known), not '%\(letter)'"
    }
    return nil
  }
}

extension SQLExpression where Value: _CalendarColumnValue {
  /// The date as text in this format: `strftime(?1, t0."due_at")`.
  ///
  /// `"%Y-%m"` is a month, `"%Y-%m-%d %H:%M"` a minute in UTC. Allowed are `%d` (day), `%j` (day of the year), `%m`,
  /// `%w` (0 for Sunday), `%W` (week of the year, starting at 0), `%Y` and `%%`; for a time also `%f` (seconds with
  /// milliseconds), `%H`, `%J` (Julian day), `%M`, `%s` (seconds since 1970) and `%S`. Any other letter is a
  /// ``QueryError``: later versions of SQLite support more, but 3.38 doesn't. Source: SQLite, "Date And Time
  /// Functions", section 1.
  @inlinable
  public func formatted(_ format: String) -> SQLOperation<String> {
    SQLOperation(.formatted(format, node, Value._calendarForm))
  }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: _CalendarColumnValue {
  /// The date as text in this format; `nil` if there is no date: `strftime(?1, t0."due_at")`.
  @inlinable
  public func formatted(_ format: String) -> SQLOperation<String?> {
    SQLOperation(.formatted(format, node, Value.Unwrapped._calendarForm))
  }
}
