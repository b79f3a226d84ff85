/// A format of `strftime`, and what is wrong with it.
struct DateFormat {
  /// What the function needs instead; `nil` of a format that every SQLite from 3.37 on knows.
  let mistake: String?
  /// Whether fractions of a second are in the text.
  let hasFraction: Bool

  private static let ofDays: [Unicode.Scalar] = ["d", "j", "m", "w", "W", "Y", "%"]
  private static let ofTimes: [Unicode.Scalar] = ["f", "H", "J", "M", "s", "S"]

  /// Checks a format for days, or for points in time.
  init(_ format: String, hasTime: Bool) {
    mistake = Self.mistake(in: format, hasTime: hasTime)
    hasFraction = format.contains("%f") || format.contains("%J")
  }

  private static func mistake(in format: String, hasTime: Bool) -> String? {
    var rest = format.unicodeScalars.makeIterator()
    while let scalar = rest.next() {
      // SQLite would read no further.
      if scalar == "\0" { return "a format without a NUL character" }
      guard scalar == "%" else { continue }
      guard let letter = rest.next() else { return "'%%' for a '%' at the end of its format" }
      if ofDays.contains(letter) || hasTime && ofTimes.contains(letter) { continue }
      let known = hasTime ? "'%d %f %H %j %J %m %M %s %S %w %W %Y %%'" : "'%d %j %m %w %W %Y %%'"
      return "a format of \(known), and was given '%\(letter)'"
    }
    return nil
  }
}
