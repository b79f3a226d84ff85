import PostilCatalog
import PostilSchema

/// What a column holds, and how sure that is.
struct ColumnMeaning: Hashable {
  var type: ColumnType
  /// Whether the models say so, or a check that nothing else has; else the type is what SQLite stores, and no more.
  var isKnown: Bool
}

extension Side {
  /// What a column holds: as the models say, else as its type and checks tell.
  func meaning(of column: SeparatedDefinition.Column, in table: TableShape) -> ColumnMeaning {
    if let model = modelColumn(table.name, column.name) { return ColumnMeaning(type: model.type, isKnown: true) }
    let checks = table.definition.constraints.filter { $0.kind == .check }
    for check in checks {
      if let type = TypeCheck.type(check, of: column.name) { return ColumnMeaning(type: type, isKnown: true) }
    }
    let type = column.declaredType.lowercased()
    if column.collation?.lowercased() == "decimal" { return ColumnMeaning(type: .decimal, isKnown: true) }
    if type == "any" { return ColumnMeaning(type: .unsignedInteger(bits: 64), isKnown: false) }
    // Source: SQLite, "Datatypes In SQLite", section 3.1 (determination of column affinity).
    if type.contains("int") { return ColumnMeaning(type: .integer(bits: 64), isKnown: false) }
    if ["char", "clob", "text"].contains(where: type.contains) { return ColumnMeaning(type: .text, isKnown: false) }
    if type.contains("blob") || type.isEmpty { return ColumnMeaning(type: .bytes, isKnown: false) }
    if ["real", "floa", "doub"].contains(where: type.contains) {
      return ColumnMeaning(type: .real(bits: 64), isKnown: false)
    }
    return ColumnMeaning(type: .real(bits: 64), isKnown: false)
  }
}

/// The checks that keep a column within what its type means, as the DDL writes them.
enum TypeCheck {
  /// The type that a check tells of; `nil` where it is no such check, or one of another column.
  static func type(_ check: SeparatedDefinition.Constraint, of column: String) -> ColumnType? {
    guard let words = words(check, of: column) else { return nil }
    // The same check, under the name of those that people write, is that of an enum with two cases.
    if words == "# in ( 0 , 1 )" { return check.name?.contains("_range") ?? true ? .boolean : nil }
    if words == "# is date ( # , '+0 days' )" { return .day }
    if words == "json_valid ( # )" || words == "# is null or json_valid ( # )" { return .json }
    if words == "length ( # ) = 16" { return .uuidBytes }
    if words.hasPrefix("case typeof ( # ) when 'integer' then # > = 0 when 'text'") {
      return .unsignedInteger(bits: 64)
    }
    let parts = words.split(separator: " ")
    if words.hasPrefix("length ( # ) % "), words.hasSuffix(" = 0"), parts.count == 8, let bytes = Int(parts[5]) {
      return .packed(elementBytes: bytes)
    }
    guard let (low, high) = range(words) else { return nil }
    for bits in [8, 16, 32, 62] {
      let bound = Int64(1) << Int64(bits - 1)
      if low == -bound, high == bound - 1 { return .integer(bits: bits) }
      if bits < 62, low == 0, high == (Int64(1) << Int64(bits)) - 1 { return .unsignedInteger(bits: bits) }
    }
    return nil
  }

  /// The check with `#` for the column.
  private static func words(_ check: SeparatedDefinition.Constraint, of column: String) -> String? {
    guard check.kind == .check, check.tokens.count > 3 else { return nil }
    let name = Name.token(column)
    let inner = check.tokens.dropFirst(2).dropLast()
    guard inner.contains(where: { $0.text == name }) else { return nil }
    return inner.map { $0.text == name ? "#" : $0.text }.joined(separator: " ")
  }

  /// `# between -128 and 127`
  private static func range(_ words: String) -> (Int64, Int64)? {
    let parts = words.split(separator: " ")
    guard parts.count > 4, parts[0] == "#", parts[1] == "between", let and = parts.firstIndex(of: "and"),
      let low = Int64(parts[2..<and].joined()), let high = Int64(parts[(and + 1)...].joined())
    else { return nil }
    return (low, high)
  }

  /// Whether every row that passes `old` passes `new`: both are over one column, and `new` takes as much or more.
  static func isImplied(
    _ new: SeparatedDefinition.Constraint, by old: SeparatedDefinition.Constraint, column: String, formerly: String
  ) -> Bool {
    guard let words = words(new, of: column), let former = self.words(old, of: formerly) else { return false }
    if words == former || words == "# is null or \(former)" { return true }
    if let range = range(words), let formerRange = self.range(former) {
      return range.0 <= formerRange.0 && range.1 >= formerRange.1
    }
    if let range = range(words), former == "# in ( 0 , 1 )" { return range.0 <= 0 && range.1 >= 1 }
    guard let values = values(new, of: column), let formerValues = self.values(old, of: formerly) else { return false }
    return formerValues.isSubset(of: values)
  }

  /// The literals that a check `column IN (1, 2, 3)` lists, as they are compared; `nil` for any other check.
  static func values(_ check: SeparatedDefinition.Constraint, of column: String) -> Set<[UInt8]>? {
    orderedValues(check, of: column).map { Set($0.map { Array($0.utf8) }) }
  }

  /// The same literals in their order, each as its tokens mean.
  static func orderedValues(_ check: SeparatedDefinition.Constraint, of column: String) -> [String]? {
    let inner = check.tokens.dropFirst(2).dropLast()
    guard words(check, of: column)?.hasPrefix("# in (") == true, inner.count > 4,
      inner.closing(of: inner.startIndex + 2) == inner.endIndex - 1
    else { return nil }
    return inner.dropFirst(3).dropLast().splitAtCommas.map(\.meaning)
  }
}
