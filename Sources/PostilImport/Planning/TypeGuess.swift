import PostilCompiler
import PostilSQL
import PostilSchema

/// The Swift type of a column, guessed from its declared type, its checks, its name and the existing rows.
///
/// A type is used only if the runtime reads every sampled value and writes back the same bytes.
struct TypeGuess {
  var type: SwiftType
  /// A comment for the user.
  var remark: String?
  /// Whether the values are timestamps that are read as text; see ``TimestampConvention``.
  var isTimestampText = false

  init(_ type: SwiftType, remark: String? = nil) {
    self.type = type
    self.remark = remark
  }

  /// - Parameters:
  /// - declaredType: as written in the table; empty for none. For a result of a view, that of its column.
  /// - checked: the type whose check exists for the column.
  /// - isKey: whether the column is in a key or references one. A key can't be a floating-point number.
  ///   - isCoreData: whether Core Data created the database.
  init(
    name: String, declaredType: String, isStrict: Bool, collation: String?, checked: ColumnType?,
    defaultExpression: String? = nil, sample: ColumnSample, isKey: Bool = false, isCoreData: Bool = false,
    timestamps: TimestampConvention = TimestampConvention()
  ) {
    let declared = declaredType.uppercased()
    if isCoreData, CoreDataStore.isDate(declared), sample.fits(.referenceDate) {
      self.init(SwiftType("Date", as: "referenceDate"))
      return
    }
    if let checked, let type = Self.swiftType(of: checked), sample.fits(type) {
      self.init(type)
      return
    }
    if let clock = defaultExpression.flatMap(Clock.init), sample.fits(clock.type) {
      self.init(clock.type)
    } else {
      self = Self.guess(
        name, declaredType, isStrict: isStrict, collation: collation, sample,
        hasMilliseconds: timestamps.hasMilliseconds)
    }
    if isKey, type == SwiftType("Double"), sample.fits(.int), ColumnAffinity(declared) == .numeric {
      self.init(SwiftType("Int"))
    }
    let isChanged = sample.values > 0 && sample.isAll(sample.texts) && sample.isTimestamps
    let meansTime = Self.meansTime(name, declared, defaultExpression)
    if timestamps.hasMilliseconds, sample.values == 0, type == SwiftType("Date") {
      self.init(SwiftType("Date", as: "iso8601Milliseconds"))
    }
    if timestamps.reason != nil, type == SwiftType("Date") || isChanged && meansTime && type.form == nil {
      self.init(SwiftType("String"))
      isTimestampText = true
    }
  }

  private static func guess(
    _ name: String, _ declaredType: String, isStrict: Bool, collation: String?, _ sample: ColumnSample,
    hasMilliseconds: Bool
  ) -> TypeGuess {
    let declared = declaredType.uppercased()
    let words = Words.split(name)
    let affinity = isStrict && declared == "ANY" ? .blob : ColumnAffinity(declared)
    if sample.malformedTexts > 0 {
      let count = sample.malformedTexts == 1 ? "1 of its texts is" : "\(sample.malformedTexts) of its texts are"
      return TypeGuess(
        SwiftType("SQLValue"),
        remark: "'\(name)' is 'SQLValue', because \(count) not valid UTF-8, which a 'String' can't contain")
    }
    if sample.isAll(sample.integers) { return TypeGuess(type(ofIntegers: sample, declared, affinity, words)) }
    if sample.isAll(sample.integers + sample.reals), sample.fits(.double) { return TypeGuess(SwiftType("Double")) }
    if sample.values == 0 || sample.isAll(sample.texts) {
      let type =
        sample.values == 0
        ? Self.type(ofEmpty: declared, affinity, collation: collation)
        : Self.type(ofTexts: sample, declared, words, collation: collation, hasMilliseconds: hasMilliseconds)
      let isNumeric = [.numeric, .integer, .real].contains(affinity) && type.text == "String"
      return TypeGuess(
        type,
        remark: isNumeric
          ? "'\(name)' is declared '\(declaredType)', which has numeric affinity: SQLite stores a text of digits as "
            + "a number, which 'String' can't read" : nil)
    }
    if sample.isAll(sample.blobs) {
      let isUUID = sample.fits(.uuidBytes) && namesUUID(words, declared)
      return TypeGuess(isUUID ? SwiftType("UUID", as: "blob") : SwiftType("Data"))
    }
    return TypeGuess(
      SwiftType("SQLValue"),
      remark: "'\(name)' is 'SQLValue', because its values have several storage classes (\(kinds(sample)))")
  }

  // MARK: Values of one storage class

  private static func type(
    ofIntegers sample: ColumnSample, _ declared: String, _ affinity: ColumnAffinity, _ words: [String]
  ) -> SwiftType {
    let (least, greatest) = (sample.leastInteger ?? 0, sample.greatestInteger ?? 0)
    if sample.fits(.bool),
      declared.hasPrefix("BOOL") || declared == "BIT"
        || ["is", "has", "can", "should", "was"].contains(words.first ?? "")
    {
      return SwiftType("Bool")
    }
    if isTime(declared) || namesTime(words) {
      // From 1973 to 2286, in seconds and in milliseconds.
      if least >= 100_000_000, greatest < 10_000_000_000 { return SwiftType("Date", as: "unixSeconds") }
      if least >= 100_000_000_000, greatest < 10_000_000_000_000 { return SwiftType("Date", as: "unixMilliseconds") }
    }
    return affinity == .numeric && isFractional(declared) && sample.fits(.double)
      ? SwiftType("Double") : SwiftType("Int")
  }

  private static func type(
    ofTexts sample: ColumnSample, _ declared: String, _ words: [String], collation: String?,
    hasMilliseconds: Bool
  ) -> SwiftType {
    if collation?.lowercased() == "decimal", sample.fits(.decimal) { return SwiftType("Decimal") }
    if isTime(declared) || namesTime(words) {
      // Three digits without a zero at the end can be either form.
      if sample.isTimestamps, sample.fits(.iso8601Milliseconds), hasMilliseconds || !sample.fits(.date) {
        return SwiftType("Date", as: "iso8601Milliseconds")
      }
      if sample.isTimestamps, sample.fits(.date) { return SwiftType("Date") }
      if sample.fits(.day) { return SwiftType("DateComponents", as: "day") }
    }
    if sample.fits(.uuid), namesUUID(words, declared) { return SwiftType("UUID") }
    return SwiftType("String")
  }

  /// Without values, only the declared type is known.
  private static func type(ofEmpty declared: String, _ affinity: ColumnAffinity, collation: String?) -> SwiftType {
    if declared.hasPrefix("BOOL") || declared == "BIT" { return SwiftType("Bool") }
    if affinity != .integer {
      if declared.hasPrefix("DATETIME") || declared.hasPrefix("TIMESTAMP") { return SwiftType("Date") }
      if declared == "DATE" { return SwiftType("DateComponents", as: "day") }
    }
    switch affinity {
    case .integer: return SwiftType("Int")
    case .real: return SwiftType("Double")
    case .text: return collation?.lowercased() == "decimal" ? SwiftType("Decimal") : SwiftType("String")
    // A column without a declared type, or with ANY, can hold any value.
    case .blob: return SwiftType(declared.isEmpty || declared == "ANY" ? "SQLValue" : "Data")
    case .numeric:
      if isFractional(declared) { return SwiftType("Double") }
      return SwiftType(isDecimal(declared) || declared == "YEAR" ? "Int" : "String")
    }
  }

  private static func kinds(_ sample: ColumnSample) -> String {
    [(sample.integers, "INTEGER"), (sample.reals, "REAL"), (sample.texts, "TEXT"), (sample.blobs, "BLOB")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  // MARK: Types from checks

  /// The Swift type whose columns have this check.
  static func swiftType(of checked: ColumnType) -> SwiftType? {
    switch checked {
    case .boolean: SwiftType("Bool")
    case .day: SwiftType("DateComponents", as: "day")
    case .uuidBytes: SwiftType("UUID", as: "blob")
    case .integer(let bits): SwiftType("Int\(bits)")
    case .unsignedInteger(let bits): SwiftType("UInt\(bits)")
    default: nil
    }
  }

  // MARK: Types from names

  /// Whether the declared type, the name or the default of a column suggests that it stores times.
  static func meansTime(_ name: String, _ declaredType: String, _ defaultExpression: String?) -> Bool {
    isTime(declaredType.uppercased()) || namesTime(Words.split(name))
      || [.timestamp, .iso8601Milliseconds].contains(defaultExpression.flatMap(Clock.init))
  }

  /// Whether a default is the current time, in any form.
  static func isClock(_ defaultExpression: String) -> Bool { Clock(defaultExpression) != nil }

  private static func isTime(_ declared: String) -> Bool { declared.hasPrefix("DATE") || declared.hasPrefix("TIME") }

  private static func namesTime(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    let known: Set<String> = [
      "at", "date", "time", "datetime", "timestamp", "day", "birthday", "created", "updated", "modified", "deleted",
      "expires", "since", "until", "due", "start", "end", "deadline",
    ]
    return known.contains(last) || (words.count > 1 && last == "on")
      || words.contains { ["date", "datetime", "timestamp"].contains($0) }
  }

  private static func namesUUID(_ words: [String], _ declared: String) -> Bool {
    declared.contains("UUID") || declared.contains("GUID") || words.contains { ["uuid", "guid", "id"].contains($0) }
  }

  /// Whether a declared type is for decimal numbers.
  private static func isDecimal(_ declared: String) -> Bool {
    ["DECIMAL", "NUMERIC", "MONEY", "NUMBER", "CURRENCY"].contains(where: declared.hasPrefix)
  }

  private static func isFractional(_ declared: String) -> Bool {
    guard isDecimal(declared) else { return false }
    // 'NUMERIC(10)' is a decimal type without a fraction.
    return !declared.contains("(")
      || (declared.contains(",") && declared.split(separator: ",").last?.first { $0 != " " } != "0")
  }
}

/// A default with the insertion time shows how a column stores dates, even if there are no rows yet.
private enum Clock {
  case timestamp, iso8601Milliseconds, day, seconds, milliseconds, julianDay, referenceDate

  init?(_ expression: String) {
    var tokens = SQLLexer.tokens(of: expression)[...]
    while tokens.first?.is("(") == true, tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1 {
      tokens = tokens.dropFirst().dropLast()
    }
    switch tokens.map(\.text).joined() {
    case "current_timestamp", "datetime('now')", "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f','now'),'0'),'.')":
      self = .timestamp
    case "strftime('%Y-%m-%d %H:%M:%f','now')": self = .iso8601Milliseconds
    case "current_date", "date('now')": self = .day
    case "strftime('%s','now')", "cast(strftime('%s','now')asinteger)", "cast(strftime('%s','now')asint)",
      "unixepoch()",
      "unixepoch('now')":
      self = .seconds
    case "cast(round((julianday('now')-2440587.5)*86400000.0)asinteger)": self = .milliseconds
    case "julianday('now')", "julianday()": self = .julianDay
    case "round((julianday('now')-2451910.5)*86400000.0)/1000.0": self = .referenceDate
    default: return nil
    }
  }

  var type: SwiftType {
    switch self {
    case .timestamp: SwiftType("Date")
    case .iso8601Milliseconds: SwiftType("Date", as: "iso8601Milliseconds")
    case .day: SwiftType("DateComponents", as: "day")
    case .seconds: SwiftType("Date", as: "unixSeconds")
    case .milliseconds: SwiftType("Date", as: "unixMilliseconds")
    case .julianDay: SwiftType("Date", as: "julianDay")
    case .referenceDate: SwiftType("Date", as: "referenceDate")
    }
  }
}
