/// A format of `strftime`, and what is wrong with it.
struct DateFormat {
  /// What the function needs instead; `nil` for a format that every SQLite since 3.37 supports.
  let mistake: String?
  /// Whether fractions of a second are in the text.
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
      // SQLite would read no further.
      if scalar == "\0" { return "a format without a NUL character" }
      guard scalar == "%" else { continue }
      guard let letter = rest.next() else { return "'%%' for a '%' at the end of its format" }
      if letter == "f" || letter == "J" { hasFraction = true }
      if ofDays.contains(letter) || hasTime && ofTimes.contains(letter) { continue }
      let known = hasTime ? "'%d %f %H %j %J %m %M %s %S %w %W %Y %%'" : "'%d %j %m %w %W %Y %%'"
      return "a format of \(known), and was given '%\(letter)'"
    }
    return nil
  }
}

extension SQLExpression where Value: _CalendarColumnValue {
  /// The date as a text of this format: `strftime(?1, t0."due_at")`.
  ///
  /// `"%Y-%m"` is a month, `"%Y-%m-%d %H:%M"` a minute in UTC. A format has `%d` (day), `%j` (day of the year), `%m`, `%w` (0 for
  /// Sunday), `%W` (week of the year, from 0), `%Y` and `%%`; of a time also `%f` (seconds with milliseconds), `%H`, `%J` (Julian
  /// day), `%M`, `%s` (seconds since 1970) and `%S`. Another letter is a ``QueryError``: later versions of SQLite support more,
  /// 3.37 doesn't. Source: SQLite, "Date And Time Functions", section 1.
  @inlinable
  public func formatted(_ format: String) -> SQLOperation<String> {
    SQLOperation(.formatted(format, node, Value._calendarForm))
  }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: _CalendarColumnValue {
  /// The date as a text of this format, `nil` if there is none: `strftime(?1, t0."due_at")`.
  @inlinable
  public func formatted(_ format: String) -> SQLOperation<String?> {
    SQLOperation(.formatted(format, node, Value.Unwrapped._calendarForm))
  }
}
