import PostilSchema

/// The conversion of a column's values to another type in PostgreSQL.
///
/// It gives the results of ``Conversion`` on SQLite: a value means the same afterwards, or ``failure`` or ``loss`` is true for it. What
/// `numeric` and `timestamptz` hold exactly isn't a loss, though it may be one on SQLite; `timestamptz` has microseconds.
///
/// | from | to | how |
/// |---|---|---|
/// | text | numbers | text that is a number in the form that is written; other text, as `007`, can't be converted |
/// | text | times, day | the forms that the runtime reads |
/// | times | each other, text, day, numbers of the same unit | through `timestamptz` |
/// | numbers | each other, text | within the range of the new type |
/// | boolean | numbers, text | 0 and 1, `false` and `true` |
/// | JSON | text, numbers, boolean | its text; the reverse if the text is valid |
/// | UUIDs | text | in upper case |
struct PostgreSQLConversion {
  /// The new value, as SQL over the old one.
  var expression: String
  /// The condition of the values that can't be converted; `nil` if all can.
  var failure: String?
  /// The condition of the values that lose something; `nil` if none does.
  var loss: String?

  init(_ expression: String, failure: String? = nil, loss: String? = nil) {
    self.expression = expression
    self.failure = failure
    self.loss = loss
  }

  /// The conversion between two types; `nil` if there is none.
  /// - Parameters:
  ///   - type: the new type in PostgreSQL.
  ///   - value: the SQL of the old value.
  init?(from old: ColumnType, to new: ColumnType, type: String, value: String) {
    if old == new || Self.isSame(old, new) {
      self.init("\(value)::\(type)")
      return
    }
    let found: PostgreSQLConversion?
    switch (old, new) {
    case (.packed, .text), (.boolean, .duration): found = nil
    case (_, .bytes), (.bytes, _), (.packed, _): found = Self.bytes(old, new, value)
    case (_, .json): found = Self.json(old, value)
    case (.json, _) where new == .boolean || Self.isNumber(new):
      found = PostgreSQLTextConversion.from("\(value)::text", to: new, type: type)
    case (.text, _): found = PostgreSQLTextConversion.from("\(value)::text", to: new, type: type)
    case (_, .text): found = PostgreSQLTextConversion.to(value, old)
    case (.boolean, _) where Self.isNumber(new): found = Self("\(value)::integer::\(type)")
    case (_, .boolean) where Self.isNumber(old): found = Self("(\(value) <> 0)", failure: "\(value) NOT IN (0, 1)")
    case _ where PostgreSQLTimeConversion.isTime(old) || PostgreSQLTimeConversion.isTime(new) || old == .day:
      found = PostgreSQLTimeConversion.from(old, to: new, type: type, value: value)
    case _ where Self.isNumber(old) && Self.isNumber(new): found = Self.number(old, new, type, value)
    default: found = nil
    }
    guard let found else { return nil }
    self = found
  }

  /// Whether the opposite conversion restores each value in its form.
  static func isReversible(from old: ColumnType, to new: ColumnType) -> Bool {
    if old == new || isSame(old, new) { return true }
    return switch (old, new) {
    // A text can have another form of the same number, day or UUID: '007'.
    case (.text, _): false
    // The number 1 becomes true, too.
    case (.json, .boolean): false
    // The same number without a unit.
    case (.julianDay, .real), (.real, .julianDay), (.referenceDate, .real), (.real, .referenceDate): true
    // A floating-point number of days or seconds is more precise or less precise than a time of the server.
    case (.julianDay, _), (_, .julianDay), (.referenceDate, _): false
    default: true
    }
  }

  /// Types with the same values in PostgreSQL, though SQLite stores them differently.
  private static func isSame(_ old: ColumnType, _ new: ColumnType) -> Bool {
    let uuids: Set<ColumnType> = [.uuid, .uuidBytes]
    return uuids.isSuperset(of: [old, new])
  }

  // MARK: - bytes and JSON

  private static func bytes(_ old: ColumnType, _ new: ColumnType, _ value: String) -> PostgreSQLConversion? {
    switch (old, new) {
    case (.packed, .bytes): return Self("\(value)::bytea")
    // Numbers of another size are other numbers. An empty value contains none.
    case (.packed, .packed): return Self(value, failure: "octet_length(\(value)) > 0")
    case (.bytes, .packed(let size)): return Self(value, failure: "octet_length(\(value)) % \(size) <> 0")
    case (.bytes, .uuidBytes): return Self("encode(\(value), 'hex')::uuid", failure: "octet_length(\(value)) <> 16")
    case (.uuidBytes, .bytes): return Self("uuid_send(\(value))")
    case (.bytes, .text):
      let text = PostgreSQLMigrationFunction.text(value)
      return Self(text, failure: "\(text) IS NULL")
    case (.text, .bytes), (.json, .bytes), (.decimal, .bytes), (.uuid, .bytes):
      return PostgreSQLTextConversion.to(value, old).map { Self("convert_to(\($0.expression), 'UTF8')") }
    default: return nil
    }
  }

  private static func json(_ old: ColumnType, _ value: String) -> PostgreSQLConversion? {
    if old == .text { return PostgreSQLTextConversion.json("\(value)::text") }
    guard old == .boolean || isNumber(old) else { return nil }
    return Self("to_jsonb(\(value))", failure: isReal(old) ? "NOT abs(\(value)) <= 1.7976931348623157e308" : nil)
  }

  // MARK: - numbers

  static func isInteger(_ type: ColumnType) -> Bool {
    switch type {
    case .integer, .unsignedInteger, .duration: true
    default: false
    }
  }

  static func isReal(_ type: ColumnType) -> Bool { if case .real = type { true } else { false } }

  static func isNumber(_ type: ColumnType) -> Bool { isInteger(type) || isReal(type) || type == .decimal }

  /// The least and the greatest value of an integer type.
  static func range(_ type: ColumnType) -> (least: String, greatest: String)? {
    switch type {
    case .integer(let bits): ("\(Int64.min >> (64 - bits))", "\(Int64.max >> (64 - bits))")
    case .unsignedInteger(let bits): ("0", "\(UInt64.max >> (64 - bits))")
    case .duration: ("\(Int64.min)", "\(Int64.max)")
    default: nil
    }
  }

  static func number(
    _ old: ColumnType, _ new: ColumnType, _ type: String, _ value: String
  ) -> PostgreSQLConversion? {
    switch (old, new) {
    case _ where isInteger(old) && isInteger(new):
      return Self("\(value)::\(type)", failure: outside(value, old, new))
    case _ where isReal(old) && isInteger(new): return whole(value, new, type)
    case (.decimal, _) where isInteger(new):
      let failure = range(new).map {
        "trunc(\(value)) <> \(value) OR \(value) NOT BETWEEN \($0.least) AND \($0.greatest)"
      }
      return Self("\(value)::\(type)", failure: failure)
    // The cast of a floating-point number to 'numeric' keeps 15 digits; its text has all of them. Source: PostgreSQL 15, section 8.1.3.
    case (_, .decimal):
      return isReal(old) ? Self("\(value)::text::numeric", failure: noDecimal(value)) : Self("\(value)::numeric")
    case (_, .real(32)):
      // A comparison with a floating-point number rounds an integer.
      let rounded = isWide(old) ? "\(value) NOT BETWEEN -9007199254740992 AND 9007199254740992 OR " : ""
      return Self(
        "\(value)::\(type)", failure: old == .real(bits: 64) || old == .decimal ? beyondFloat(value) : nil,
        loss: old == .decimal
          ? "\(value)::real::text::numeric <> \(value)" : "\(rounded)\(value)::real::float8 <> \(value)")
    case (.decimal, _): return Self("\(value)::\(type)", loss: "\(value)::float8::text::numeric <> \(value)")
    case (_, .real):
      // 2^53: the integers that a 64-bit floating-point number represents exactly.
      return Self(
        "\(value)::\(type)", loss: isWide(old) ? "\(value) NOT BETWEEN -9007199254740992 AND 9007199254740992" : nil)
    default: return nil
    }
  }

  /// Whether a type has integers that a 64-bit floating-point number doesn't represent exactly.
  private static func isWide(_ type: ColumnType) -> Bool { range(type).map { $0.greatest.count > 15 } ?? false }

  /// Whether an integer is out of the range of another type; `nil` if none is.
  static func outside(_ value: String, _ old: ColumnType, _ new: ColumnType) -> String? {
    func bounds(_ type: ColumnType) -> ClosedRange<Double>? {
      range(type).flatMap { range in
        Double(range.least).flatMap { least in Double(range.greatest).map { least...$0 } }
      }
    }
    guard let (least, greatest) = range(new), let was = bounds(old), let now = bounds(new) else { return nil }
    let fits = now.lowerBound <= was.lowerBound && now.upperBound >= was.upperBound
    return fits ? nil : "\(value) NOT BETWEEN \(least) AND \(greatest)"
  }

  /// A floating-point number without its fraction. Its own type compares it exactly; `NaN` is greater than every number.
  private static func whole(_ value: String, _ new: ColumnType, _ type: String) -> PostgreSQLConversion {
    let whole = "trunc(\(value))"
    let loss = "\(whole) <> \(value)"
    if case .unsignedInteger(64) = new {
      return Self(
        "CASE WHEN \(value) < 9223372036854775808::float8 THEN \(whole)::bigint::numeric ELSE "
          + "(\(value) - 9223372036854775808::float8)::bigint::numeric + 9223372036854775808 END",
        failure: "NOT (\(whole) >= 0 AND \(whole) < 18446744073709551616::float8)", loss: loss)
    }
    let failure = range(new).map { "NOT (\(whole) >= \($0.least)::float8 AND \(whole) < \(next($0.greatest))::float8)" }
    return Self("\(whole)::\(type)", failure: failure, loss: loss)
  }

  /// The number after the greatest one of a type, which floating-point numbers represent exactly.
  private static func next(_ greatest: String) -> String { UInt64(greatest).map { "\($0 + 1)" } ?? greatest }

  /// Whether a number isn't one that `Decimal` holds: of at most 38 digits.
  static func noDecimal(_ value: String) -> String {
    "NOT abs(\(value)) < 1e165 OR \(value) <> 0 AND abs(\(value)) < 1e-90"
  }

  /// Whether a finite number is out of the range of `Float`.
  static func beyondFloat(_ value: String) -> String {
    "abs(\(value)) >= 3.4028235677973366e38 AND abs(\(value)) <= 1.7976931348623157e308 "
      + "OR \(value) <> 0 AND abs(\(value)) < 1.1754943508222875e-38"
  }
}
