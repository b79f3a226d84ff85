import PostilSchema

/// The conversion of a column's values to another type, as SQL over `value`. ``ConversionTable`` contains those of all types.
///
/// After a conversion, every value has the same meaning, or ``failure`` or ``loss`` is true for it.
struct Conversion: Hashable {
  /// The new value; meaningless if ``failure`` is true.
  var expression: String
  /// Whether a value other than `NULL` can't be converted; `nil` if all values can.
  var failure: String?
  /// Whether the new value contains less information than the old one; `nil` if this never happens.
  var loss: String?
  /// Whether the value is unchanged.
  var isIdentity = false

  init(_ expression: String, failure: String? = nil, loss: String? = nil, isIdentity: Bool = false) {
    self.expression = expression
    self.failure = failure
    self.loss = loss
    self.isIdentity = isIdentity
  }

  /// No value of the old type has a meaning in the new one.
  static let none = Conversion("NULL", failure: "1")

  /// The conversion of `value` from one column to another.
  static func from(_ old: ColumnMeaning, to new: ColumnMeaning, value: String) -> Conversion {
    // If nothing records the meaning of a number or a text, it is assumed to be that of the new type.
    if !old.isKnown, old.storages == new.storages, !new.isInSQL { return Conversion(value, isIdentity: true) }
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

  /// The assumed type of the old values if nothing records it.
  static func assumed(_ old: ColumnMeaning, for new: ColumnMeaning) -> ColumnType {
    let branches = Self.branches(old, for: new.type)
    return branches.count == 1 ? branches[0].type : branches.isEmpty ? old.type : new.type
  }

  // MARK: - what the old values are

  /// The storage classes of the old column whose values can be converted, each with its assumed type.
  private static func branches(
    _ old: ColumnMeaning, for new: ColumnType
  ) -> [(storages: [ValueStorage], type: ColumnType)] {
    if old.isKnown { return [(old.type.storages, named(by: old.type, for: new))] }
    guard old.isMixed else { return [([old.storages[0]], assumed(old.type, for: new))] }
    // The storage class of each value limits its meaning. SQLite's own functions read any number as a Julian day, but
    // few columns store those, so a number is only converted to types with the same unit.
    return ValueStorage.allCases.filter(old.storages.contains).compactMap { storage in
      let type = storage == .real ? .real(bits: 64) : assumed(storage.plainType, for: new)
      return ofTypes(type, to: new, value: "x") == .none ? nil : ([storage], type)
    }
  }

  /// The meaning of a text, if the new type is another form of it.
  private static func named(by old: ColumnType, for new: ColumnType) -> ColumnType {
    switch (old, new) {
    case (.text, .unixSeconds), (.text, .unixMilliseconds), (.text, .julianDay), (.text, .day): .timestamp
    case (.text, .referenceDate): .timestamp
    case (.text, .uuidBytes): .uuid
    default: old
    }
  }

  /// The meaning that values of a plain type must have for a conversion to be meaningful.
  private static func assumed(_ old: ColumnType, for new: ColumnType) -> ColumnType {
    switch (old, new) {
    case (.real, .timestamp), (.real, .iso8601Milliseconds), (.real, .unixSeconds), (.real, .unixMilliseconds),
      (.real, .day):
      .julianDay
    case (.real, .julianDay): .julianDay
    case (.integer, .unixSeconds): .unixSeconds
    case (.integer, .unixMilliseconds): .unixMilliseconds
    case (.bytes, .uuid): .uuidBytes
    default: named(by: old, for: new)
    }
  }

  // MARK: - conversions with their failures

  /// The conversion of a column's values, of type `type`, to the new column.
  private static func of(
    _ old: ColumnMeaning, as type: ColumnType, in storages: [ValueStorage], to new: ColumnMeaning, value: String
  ) -> Conversion {
    var conversion = ofTypes(type, to: new.type, value: value)
    if conversion == .none { return .none }
    // If the type is unchanged, a conversion can only fail if the new column allows fewer values.
    let isSame = old.isKnown && type == new.type && conversion.isIdentity
    if isSame, old.storages == new.storages { return conversion }
    var failures: [String?] = []
    if !Set(old.storages).isSubset(of: storages) {
      let list = storages.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      failures.append(storages.count == 1 ? "typeof(\(value)) <> \(list)" : "typeof(\(value)) NOT IN (\(list))")
    }
    if !conversion.isIdentity, !(old.isInSQL && old.type == type) {
      failures.append(StoredForm.unreadable(value, as: type))
    }
    failures.append(conversion.failure)
    // A check of the new column has a separate finding.
    if !isSame, !new.isChecked, conversion.isIdentity || new.type.isBounded,
      !(old.isKnown && StoredForm.isReadable(everyValueOf: type, as: new.type))
    {
      failures.append(StoredForm.unreadable(conversion.expression, as: new.type))
    }
    conversion.failure = any(failures)
    return conversion
  }

  /// Converts a value depending on its storage class.
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

  /// Whether any of the conditions is true.
  static func any(_ conditions: [String?]) -> String? {
    let conditions = conditions.compactMap(\.self).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return conditions.count < 2 ? conditions.first : conditions.map { "(\($0))" }.joined(separator: " OR ")
  }

  /// The conversion of `value`, which is a valid value of the old type.
  private static func ofTypes(_ old: ColumnType, to new: ColumnType, value: String) -> Conversion {
    ConversionTable(old: old, new: new, value: value, type: "").row?.sqlite ?? .none
  }
}
