import PostilEvolution
import PostilSQL
import PostilSchema

/// A column in both schemas.
struct ColumnPair {
  var old: NormalizedDefinition.Column
  var new: NormalizedDefinition.Column
  /// The types of the old and of the new values.
  var meanings: (old: ColumnMeaning, new: ColumnMeaning)
  /// The value that replaces `NULL` if the column becomes required.
  var fill: String?
  /// The raw values that are renamed.
  var valueRenames: ValueRenames?

  var isRenamed: Bool { !old.name.isSameName(as: new.name) }
  /// Whether the column becomes required.
  var becomesRequired: Bool { new.isNotNull && !old.isNotNull }

  /// The conversion of a value, for the given column name.
  func conversion(_ value: String) -> Conversion { Conversion.from(meanings.old, to: meanings.new, value: value) }

  /// The new value, for the given column name.
  func expression(_ name: String) -> String { expression(of: SQLText.identifier(name)) }

  /// The new value, for the given SQL of the old one.
  func expression(of old: String) -> String {
    let converted = conversion(old).expression
    let value = valueRenames?.expression(converted) ?? converted
    return becomesRequired ? fill.map { "coalesce(\(value), \($0))" } ?? value : value
  }

  /// Whether values are unchanged.
  var isCopied: Bool { keepsValuesApart && valueRenames == nil }

  /// Whether distinct values stay distinct.
  var keepsValuesApart: Bool {
    conversion("x").isIdentity && !(becomesRequired && fill != nil) && valueRenames?.isUnambiguous ?? true
  }
}

/// A key whose values are made anew.
struct NewKey {
  var pair: ColumnPair
  /// The SQL of a value, another one for each row.
  var value: String
}

/// A table in both schemas, and its differences.
struct TableComparison {
  /// How a table is changed.
  enum Method {
    case none, alter, rebuild
  }

  var old: TableShape
  var new: TableShape
  var pairs: [ColumnPair]
  var added: [NormalizedDefinition.Column]
  var dropped: [NormalizedDefinition.Column]
  var addedConstraints: [NormalizedDefinition.Constraint]
  var removedConstraints: [NormalizedDefinition.Constraint]
  var changedPairs: [ColumnPair]
  var optionsDiffer: Bool
  var method = Method.none
  /// The constraints written together with an added column, by the column's key.
  var attached: [String: [NormalizedDefinition.Constraint]] = [:]
  /// The constraint changes that `ALTER TABLE` can make, in SQLite versions that support them.
  var changesConstraints = false
  var droppedChecks: [NormalizedDefinition.Constraint] = []
  var standingChecks: [NormalizedDefinition.Constraint] = []
  /// The SQL of the models' values for existing rows of an added column, by the column's key.
  var initialValues: [String: String] = [:]
  /// The references whose values change.
  var references: [ReferenceChange] = []
  /// The key for which each row gets another value, because none of the old ones can be converted.
  var newKey: NewKey?

  var isRenamed: Bool { !old.name.isSameName(as: new.name) }

  /// The columns whose values are unchanged but get a meaning that SQL doesn't record.
  var retyped: [ColumnPair] {
    pairs.filter { pair in
      let (old, new) = pair.meanings
      return old.isKnown && new.isKnown && old.type != new.type && !old.isInSQL && !new.isInSQL && pair.isCopied
        && pair.new.generation == nil && pair.old.generation == nil
    }
  }

  init(
    old: TableShape, new: TableShape, from: SchemaShape, to: SchemaShape, renames: Renames,
    engine: SQLiteVersion = .floor
  ) {
    self.old = old
    self.new = new
    pairs = []
    added = []
    for column in new.columns {
      let former = old.columns.first { renames.newColumn($0.name, of: old.name).isSameName(as: column.name) }
      guard let former else {
        added.append(column)
        continue
      }
      var pair = ColumnPair(
        old: former, new: column,
        meanings: (from.meaning(of: former, in: old), to.meaning(of: column, in: new)))
      pair.valueRenames = renames.values[old.key]?[former.name.foldedName]
      pair.fill = column.defaultText.map { "(\($0))" } ?? to.modelColumn(new.name, column.name)?.initialValue
      if pair.fill?.lowercased() == "(null)" { pair.fill = nil }
      pairs.append(pair)
    }
    let kept = Set(pairs.map { $0.old.name.foldedName })
    dropped = old.columns.filter { !kept.contains($0.name.foldedName) }
    let formerMeanings = old.definition.constraints.map { renames.meaning($0.tokens, of: old.name) }
    addedConstraints = new.definition.constraints.filter { !formerMeanings.contains($0.meaning) }
    let meanings = Set(new.definition.constraints.map(\.meaning))
    removedConstraints = zip(old.definition.constraints, formerMeanings).filter { !meanings.contains($1) }.map(\.0)
    optionsDiffer = old.options != new.options
    changedPairs = pairs.filter { pair in
      Self.meaning(pair.old, renames, of: old.name) != pair.new.meaning || pair.valueRenames != nil
        || (pair.meanings.old.isKnown && pair.meanings.new.isKnown && pair.new.generation == nil
          && !pair.conversion("x").isIdentity)
    }
    for column in added where column.generation == nil {
      initialValues[column.name.foldedName] =
        column.isNotNull && column.defaultText == nil
        ? to.modelColumn(new.name, column.name)?.initialValue ?? column.initialText : nil
    }
    method = decide(engine)
  }

  /// The meaning of a column after the renames. A generated column may be computed from renamed columns.
  private static func meaning(_ column: NormalizedDefinition.Column, _ renames: Renames, of table: String) -> String {
    guard let generation = column.generation else { return column.meaning }
    let former = generation.meaning
    let renamed = renames.meaning(generation, of: table)
    return former == renamed ? column.meaning : column.meaning.replacing(former, with: renamed)
  }

  // MARK: - choosing how

  private mutating func decide(_ engine: SQLiteVersion) -> Method {
    if added.isEmpty, dropped.isEmpty, addedConstraints.isEmpty, removedConstraints.isEmpty, changedPairs.isEmpty,
      !optionsDiffer
    {
      return .none
    }
    guard !optionsDiffer, added.allSatisfy(canBeAdded), dropped.allSatisfy(canBeDropped) else { return .rebuild }
    let stays = removedConstraints.filter { constraint in
      !dropped.contains { column in constraint.inlineColumn.map { $0.isSameName(as: column.name) } ?? false }
    }
    let stand = attachConstraints()
    if changedPairs.isEmpty, stays.isEmpty, stand.isEmpty { return .alter }
    guard engine >= .altersConstraints, changedPairs.allSatisfy(changesNotNullOnly),
      (stays + stand).allSatisfy({ $0.kind == .check && $0.name != nil })
    else { return .rebuild }
    changesConstraints = true
    droppedChecks = stays
    standingChecks = stand
    return .alter
  }

  /// Source: SQLite, test/altercons.test of version 3.53.
  private func changesNotNullOnly(_ pair: ColumnPair) -> Bool {
    var old = pair.old
    old.meaning = old.meaning.split(separator: " ").joined(separator: " ").replacing(" not null", with: "")
    // A value for existing rows belongs to a required column.
    return pair.isCopied && pair.old.initialText == nil && pair.old.isNotNull != pair.new.isNotNull && !pair.isRenamed
      && old.meaning == pair.new.meaning.replacing(" not null", with: "")
  }

  /// Assigns each new constraint to an added column.
  /// - Returns: the constraints that can't be assigned.
  private mutating func attachConstraints() -> [NormalizedDefinition.Constraint] {
    var others: [NormalizedDefinition.Constraint] = []
    for constraint in addedConstraints {
      if let column = column(for: constraint) {
        attached[column.name.foldedName, default: []].append(constraint)
      } else {
        others.append(constraint)
      }
    }
    return others
  }

  /// The added column that can be written with a constraint.
  private func column(for constraint: NormalizedDefinition.Constraint) -> NormalizedDefinition.Column? {
    switch constraint.kind {
    case .check:
      let names = constraint.tokens.nameKeys
      return added.last { names.contains($0.name.foldedName) }
    case .foreignKey:
      let columns = constraint.definition?.columns ?? []
      guard columns.count == 1 else { return nil }
      return added.first { $0.name.isSameName(as: columns[0]) && givenText($0) == nil && $0.generation == nil }
    default: return nil
    }
  }

  /// Source: SQLite, "ALTER TABLE", section 4 (ADD COLUMN).
  private func canBeAdded(_ column: NormalizedDefinition.Column) -> Bool {
    if column.generation != nil { return !column.isStored }
    guard let value = givenText(column) else { return !column.isNotNull }
    return Self.isConstant(value, canBeNull: !column.isNotNull)
  }

  /// The SQL of the value that existing rows get in an added column; `nil` for `NULL`.
  func givenText(_ column: NormalizedDefinition.Column) -> String? {
    column.defaultText ?? column.initialText ?? initialValues[column.name.foldedName]
  }

  /// Whether SQLite accepts the SQL as a constant default: a number, a text, a blob or `NULL`.
  private static func isConstant(_ value: String, canBeNull: Bool) -> Bool {
    let tokens = SQLLexer.tokens(of: value)
    let isSigned = tokens.first.map { $0.text == "-" || $0.text == "+" } == true
    let rest = isSigned ? tokens.dropFirst() : tokens[...]
    guard let literal = rest.first else { return false }
    if rest.count == 1, literal.isText { return !isSigned }
    if rest.count == 1, literal.is("null") { return canBeNull && !isSigned }
    if rest.count == 1, literal.kind == .blob { return !isSigned }
    return rest.count == 1 && literal.kind == .number && literal.source.first != "."
      && literal.source.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// Source: SQLite, "ALTER TABLE", section 5 (DROP COLUMN). Otherwise, a comment about the dropped column would end up
  /// next to another column.
  private func canBeDropped(_ column: NormalizedDefinition.Column) -> Bool {
    let key = column.name.foldedName
    guard !old.isKeyed(key), !hasComments(column) else { return false }
    let isChecked = old.definition.constraints.contains { constraint in
      constraint.tokens.nameKeys.contains(key) && constraint.inlineColumn.map(\.foldedName) != key
    }
    let isGenerating = old.columns.contains { $0.generation?.nameKeys.contains(key) ?? false }
    return !isChecked && !isGenerating
  }

  private func hasComments(_ column: NormalizedDefinition.Column) -> Bool {
    let tokens = old.tokens
    guard let definition = old.table.definition,
      let part = definition.columns.first(where: {
        $0.tokens.first.map { $0.name.isSameName(as: column.name) } ?? false
      })
    else { return true }
    let range = max(1, part.tokens.startIndex)...min(part.tokens.endIndex + 1, tokens.count - 1)
    return range.contains { index in
      let gap = tokens[index - 1].source.base[tokens[index - 1].source.endIndex..<tokens[index].source.startIndex]
      return gap.contains("-") || gap.contains("/")
    }
  }

  // MARK: - descriptions

  /// The changes, one phrase each.
  var phrases: [String] {
    var phrases: [String] = []
    for column in added { phrases.append("column '\(column.name)' is added") }
    for column in dropped { phrases.append("column '\(column.name)' is dropped") }
    for pair in changedPairs { phrases.append(phrase(pair)) }
    phrases += retypings + referencePhrases
    let addedNames = Set(addedConstraints.compactMap { $0.name.map(\.foldedName) })
    for constraint in removedConstraints where !(constraint.name.map { addedNames.contains($0.foldedName) } ?? false) {
      phrases.append("\(Self.words(constraint)) is dropped")
    }
    let removedNames = Set(removedConstraints.compactMap { $0.name.map(\.foldedName) })
    for constraint in addedConstraints {
      let isChanged = constraint.name.map { removedNames.contains($0.foldedName) } ?? false
      phrases.append("\(Self.words(constraint)) \(isChanged ? "is changed" : "is added")")
    }
    if optionsDiffer {
      phrases.append(
        "the table options become \(new.options.isEmpty ? "none" : new.options.joined(separator: ", ").uppercased())")
    }
    return phrases
  }

  /// The phrases about columns whose values are unchanged but get another meaning.
  var retypings: [String] {
    retyped.map { pair in
      let (old, new) = pair.meanings
      return "column '\(pair.new.name)' now stores '\(new.type.word)' values instead of '\(old.type.word)' values"
    }
  }

  private func phrase(_ pair: ColumnPair) -> String {
    let name = "column '\(pair.new.name)'"
    if pair.new.generation != nil, pair.old.generation == nil { return "\(name) becomes generated" }
    if pair.new.generation == nil, pair.old.generation != nil { return "\(name) is no longer generated" }
    var parts: [String] = []
    if pair.old.declaredType.lowercased() != pair.new.declaredType.lowercased() {
      parts.append("becomes \(pair.new.declaredType.isEmpty ? "untyped" : pair.new.declaredType)")
    } else if !pair.conversion("x").isIdentity {
      parts.append("is converted")
    }
    if let renames = pair.valueRenames { parts.append("gets new raw values (\(renames.phrase))") }
    if pair.becomesRequired { parts.append("becomes NOT NULL") }
    if pair.old.isNotNull, !pair.new.isNotNull { parts.append("becomes nullable") }
    if pair.old.defaultMeaning != pair.new.defaultMeaning {
      parts.append(pair.new.defaultText.map { "gets the default \($0)" } ?? "loses its default")
    }
    if pair.old.collation.map(\.foldedName) != pair.new.collation.map(\.foldedName),
      pair.new.collation != nil || pair.old.declaredType.lowercased() == pair.new.declaredType.lowercased()
    {
      parts.append("gets the collation \(pair.new.collation ?? "BINARY")")
    }
    if parts.isEmpty { parts.append("gets another generation expression") }
    return "\(name) \(parts.joined(separator: " and "))"
  }

  static func words(_ constraint: NormalizedDefinition.Constraint) -> String {
    let name = constraint.name.map { " '\($0)'" } ?? ""
    return switch constraint.kind {
    case .primaryKey: "primary key\(name)"
    case .unique: "unique key\(name)"
    case .check: "check\(name)"
    case .foreignKey: "foreign key\(name)"
    default: "constraint\(name)"
    }
  }
}
