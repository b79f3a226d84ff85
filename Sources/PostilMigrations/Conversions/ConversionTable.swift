import PostilSchema

/// The table of conversions between the types of columns, on both engines.
///
/// For each pair of types, a ``Row`` contains the expression, the values that it refuses and the values that it changes, on SQLite and on
/// PostgreSQL. Both refuse the same values, change the same ones, and have the same results, apart from what their types can't hold:
/// PostgreSQL has no year 0 and microseconds at most, and the text of a number is compared by its digits, which SQLite can't for all texts.
///
/// | from | to | how |
/// |---|---|---|
/// | text | numbers | text that is a number in the form that is written; other text, as `007`, can't be converted |
/// | text | UUID, times, day | the same value in the form that Postil writes |
/// | times, day | each other, text, numbers of the same unit | as whole numbers of seconds or parts of them since 1970 |
/// | numbers | each other | within the range of the new type |
/// | numbers | text, JSON | as many digits as the number needs |
/// | boolean | numbers, text | 0 and 1, `false` and `true` |
/// | JSON | text, numbers, boolean | its text; the reverse if the text is valid |
/// | UUID text | 16 bytes, and the reverse | its digits |
///
/// Source: SQLite, "SQL Language Expressions", section "CAST expressions"; PostgreSQL 15, chapter 9 (functions and operators).
struct ConversionTable {
  let old: ColumnType
  let new: ColumnType
  /// The SQL of the old value, a valid one of its type.
  let value: String
  /// The new type in PostgreSQL.
  let type: String

  /// What becomes of a value.
  struct Row {
    var sqlite: Conversion
    /// `nil` if PostgreSQL doesn't have one of the types.
    var server: Conversion?

    init(_ sqlite: Conversion, server: Conversion?) {
      (self.sqlite, self.server) = (sqlite, server)
    }
  }

  /// The conversion; `nil` if no value of the old type has a meaning in the new one.
  var row: Row? {
    let (from, to) = (Family(old), Family(new))
    if old == new { return unchanged }
    switch (from, to) {
    case (_, .any): return Row(identity, server: nil)
    case (_, .bytes), (.bytes, _), (.packed, _), (.uuidText, _), (.uuidBytes, _): return bytes(from, to)
    case (.text, .json), (.json, .text): return json
    case (.text, .uuidText), (.text, .uuidBytes): return uuid(to)
    case (.text, _), (.json, _): return ofText(from, to)
    case (.boolean, _): return ofBoolean(to)
    case _ where Self.isTime(from) || Self.isTime(to) || from == .day: return time(from, to)
    default: return number(from, to)
    }
  }

  /// The value itself.
  var identity: Conversion { Conversion(value, isIdentity: true) }
  /// PostgreSQL's cast to the new type.
  var cast: String { "\(value)::\(type)" }
  /// The value itself on both engines, which the server may store in another type.
  var unchanged: Row { Row(identity, server: Conversion(cast)) }

  /// Types whose values are converted in the same way.
  enum Family: Hashable {
    case boolean, integer, duration, wide, real, float, text, json, decimal, uuidText, uuidBytes, bytes, packed
    case timestamp, iso8601Milliseconds, day, seconds, milliseconds, julianDay, referenceDate, any

    init(_ type: ColumnType) {
      switch type {
      case .boolean: self = .boolean
      case .integer: self = .integer
      case .unsignedInteger(let bits): self = bits < 64 ? .integer : .wide
      case .real(let bits): self = bits < 64 ? .float : .real
      case .text: self = .text
      case .bytes: self = .bytes
      case .packed: self = .packed
      case .timestamp: self = .timestamp
      case .iso8601Milliseconds: self = .iso8601Milliseconds
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

    var isInteger: Bool { [.integer, .duration, .wide].contains(self) }
    var isReal: Bool { self == .real || self == .float }
    var isNumber: Bool { isInteger || isReal || self == .decimal }
  }
}

extension Conversion {
  /// The conversion between two types on PostgreSQL; `nil` if there is none.
  /// - Parameters:
  ///   - type: the new type in PostgreSQL.
  ///   - value: the SQL of the old value.
  ///   - former: the old type in PostgreSQL; only that of an array matters.
  static func server(
    from old: ColumnType, to new: ColumnType, type: String, value: String, former: String = ""
  ) -> Conversion? {
    let value = ArrayConversion(former)?.json(value) ?? value
    guard let array = ArrayConversion(type) else {
      return ConversionTable(old: old, new: new, value: value, type: type).row?.server
    }
    return ConversionTable(old: old, new: new, value: value, type: "jsonb").row?.server.map(array.converted)
  }

  /// Whether the opposite conversion on PostgreSQL restores each value in its form.
  static func isReversibleOnServer(from old: ColumnType, to new: ColumnType) -> Bool {
    // The server has one form of a UUID.
    let uuids: Set<ColumnType> = [.uuid, .uuidBytes]
    if old == new || uuids.isSuperset(of: [old, new]) { return true }
    return switch (old, new) {
    // A text can have another form of the same number, day or UUID: '007'.
    case (.text, _): false
    // The number 1 becomes true, too.
    case (.json, .boolean): false
    default: true
    }
  }
}
