import PostilCatalog
import PostilCompiler
import PostilSchema

/// What a column holds, from its declared type, its checks, its name and the rows that are there.
///
/// A type is taken only where every value that was looked at is one of it, and would be written back as the same value.
struct TypeGuess {
  var type: SwiftType
  /// What to tell people of it.
  var remark: String?
  /// Whether there are values that no type of a column takes together.
  var isMixed = false

  init(_ type: SwiftType, remark: String? = nil, isMixed: Bool = false) {
    self.type = type
    self.remark = remark
    self.isMixed = isMixed
  }

  /// - Parameters:
  ///   - declaredType: as it is written in the table, empty for none; that of no column for the result of a view.
  ///   - checked: the type whose check the table has for the column.
  init(
    name: String, declaredType: String, isStrict: Bool, collation: String?, checked: ColumnType?,
    defaultExpression: String? = nil, sample: ColumnSample
  ) {
    let declared = declaredType.uppercased()
    let words = Words.split(name)
    if let checked, let type = Self.swiftType(of: checked), Self.holds(checked, sample) {
      self.init(type)
      return
    }
    if let clock = defaultExpression.flatMap(Clock.init), clock.holds(sample) {
      self.init(clock.type)
      return
    }
    let affinity = isStrict && declared == "ANY" ? .blob : ColumnAffinity(declared)
    if sample.values == 0 {
      self.init(Self.type(ofEmpty: declared, affinity, words, collation: collation))
    } else if sample.isAll(sample.integers) {
      self.init(Self.type(ofIntegers: sample, declared, affinity, words))
    } else if sample.isAll(sample.integers + sample.reals) {
      self.init(SwiftType("Double"))
    } else if sample.isAll(sample.texts) {
      let type = Self.type(ofTexts: sample, declared, words, collation: collation)
      let isNumeric = [.numeric, .integer, .real].contains(affinity) && type.text == "String"
      self.init(
        type,
        remark: isNumeric
          ? "the column '\(name)' is declared '\(declaredType)', which to SQLite is a number: a text of digits alone becomes "
            + "one, and cannot be read as 'String' then" : nil)
    } else if sample.isAll(sample.blobs) {
      let isUUID = sample.isAll(sample.blobsOf16) && Self.namesUUID(words, declared)
      self.init(isUUID ? SwiftType("UUID", as: "blob") : SwiftType("Data"))
    } else {
      self.init(
        Self.type(ofMost: sample),
        remark:
          "the column '\(name)' holds values of several kinds (\(Self.kinds(sample))), which no one type of Swift reads",
        isMixed: true)
    }
  }

  // MARK: Where all values are of one kind

  private static func type(
    ofIntegers sample: ColumnSample, _ declared: String, _ affinity: ColumnAffinity, _ words: [String]
  ) -> SwiftType {
    let (least, greatest) = (sample.leastInteger ?? 0, sample.greatestInteger ?? 0)
    if least >= 0, greatest <= 1,
      declared.hasPrefix("BOOL") || declared == "BIT"
        || ["is", "has", "can", "should", "was"].contains(words.first ?? "")
    {
      return SwiftType("Bool")
    }
    if isTime(declared) || namesTime(words) {
      // The years 1973 to 2286, in seconds and in milliseconds.
      if least >= 100_000_000, greatest < 10_000_000_000 { return SwiftType("Date", as: "unixSeconds") }
      if least >= 100_000_000_000, greatest < 10_000_000_000_000 { return SwiftType("Date", as: "unixMilliseconds") }
    }
    return affinity == .numeric && isFractional(declared) ? SwiftType("Double") : SwiftType("Int")
  }

  private static func type(
    ofTexts sample: ColumnSample, _ declared: String, _ words: [String], collation: String?
  ) -> SwiftType {
    if collation?.lowercased() == "decimal" { return SwiftType("Decimal") }
    if isTime(declared) || namesTime(words) {
      if sample.isAll(sample.timestamps) { return SwiftType("Date") }
      if sample.isAll(sample.days) { return SwiftType("DateComponents", as: "day") }
    }
    if sample.isAll(sample.uuids), namesUUID(words, declared) { return SwiftType("UUID") }
    return SwiftType("String")
  }

  /// Without a row the declared type is all that there is.
  private static func type(
    ofEmpty declared: String, _ affinity: ColumnAffinity, _ words: [String], collation: String?
  ) -> SwiftType {
    if declared.hasPrefix("BOOL") { return SwiftType("Bool") }
    if affinity != .integer {
      if declared.hasPrefix("DATETIME") || declared.hasPrefix("TIMESTAMP") { return SwiftType("Date") }
      if declared == "DATE" { return SwiftType("DateComponents", as: "day") }
    }
    switch affinity {
    case .integer: return SwiftType("Int")
    case .real: return SwiftType("Double")
    case .text: return collation?.lowercased() == "decimal" ? SwiftType("Decimal") : SwiftType("String")
    case .blob: return SwiftType(declared.isEmpty || declared == "ANY" ? "String" : "Data")
    case .numeric: return isFractional(declared) ? SwiftType("Double") : SwiftType("String")
    }
  }

  private static func type(ofMost sample: ColumnSample) -> SwiftType {
    let kinds = [(sample.texts, "String"), (sample.integers, "Int"), (sample.reals, "Double"), (sample.blobs, "Data")]
    return SwiftType(kinds.max { $0.0 < $1.0 }?.1 ?? "String")
  }

  private static func kinds(_ sample: ColumnSample) -> String {
    [(sample.integers, "INTEGER"), (sample.reals, "REAL"), (sample.texts, "TEXT"), (sample.blobs, "BLOB")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  // MARK: What a check says

  /// The Swift type that a column with that check is made of.
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

  private static func holds(_ checked: ColumnType, _ sample: ColumnSample) -> Bool {
    switch checked {
    case .day: sample.values == sample.days
    case .uuidBytes: sample.values == sample.blobsOf16
    case .unsignedInteger(bits: 64): true
    default: sample.values == sample.integers
    }
  }

  // MARK: What a name says

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

  private static func isFractional(_ declared: String) -> Bool {
    guard ["DECIMAL", "NUMERIC", "MONEY", "NUMBER"].contains(where: declared.hasPrefix) else { return false }
    // 'NUMERIC(10)' is one without a fraction.
    return !declared.contains("(")
      || (declared.contains(",") && declared.split(separator: ",").last?.first { $0 != " " } != "0")
  }
}

/// A default that is the time of the insert says in which form a column holds dates, also where there is no row yet.
private enum Clock {
  case timestamp, day, seconds, milliseconds, julianDay

  init?(_ expression: String) {
    var tokens = SQLTokens(expression).tokens[...]
    while tokens.first?.is("(") == true, tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1 {
      tokens = tokens.dropFirst().dropLast()
    }
    switch tokens.map(\.text).joined() {
    case "current_timestamp", "datetime('now')", "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f','now'),'0'),'.')":
      self = .timestamp
    case "current_date", "date('now')": self = .day
    case "strftime('%s','now')", "cast(strftime('%s','now')asinteger)", "cast(strftime('%s','now')asint)",
      "unixepoch()",
      "unixepoch('now')":
      self = .seconds
    case "cast(round((julianday('now')-2440587.5)*86400000.0)asinteger)": self = .milliseconds
    case "julianday('now')", "julianday()": self = .julianDay
    default: return nil
    }
  }

  var type: SwiftType {
    switch self {
    case .timestamp: SwiftType("Date")
    case .day: SwiftType("DateComponents", as: "day")
    case .seconds: SwiftType("Date", as: "unixSeconds")
    case .milliseconds: SwiftType("Date", as: "unixMilliseconds")
    case .julianDay: SwiftType("Date", as: "julianDay")
    }
  }

  /// Whether every value is one of that form.
  func holds(_ sample: ColumnSample) -> Bool {
    switch self {
    case .timestamp: sample.values == sample.timestamps
    case .day: sample.values == sample.days
    case .seconds, .milliseconds: sample.values == sample.integers
    case .julianDay: sample.values == sample.reals
    }
  }
}
