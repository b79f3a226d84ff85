import PostilSchema

/// How the values of a column become those of another type, in SQL over `value`.
///
/// | from | to | how |
/// |---|---|---|
/// | text | numbers | text written like a number; any other text can't be converted |
/// | text, a point in time | seconds, milliseconds, Julian day, reference date, day | SQLite's date functions |
/// | seconds, milliseconds, Julian day, reference date | each other, text, day | arithmetic and date functions |
/// | numbers | text, decimal | as SQLite writes them |
/// | UUID text | 16 bytes, and back | its digits |
///
/// Every value either means the same afterwards or is found by ``failure`` or ``loss``.
///
/// Source: SQLite, "SQL Language Expressions", section "CAST expressions"; "Date And Time Functions".
struct Conversion: Hashable {
  /// The new value; meaningless where ``failure`` holds.
  var expression: String
  /// Whether a value that is not `NULL` can't be converted; `nil` where all can.
  var failure: String?
  /// Whether the new value says less than the old; `nil` where none does.
  var loss: String?
  /// Whether the value stays as it is.
  var isIdentity = false

  init(_ expression: String, failure: String? = nil, loss: String? = nil, isIdentity: Bool = false) {
    self.expression = expression
    self.failure = failure
    self.loss = loss
    self.isIdentity = isIdentity
  }

  /// No value of the old type has a meaning in the new one.
  static let none = Conversion("NULL", failure: "1")

  /// How `value` of one column becomes one of another.
  static func from(_ old: ColumnMeaning, to new: ColumnMeaning, value: String) -> Conversion {
    // What a number or a text means isn't known where nothing records it: then it is what the new type means.
    if !old.isKnown, old.storages == new.storages, !new.isTold { return Conversion(value, isIdentity: true) }
    let branches = Self.branches(old, for: new.type)
    guard branches.count > 1 else {
      return branches.first.map { of(old, as: $0.type, in: $0.storages, to: new, value: value) } ?? .none
    }
    return ofEach(
      branches.map { storages, type in
        var part = old
        part.storages = storages
        return (storages, of(part, as: type, in: storages, to: new, value: value))
      }, value)
  }

  /// What the old values are taken for where nothing records what they are.
  static func assumed(_ old: ColumnMeaning, for new: ColumnMeaning) -> ColumnType {
    let branches = Self.branches(old, for: new.type)
    return branches.count == 1 ? branches[0].type : branches.isEmpty ? old.type : new.type
  }

  // MARK: - what the old values are

  /// The storage classes of the old column whose values can be converted, each with the type that they are taken for.
  private static func branches(
    _ old: ColumnMeaning, for new: ColumnType
  ) -> [(storages: [ValueStorage], type: ColumnType)] {
    if old.isKnown { return [(old.type.storages, named(by: old.type, for: new))] }
    guard old.isMixed else { return [([old.storages[0]], assumed(old.type, for: new))] }
    // Each value says by its storage class what it can be. SQLite's own functions read any number as a Julian day, but few
    // columns hold these: a number is converted to what counts in the same way alone.
    return ValueStorage.allCases.filter(old.storages.contains).compactMap { storage in
      let type = storage == .real ? .real(bits: 64) : assumed(storage.plainType, for: new)
      return ofTypes(type, to: new, value: "x") == .none ? nil : ([storage], type)
    }
  }

  /// What a text names, where the new type is another form of that.
  private static func named(by old: ColumnType, for new: ColumnType) -> ColumnType {
    switch (old, new) {
    case (.text, .unixSeconds), (.text, .unixMilliseconds), (.text, .julianDay), (.text, .day): .timestamp
    case (.text, .referenceDate): .timestamp
    case (.text, .uuidBytes): .uuid
    default: old
    }
  }

  /// What values of a plain type must mean for a conversion to make sense.
  private static func assumed(_ old: ColumnType, for new: ColumnType) -> ColumnType {
    switch (old, new) {
    case (.text, .timestamp): .timestamp
    case (.text, .uuid): .uuid
    case (.real, .timestamp), (.real, .unixSeconds), (.real, .unixMilliseconds), (.real, .day): .julianDay
    case (.real, .julianDay): .julianDay
    case (.integer, .unixSeconds): .unixSeconds
    case (.integer, .unixMilliseconds): .unixMilliseconds
    case (.bytes, .uuid): .uuidBytes
    default: named(by: old, for: new)
    }
  }

  // MARK: - conversions with everything that can go wrong

  /// How values of a column, those of `type`, become the new column's.
  private static func of(
    _ old: ColumnMeaning, as type: ColumnType, in storages: [ValueStorage], to new: ColumnMeaning, value: String
  ) -> Conversion {
    var conversion = ofTypes(type, to: new.type, value: value)
    if conversion == .none { return .none }
    // Without a change of type nothing is asked, except where the new column takes less than the old.
    let isSame = old.isKnown && type == new.type && conversion.isIdentity
    if isSame, old.storages == new.storages { return conversion }
    var failures: [String?] = []
    if !Set(old.storages).isSubset(of: storages) {
      let list = storages.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      failures.append(storages.count == 1 ? "typeof(\(value)) <> \(list)" : "typeof(\(value)) NOT IN (\(list))")
    }
    if !conversion.isIdentity, !(old.isTold && old.type == type) {
      failures.append(StoredForm.unreadable(value, as: type))
    }
    failures.append(conversion.failure)
    // A check of the new column is asked about by itself.
    if !isSame, !new.isChecked, conversion.isIdentity || new.type.isBounded,
      !(old.isKnown && StoredForm.isReadable(everyValueOf: type, as: new.type))
    {
      failures.append(StoredForm.unreadable(conversion.expression, as: new.type))
    }
    conversion.failure = any(failures)
    return conversion
  }

  /// A value is converted by its storage class.
  private static func ofEach(_ branches: [([ValueStorage], Conversion)], _ value: String) -> Conversion {
    func cases(_ part: (Conversion) -> String?, otherwise: String) -> String? {
      let parts = branches.flatMap { storages, conversion in
        storages.compactMap { storage in part(conversion).map { "WHEN '\(storage.rawValue)' THEN \($0)" } }
      }
      return parts.isEmpty ? nil : "CASE typeof(\(value)) \(parts.joined(separator: " ")) ELSE \(otherwise) END"
    }
    let storages = branches.flatMap(\.0).map { "'\($0.rawValue)'" }
    let isOther =
      storages.count == ValueStorage.allCases.count
      ? nil : "typeof(\(value)) NOT IN (\(storages.joined(separator: ", ")))"
    return Conversion(
      cases({ $0.isIdentity ? nil : $0.expression }, otherwise: value) ?? value,
      failure: any([isOther, cases(\.failure, otherwise: "0")]), loss: cases(\.loss, otherwise: "0"),
      isIdentity: branches.allSatisfy(\.1.isIdentity))
  }

  /// Whether any of the conditions holds.
  static func any(_ conditions: [String?]) -> String? {
    let conditions = conditions.compactMap(\.self)
    return conditions.count < 2 ? conditions.first : conditions.map { "(\($0))" }.joined(separator: " OR ")
  }

  // MARK: - types

  /// How `value` of one type becomes one of another; it is readable as the old.
  private static func ofTypes(_ old: ColumnType, to new: ColumnType, value: String) -> Conversion {
    let identity = Conversion(value, isIdentity: true)
    if old == new { return identity }
    let to = Family(new)
    let from = Family(old)
    // Numbers of another length are other numbers; there are none in an empty blob.
    if from == .packed, to == .packed { return Conversion(value, failure: "length(\(value)) > 0", isIdentity: true) }
    if from == to { return identity }
    switch (from, to) {
    case (_, .any): return identity
    // A number without a unit is what the new type counts.
    case (.real, .referenceDate), (.referenceDate, .real): return identity
    case (.integer, .referenceDate): return Conversion("CAST(\(value) AS REAL)")
    case (.integer, .duration), (.duration, .integer), (.integer, .seconds), (.integer, .milliseconds): return identity
    case (.seconds, .integer), (.milliseconds, .integer), (.real, .julianDay), (.julianDay, .real): return identity
    case (.text, .json), (.json, .text), (.decimal, .text), (.decimal, .json), (.uuidText, .json): return identity
    case (.text, .uuidText), (.uuidText, .text), (.text, .timestamp), (.timestamp, .text): return identity
    case (.timestamp, .json), (.day, .text): return identity
    case (.uuidBytes, .bytes), (.bytes, .uuidBytes), (.float, .real): return identity
    case (.packed, .bytes), (.bytes, .packed): return identity
    // A number of 64 bits holds every integer of 32.
    case (.integer, .real) where old.isBounded: return Conversion("CAST(\(value) AS REAL)")
    case (.uuidText, .uuidBytes): return UUIDConversion.bytes(of: value)
    case (.uuidBytes, .uuidText), (.uuidBytes, .text): return UUIDConversion.text(of: value)
    case (.text, .bytes), (.json, .bytes), (.uuidText, .bytes), (.decimal, .bytes):
      return Conversion("CAST(\(value) AS BLOB)")
    case (.bytes, .text): return Conversion("CAST(\(value) AS TEXT)", failure: StoredForm.isNoText(value))
    default: break
    }
    return TimeConversion.from(from, to: to, value: value) ?? NumberConversion.from(from, to: to, value: value) ?? .none
  }

  /// Types whose values are converted alike.
  enum Family: Hashable {
    case boolean, integer, duration, wide, real, float, text, json, decimal, uuidText, uuidBytes, bytes, packed
    case timestamp, day, seconds, milliseconds, julianDay, referenceDate, any

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
