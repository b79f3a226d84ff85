import PostilSchema

/// How the values of a column become those of another type, in SQL over `value`.
///
/// | from | to | how |
/// |---|---|---|
/// | text | numbers | what is written like one; anything else cannot be converted |
/// | text, a point in time | seconds, milliseconds, Julian day, reference date, day | SQLite's date functions; what is lost is said |
/// | seconds, milliseconds, Julian day, reference date | each other, text, day | arithmetic and date functions |
/// | numbers | text, decimal | as SQLite writes them |
/// | UUID text | 16 bytes, and back | its digits |
///
/// Source: SQLite, "SQL Language Expressions", section "CAST expressions"; "Date And Time Functions".
struct Conversion: Hashable {
  /// The new value; what it gives where ``failure`` holds means nothing.
  var expression: String
  /// Whether a value that is not `NULL` cannot be converted; `nil` where all can.
  var failure: String?
  /// Whether the new value says less than the old; `nil` where none does.
  var loss: String?
  /// Whether nothing is converted.
  var isIdentity = false

  init(_ expression: String, failure: String? = nil, loss: String? = nil, isIdentity: Bool = false) {
    self.expression = expression
    self.failure = failure
    self.loss = loss
    self.isIdentity = isIdentity
  }

  /// Nothing of the old type means anything in the new.
  static let none = Conversion("NULL", failure: "1")

  /// How `value` of one type becomes one of another.
  static func from(_ old: ColumnMeaning, to new: ColumnType, value: String) -> Conversion {
    let identity = Conversion(value, isIdentity: true)
    let (former, target) = (old.type, new)
    if former == target { return identity }
    let from = Family(assumed(old, for: new))
    let to = Family(target)
    switch (from, to) {
    case (.integer, .integer), (.real, .real), (.text, .text), (.bytes, .bytes), (.wide, .wide): return identity
    // What an integer counts is not known where nothing says so: then it is what the new type counts.
    case (.integer, .duration), (.duration, .integer), (.duration, .duration): return identity
    case (.text, .json), (.json, .text), (.uuidText, .text), (.text, .uuidText), (.decimal, .text): return identity
    case (_, .any): return identity
    case (.json, .json), (.uuidText, .uuidText), (.uuidText, .json), (.uuidBytes, .bytes), (.bytes, .uuidBytes):
      return identity
    default: break
    }
    if let point = TimeConversion.from(from, to: to, value: value) { return point }
    if let number = NumberConversion.from(from, to: to, value: value) { return number }
    switch (from, to) {
    case (.uuidText, .uuidBytes): return UUIDConversion.bytes(of: value)
    case (.uuidBytes, .uuidText), (.uuidBytes, .text): return UUIDConversion.text(of: value)
    case (.text, .bytes), (.json, .bytes), (.uuidText, .bytes), (.decimal, .bytes):
      return Conversion("CAST(\(value) AS BLOB)")
    case (.bytes, .text): return Conversion("CAST(\(value) AS TEXT)", failure: "instr(\(value), X'00') > 0")
    case (.decimal, .json): return identity
    default: return .none
    }
  }

  /// What the old values must mean for a conversion to make sense, where nobody says what they are.
  static func assumed(_ old: ColumnMeaning, for new: ColumnType) -> ColumnType {
    guard !old.isKnown else { return old.type }
    switch (old.type, new) {
    case (.text, .unixSeconds), (.text, .unixMilliseconds), (.text, .julianDay), (.text, .day): return .timestamp
    case (.text, .uuidBytes): return .uuid
    case (.real, .timestamp), (.real, .unixSeconds), (.real, .unixMilliseconds), (.real, .day): return .julianDay
    case (.integer, .unixSeconds): return .unixSeconds
    case (.integer, .unixMilliseconds): return .unixMilliseconds
    case (.text, .timestamp): return .timestamp
    case (.real, .julianDay): return .julianDay
    case (.text, .referenceDate): return .timestamp
    case (.real, .referenceDate): return .referenceDate
    case (.bytes, .uuid): return .uuidBytes
    default: return old.type
    }
  }

  /// Types whose values are converted alike.
  enum Family: Hashable {
    case boolean, integer, duration, wide, real, text, json, decimal, uuidText, uuidBytes, bytes
    case timestamp, day, seconds, milliseconds, julianDay, referenceDate, any

    init(_ type: ColumnType) {
      switch type {
      case .boolean: self = .boolean
      case .integer: self = .integer
      case .unsignedInteger(let bits): self = bits < 64 ? .integer : .wide
      case .real: self = .real
      case .text: self = .text
      case .bytes, .packed: self = .bytes
      case .timestamp: self = .timestamp
      case .unixSeconds: self = .seconds
      case .unixMilliseconds: self = .milliseconds
      case .julianDay: self = .julianDay
      case .referenceDate: self = .referenceDate
      case .any: self = .any
      case .day: self = .day
      case .duration: self = .duration
      case .decimal: self = .decimal
      case .uuid: self = .uuidText
      case .uuidBytes: self = .uuidBytes
      case .json: self = .json
      }
    }
  }
}
