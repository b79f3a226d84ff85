import PostilSchema

/// The conversion of a column's values to another type in PostgreSQL.
struct PostgreSQLConversion {
  /// The new value, as SQL over the old one.
  var expression: String
  /// The condition of the values that can't be converted; `nil` if all can.
  var failure: String?
  /// The condition of the values that lose something; `nil` if none does.
  var loss: String?

  private init(_ expression: String, failure: String? = nil, loss: String? = nil) {
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
    switch (old, new) {
    case (_, .text): self.init(Self.text(value, old))
    case (.text, _):
      guard let pattern = Self.pattern(new) else { return nil }
      self.init("\(value)::text::\(type)", failure: "\(value)::text !~ '\(pattern)'")
    case (.boolean, _) where Self.isNumber(new): self.init("\(value)::integer::\(type)")
    case (_, .boolean) where Self.isNumber(old):
      self.init("(\(value) <> 0)", failure: "\(value) NOT IN (0, 1)")
    case _ where Self.isTime(old) && new == .day:
      guard let moment = Self.moment(value, old) else { return nil }
      self.init("(\(moment) AT TIME ZONE 'UTC')::date", loss: "(\(moment) AT TIME ZONE 'UTC')::time <> '00:00'")
    case (.day, .timestamp): self.init("(\(value)::timestamp AT TIME ZONE 'UTC')")
    case _ where Self.isTime(old) && Self.isTime(new):
      guard let moment = Self.moment(value, old), let result = Self.time(moment, new) else { return nil }
      self.init(result, loss: Self.isCoarser(new, than: old) ? Self.fraction(moment, new) : nil)
    case _ where Self.isNumber(old) && Self.isNumber(new):
      let range = Self.range(new).map { "\(value) NOT BETWEEN \($0) AND \($1)" }
      let isWhole = Self.isInteger(old)
      if Self.isInteger(new), !isWhole {
        self.init(
          "trunc(\(value)::numeric)::\(type)", failure: range, loss: "trunc(\(value)::numeric) <> \(value)::numeric")
      } else {
        let isNarrower = Self.bits(old) > Self.bits(new)
        self.init(
          "\(value)::\(type)", failure: isNarrower ? range : nil,
          loss: Self.isInteger(new) || !Self.isInexact(old, new)
            ? nil : "\(value)::\(type)::numeric <> \(value)::numeric")
      }
    default: return nil
    }
  }

  /// Whether the opposite conversion restores each value in its form.
  static func isReversible(from old: ColumnType, to new: ColumnType) -> Bool {
    if old == new || isSame(old, new) { return true }
    return switch (old, new) {
    // A text can have another form of the same number, day or UUID: '007'.
    case (.text, _): false
    // A floating-point number of days or seconds is more precise or less precise than a time of the server.
    case (.julianDay, _), (_, .julianDay), (.referenceDate, _): false
    // The server converts 15 digits.
    case (.real, .decimal): false
    default: true
    }
  }

  /// Types with the same values in PostgreSQL, though SQLite stores them differently.
  private static func isSame(_ old: ColumnType, _ new: ColumnType) -> Bool {
    let uuids: Set<ColumnType> = [.uuid, .uuidBytes]
    return uuids.isSuperset(of: [old, new])
  }

  private static func isInteger(_ type: ColumnType) -> Bool {
    switch type {
    case .integer, .unsignedInteger, .duration: true
    default: false
    }
  }

  private static func isNumber(_ type: ColumnType) -> Bool {
    if case .real = type { return true }
    return isInteger(type) || type == .decimal
  }

  private static func isTime(_ type: ColumnType) -> Bool {
    [.timestamp, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate].contains(type)
  }

  /// The width of the range of a numeric type, for comparisons.
  private static func bits(_ type: ColumnType) -> Int {
    switch type {
    case .integer(let bits): bits - 1
    case .unsignedInteger(let bits): bits
    case .duration: 63
    case .real(let bits): bits * 2
    default: 1000
    }
  }

  private static func isInexact(_ old: ColumnType, _ new: ColumnType) -> Bool {
    switch new {
    case .real(32): old != .real(bits: 32)
    case .real: isInteger(old) && bits(old) > 53 || old == .decimal
    default: false
    }
  }

  private static func range(_ type: ColumnType) -> (String, String)? {
    switch type {
    case .integer(let bits): ("\(Int64.min >> (64 - bits))", "\(Int64.max >> (64 - bits))")
    case .unsignedInteger(let bits): ("0", "\(UInt64.max >> (64 - bits))")
    case .duration: ("\(Int64.min)", "\(Int64.max)")
    default: nil
    }
  }

  private static func text(_ value: String, _ old: ColumnType) -> String {
    switch old {
    case .uuid, .uuidBytes: "upper(\(value)::text)"
    case .boolean: "CASE WHEN \(value) THEN '1' ELSE '0' END"
    case .timestamp: "rtrim(rtrim(to_char(\(value) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), '0'), '.')"
    case .day: "to_char(\(value), 'YYYY-MM-DD')"
    case .bytes, .packed: "convert_from(\(value), 'UTF8')"
    default: "\(value)::text"
    }
  }

  /// The pattern of the texts that the server can read as this type.
  private static func pattern(_ type: ColumnType) -> String? {
    switch type {
    case .integer(let bits): bits >= 64 ? "^[+-]?[0-9]{1,18}$" : bits >= 32 ? "^[+-]?[0-9]{1,9}$" : "^[+-]?[0-9]{1,2}$"
    case .duration: "^[+-]?[0-9]{1,18}$"
    case .unsignedInteger(let bits): bits >= 64 ? "^[0-9]{1,19}$" : bits >= 32 ? "^[0-9]{1,9}$" : "^[0-9]{1,2}$"
    case .real, .decimal: "^[+-]?[0-9]{1,15}([.][0-9]{1,15})?$"
    case .uuid, .uuidBytes: "^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$"
    case .day: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"
    case .boolean: "^(0|1|true|false)$"
    default: nil
    }
  }

  private static func moment(_ value: String, _ type: ColumnType) -> String? {
    switch type {
    case .timestamp: value
    case .unixSeconds: "to_timestamp(\(value))"
    case .unixMilliseconds: "('epoch'::timestamptz + \(value) * interval '1 millisecond')"
    case .referenceDate: "to_timestamp(\(value) + 978307200)"
    case .julianDay: "to_timestamp((\(value) - 2440587.5) * 86400)"
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
    case .julianDay: "(\(seconds) / 86400 + 2440587.5)::double precision"
    default: nil
    }
  }

  private static func isCoarser(_ new: ColumnType, than old: ColumnType) -> Bool {
    new == .unixSeconds || new == .unixMilliseconds && old != .unixSeconds
  }

  private static func fraction(_ moment: String, _ type: ColumnType) -> String {
    "extract(epoch FROM \(moment)) \(type == .unixSeconds ? "" : "* 1000 ")% 1 <> 0"
  }
}
