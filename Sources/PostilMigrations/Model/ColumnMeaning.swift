import PostilEvolution
import PostilSQL
import PostilSchema

/// The type of a column's values, and how certain it is.
struct ColumnMeaning: Hashable {
  var type: ColumnType
  /// Whether the models, a migration or a check determine the type. Otherwise, it is only the type that SQLite stores.
  var isKnown: Bool
  /// Whether the table's SQL determines the type, by a check or a collation.
  var isInSQL = false
  /// The storage classes of its values, starting with the preferred one.
  var storages: [ValueStorage]
  /// Whether the column has no preferred storage class, so that values of any class may be intended.
  var isMixed = false

  /// Whether a check rejects values that can't be read as the type. A collation doesn't.
  var isChecked: Bool { isInSQL && type != .decimal }
}

/// The storage class of a value, as returned by `typeof`.
///
/// Source: SQLite, "Datatypes In SQLite", section 2 (storage classes).
enum ValueStorage: String, CaseIterable {
  case integer, real, text, blob

  /// The type of a column if nothing else is known.
  var plainType: ColumnType {
    switch self {
    case .integer: .integer(bits: 64)
    case .real: .real(bits: 64)
    case .text: .text
    case .blob: .bytes
    }
  }
}

extension SchemaShape {
  /// The meaning of a column: from the models, otherwise from its type and checks.
  func meaning(of column: NormalizedDefinition.Column, in table: TableShape) -> ColumnMeaning {
    let declared = DeclaredStorage(
      column.declaredType, isStrict: table.table.isStrict || table.isRowID(column.name.foldedName))
    let model = modelColumn(table.name, column.name)
    let isWritten = model != nil && self.model(table.name)?.statement == nil
    let written = isWritten ? nil : TypeCheck.type(of: column, in: table)
    let isInSQL =
      written.map { model == nil || model?.type == $0 }
      ?? model.map { isWritten && $0.isInSQL } ?? false
    let type = model?.type ?? written ?? declared.type
    let storages = isInSQL && type == .unsignedInteger(bits: 64) ? type.storages : declared.storages
    return ColumnMeaning(
      type: type, isKnown: model != nil || written != nil, isInSQL: isInSQL, storages: storages,
      isMixed: declared.isMixed)
  }
}

extension Column {
  /// Whether the SQL that Postil writes shows the type, by a check or a collation.
  var isInSQL: Bool {
    SQLiteColumnType.check(of: self, in: "") != nil
      || (type == .decimal && (collation ?? "decimal").lowercased() == "decimal")
  }
}

/// The information in the declared type of a column.
///
/// Source: SQLite, "Datatypes In SQLite", section 3.1 (determination of column affinity); "STRICT Tables", section 2.
struct DeclaredStorage {
  /// The type if nothing else is known.
  var type: ColumnType
  var storages: [ValueStorage]
  var isMixed = false

  init(_ declaredType: String, isStrict: Bool) {
    let name = declaredType.lowercased()
    func mentions(_ parts: String...) -> Bool { parts.contains { name.contains($0) } }
    if isStrict, name == "any" {
      (type, storages) = (.unsignedInteger(bits: 64), ValueStorage.allCases)
    } else if mentions("int") {
      (type, storages) = (.integer(bits: 64), [.integer, .real, .text, .blob])
    } else if mentions("char", "clob", "text") {
      (type, storages) = (.text, [.text, .blob])
    } else if name.isEmpty || mentions("blob") {
      (type, storages, isMixed) = (.bytes, [.blob, .integer, .real, .text], true)
    } else if mentions("real", "floa", "doub") {
      (type, storages) = (.real(bits: 64), [.real, .text, .blob])
    } else {
      (type, storages, isMixed) = (.real(bits: 64), [.integer, .real, .text, .blob], true)
    }
    if isStrict, name != "any" { (storages, isMixed) = ([storages[0]], false) }
  }
}

/// The checks that limit a column to the values of its type, in the form that the DDL uses.
enum TypeCheck {
  /// The type that the checks or the collation of a column imply; `nil` if they imply none.
  static func type(of column: NormalizedDefinition.Column, in table: TableShape) -> ColumnType? {
    let checks = table.definition.constraints.lazy.filter { $0.kind == .check }
    return checks.compactMap { type($0, of: column.name) }.first
      ?? (column.collation?.lowercased() == "decimal" ? .decimal : nil)
  }

  /// The type that a check implies; `nil` if it is another kind of check, or is about another column.
  static func type(_ check: NormalizedDefinition.Constraint, of column: String) -> ColumnType? {
    guard let words = words(check, of: column), let type = types[words] else { return nil }
    // The same check with a user's name belongs to an enum with two cases.
    return type != .boolean || check.name?.contains("_range") ?? true ? type : nil
  }

  /// The types by the checks that the DDL writes for them.
  private static let types: [String: ColumnType] = {
    let columns = (ColumnType.all + [.integer(bits: 62)]).flatMap { type in
      [true, false].map { Column(name: "#", type: type, isNullable: $0) }
    }
    let checks = columns.compactMap { column in
      SQLiteColumnType.check(of: column, in: "").map {
        (words(SQLLexer.tokens(of: $0.expression)[...], "#"), column.type)
      }
    }
    return Dictionary(checks, uniquingKeysWith: { first, _ in first })
  }()

  /// The check with `#` in place of the column.
  private static func words(_ check: NormalizedDefinition.Constraint, of column: String) -> String? {
    guard check.kind == .check, check.tokens.count > 3 else { return nil }
    let inner = check.tokens.dropFirst(2).dropLast()
    guard inner.contains(where: { $0.text == SQLText.token(column) }) else { return nil }
    return words(inner, column)
  }

  private static func words(_ tokens: ArraySlice<SQLToken>, _ column: String) -> String {
    tokens.map { $0.text == SQLText.token(column) ? "#" : $0.text }.joined(separator: " ")
  }

  /// Whether every row that satisfies `old` satisfies `new`. Both are checks of one column, and `new` is at least as permissive.
  static func isImplied(
    _ new: NormalizedDefinition.Constraint, by old: NormalizedDefinition.Constraint, column: String, formerly: String
  ) -> Bool {
    if let type = Self.type(new, of: column), let former = Self.type(old, of: formerly) {
      return type == former || StoredForm.isReadable(everyValueOf: former, as: type)
    }
    if let digits = Self.digits(new, of: column), let former = Self.digits(old, of: formerly) {
      return former.fits(in: digits)
    }
    guard let values = values(new, of: column), let formerValues = self.values(old, of: formerly) else { return false }
    return formerValues.isSubset(of: values)
  }

  private static func digits(_ check: NormalizedDefinition.Constraint, of column: String) -> DecimalDigits? {
    check.kind == .check ? DecimalDigits(check: check.tokens.dropFirst(2).dropLast(), of: column) : nil
  }

  /// The literals in a check `column IN (1, 2, 3)`, in a comparable form; `nil` for any other check.
  static func values(_ check: NormalizedDefinition.Constraint, of column: String) -> Set<[UInt8]>? {
    orderedValues(check, of: column).map { Set($0.map { Array($0.utf8) }) }
  }

  /// The same literals in order, each in the form of its tokens.
  static func orderedValues(_ check: NormalizedDefinition.Constraint, of column: String) -> [String]? {
    let inner = check.tokens.dropFirst(2).dropLast()
    guard words(check, of: column)?.hasPrefix("# in (") == true, inner.count > 4,
      inner.closing(of: inner.startIndex + 2) == inner.endIndex - 1
    else { return nil }
    return inner.dropFirst(3).dropLast().splitAtCommas.map(\.meaning)
  }
}
