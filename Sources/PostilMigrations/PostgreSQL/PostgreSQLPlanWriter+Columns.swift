import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// The columns of tables in both schemas.
extension PostgreSQLPlanWriter {
  mutating func addColumnChanges() {
    var parts = changes.map { change in
      (change: change, added: additions(of: change), filled: fills(of: change), changed: alterations(of: change))
    }
    changesRows = changesRows || parts.contains { !$0.filled.isEmpty }
    for part in parts where !(part.added + part.filled).isEmpty {
      lock(part.change.old.name)
      for reference in part.change.comparison.references where reference.looksUp {
        lock(new: PostgreSQLNames.short(reference.parent), .shareRowExclusive)
      }
    }
    if changes.contains(where: { $0.comparison.references.contains(where: \.looksUp) }) {
      // All tables have their new columns before references are looked up: a table after those whose keys it gets.
      for part in parts where !part.added.isEmpty {
        steps.append(MigrationStep(["Table '\(part.change.name)' gets new columns."], part.added))
      }
      for index in decisions.changeOrder.reversed() {
        let name = PostgreSQLNames.short(decisions.comparisons[index].new.name)
        for place in parts.indices where parts[place].change.name == name && !parts[place].filled.isEmpty {
          steps.append(
            MigrationStep(
              ["Values of table '\(name)': \(parts[place].change.comparison.phrases.joined(separator: ", "))."],
              parts[place].filled))
        }
      }
      for place in parts.indices { (parts[place].added, parts[place].filled) = ([], []) }
      if !keyDrops.isEmpty { steps.append(MigrationStep(["The old keys have been looked up."], keyDrops)) }
    }
    for part in parts {
      let statements = part.added + part.filled + part.changed
      let findings = findings(of: part.change)
      guard !statements.isEmpty || !findings.isEmpty else { continue }
      if !statements.isEmpty { lock(part.change.old.name) }
      steps.append(
        MigrationStep(
          ["Table '\(part.change.name)': \(phrases(of: part.change).joined(separator: ", "))."], statements,
          findings: findings))
    }
  }

  private func phrases(of change: PostgreSQLTableChange) -> [String] {
    var phrases = change.added.map { "column '\($0.name)' is added" }
    phrases += change.comparison.dropped.map { "column '\($0.name)' is dropped" }
    phrases += change.retyped.map { retyping in
      let (old, new) = retyping.pair.meanings
      return retyping.old.type == retyping.new.type
        ? "column '\(retyping.new.name)' now stores '\(new.type.word)' values instead of '\(old.type.word)' values"
        : "column '\(retyping.new.name)' becomes \(retyping.new.type)"
    }
    phrases += change.replaced.map { "column '\($0.name)' is replaced" }
    for kept in change.kept {
      if kept.pair.valueRenames != nil { phrases.append("column '\(kept.new.name)' gets new raw values") }
      if kept.new.isNotNull, !kept.old.isNotNull { phrases.append("column '\(kept.new.name)' becomes NOT NULL") }
      if kept.old.isNotNull, !kept.new.isNotNull { phrases.append("column '\(kept.new.name)' becomes nullable") }
      if kept.old.defaultText != kept.new.defaultText { phrases.append("the default of '\(kept.new.name)' changes") }
    }
    return phrases.isEmpty ? ["its columns change"] : phrases
  }

  private func alter(_ change: PostgreSQLTableChange) -> String { "ALTER TABLE \(change.quoted)" }

  private func column(_ column: PostgreSQLShape.Column) -> String { SQLText.identifier(column.name) }

  /// The name of a column until the one that it replaces is dropped.
  private func waiting(_ column: PostgreSQLShape.Column, of change: PostgreSQLTableChange) -> String {
    change.replaced.contains { $0.name == column.name }
      ? PostgreSQLNames.short("postil_new_\(column.name)") : column.name
  }

  // MARK: - new columns

  /// The source of the values of a new column.
  enum Source {
    /// The column itself: a default, an identity, an expression, or nothing.
    case definition
    /// The same value for all rows.
    case literal(String)
    /// An expression over the row; `nil` if somebody has to write it.
    case expression(String?)
    case number
  }

  func source(of shape: PostgreSQLShape.Column, in change: PostgreSQLTableChange) -> Source {
    let comparison = change.comparison
    guard shape.generation == nil,
      let column = comparison.new.columns.first(where: { PostgreSQLNames.short($0.name) == shape.name })
    else { return .definition }
    if let reference = comparison.reference(giving: column.name) {
      return .expression(looked(column.name, by: reference, in: change))
    }
    if let key = comparison.newKey(giving: column.name) { return .expression(key.value) }
    if shape.isIdentity { return .definition }
    if comparison.numberedColumn?.name == column.name { return .number }
    if let initial = comparison.initialValues[column.name.foldedName] {
      return decisions.move(toColumn: column.name, of: comparison.new) == nil
        ? .literal(value(initial, column.name, comparison.new.name)) : .expression(initial)
    }
    return shape.isNotNull && shape.defaultText == nil ? .expression(nil) : .definition
  }

  private func additions(of change: PostgreSQLTableChange) -> [String] {
    (change.added + change.replaced).flatMap { shape -> [String] in
      // A generated column is made again without another name, because it has no values of its own.
      if shape.generation != nil { return [] }
      let name = SQLText.identifier(waiting(shape, of: change))
      switch source(of: shape, in: change) {
      case .definition: return ["\(alter(change)) ADD COLUMN \(name) \(shape.definition)"]
      case .literal(let value):
        return [
          "\(alter(change)) ADD COLUMN \(name) \(shape.definition) DEFAULT \(value)",
          "\(alter(change)) ALTER COLUMN \(name) DROP DEFAULT",
        ]
      case .expression, .number: return ["\(alter(change)) ADD COLUMN \(name) \(shape.type)"]
      }
    }
  }

  private func fills(of change: PostgreSQLTableChange) -> [String] {
    var sets: [String] = []
    var statements: [String] = []
    var lookups: [(source: String, sets: [String])] = []
    for shape in change.added + change.replaced where shape.generation == nil {
      let name = SQLText.identifier(waiting(shape, of: change))
      if let lookup = lookup(for: shape, in: change), lookup.fill == nil {
        if let place = lookups.firstIndex(where: { $0.source == lookup.source }) {
          lookups[place].sets.append("\(name) = \(lookup.value)")
        } else {
          lookups.append((lookup.source, ["\(name) = \(lookup.value)"]))
        }
        continue
      }
      switch source(of: shape, in: change) {
      case .definition, .literal: continue
      case .expression(let value): sets.append("\(name) = \(value ?? "NULL")")
      case .number:
        statements.append(
          "UPDATE \(change.quoted) SET \(name) = \"numbered\".\"number\"\nFROM (SELECT \(change.row), row_number() OVER "
            + "(ORDER BY ctid) AS \"number\" FROM \(change.quoted)) AS \"numbered\"\nWHERE \(change.isSameRow(as: "numbered"))"
        )
      }
    }
    if !sets.isEmpty { statements.append("UPDATE \(change.quoted) SET \(sets.joined(separator: ", "))") }
    // A join is faster than a subquery, which the server runs for each row.
    return statements
      + lookups.map { "UPDATE \(change.quoted) SET \($0.sets.joined(separator: ", ")) \($0.source)" }
  }

  /// The new key of the row that a row references.
  private struct Lookup {
    var value: String
    /// The table of the row, as `postil_parent`, and its old key.
    var source: String
    /// The value of rows that reference none.
    var fill: String?
  }

  private func lookup(for shape: PostgreSQLShape.Column, in change: PostgreSQLTableChange) -> Lookup? {
    let column = change.comparison.new.columns.first { PostgreSQLNames.short($0.name) == shape.name }
    guard let name = column?.name, let reference = change.comparison.reference(giving: name),
      reference.value(of: name) == .lookup
    else { return nil }
    return lookup(name, by: reference, in: change)
  }

  private func lookup(_ name: String, by reference: ReferenceChange, in change: PostgreSQLTableChange) -> Lookup? {
    guard let key = reference.keyColumn(of: name),
      let parent = changes.first(where: { $0.comparison.new.name.isSameName(as: reference.parent) }),
      let column = parent.new.column(PostgreSQLNames.short(key))
    else { return nil }
    let row = "\"postil_parent\""
    var value = "\(row).\(SQLText.identifier(waiting(column, of: parent)))"
    if let retyping = parent.retyped.first(where: { $0.new.name == column.name }), let conversion = retyping.conversion
    {
      value = conversion.expression.replacing(SQLText.identifier(column.name), with: value)
    }
    let same = zip(reference.oldKey, reference.oldColumns).map {
      "\(formerColumn($0, parent, row)) = \(formerColumn($1, change, change.quoted))"
    }
    return Lookup(
      value: value, source: "FROM \(parent.quoted) AS \(row) WHERE \(same.joined(separator: " AND "))",
      fill: fill(of: name, in: change))
  }

  /// The value of a column that holds the new key of the row that a row references.
  private func looked(_ name: String, by reference: ReferenceChange, in change: PostgreSQLTableChange) -> String? {
    func filled(_ sql: String, by fill: String?) -> String { fill.map { "coalesce(\(sql), \($0))" } ?? sql }
    switch reference.value(of: name) {
    case nil: return nil
    case .column(let column):
      return filled(formerColumn(column, change, change.quoted), by: fill(of: name, in: change))
    case .lookup:
      return lookup(name, by: reference, in: change).map { filled("(SELECT \($0.value) \($0.source))", by: $0.fill) }
    }
  }

  /// What a column gets instead of `NULL`.
  private func fill(of name: String, in change: PostgreSQLTableChange) -> String? {
    let fill = change.comparison.new.column(name.foldedName).flatMap { change.comparison.fill(of: $0) }
    return fill.map { value($0, name, change.comparison.new.name) }
  }

  /// An old column while the new ones get their values: a replaced column keeps its old name until it is dropped.
  private func formerColumn(_ name: String, _ table: PostgreSQLTableChange, _ row: String) -> String {
    let pair = table.comparison.pairs.first { $0.old.name.isSameName(as: name) }
    let isReplaced = pair.map { pair in table.replaced.contains { $0.name == PostgreSQLNames.short(pair.new.name) } }
    let now = isReplaced == false ? decisions.renames.newColumn(name, of: table.comparison.old.name) : name
    return "\(row).\(SQLText.identifier(PostgreSQLNames.short(now)))"
  }

  // MARK: - changed columns

  private mutating func alterations(of change: PostgreSQLTableChange) -> [String] {
    let table = alter(change)
    var statements: [String] = []
    let generated = (change.added + change.replaced).filter { $0.generation != nil }
    // A column that another is computed from can't change, and isn't dropped before the other.
    for kept in change.kept where kept.old.generation != nil && kept.new.generation == nil {
      statements.append("\(table) ALTER COLUMN \(column(kept.new)) DROP EXPRESSION")
    }
    let dropped =
      change.comparison.dropped.map { (name: PostgreSQLNames.short($0.name), isGenerated: $0.generation != nil) }
      + change.replaced.map { formerly($0, of: change) }.map { (name: $0.name, isGenerated: $0.generation != nil) }
    statements += (dropped.filter(\.isGenerated) + dropped.filter { !$0.isGenerated }).map {
      "\(table) DROP COLUMN \(SQLText.identifier($0.name))"
    }
    // References whose names are exchanged: each gets the name of one that is dropped.
    statements += change.replaced.filter { $0.generation == nil }.map {
      "\(table) RENAME COLUMN \(SQLText.identifier(waiting($0, of: change))) TO \(column($0))"
    }
    for kept in change.kept where kept.old.isIdentity && !kept.new.isIdentity {
      statements.append("\(table) ALTER COLUMN \(column(kept.new)) DROP IDENTITY")
    }
    let retyped = Set(change.retyped.map(\.new.name))
    for kept in change.kept where kept.old.defaultText != nil {
      if kept.new.defaultText != kept.old.defaultText || retyped.contains(kept.new.name) {
        statements.append("\(table) ALTER COLUMN \(column(kept.new)) DROP DEFAULT")
      }
    }
    for retyping in change.retyped {
      let using = retyping.conversion.map { " USING \($0.expression)" } ?? ""
      statements.append("\(table) ALTER COLUMN \(column(retyping.new)) TYPE \(retyping.new.type)\(using)")
    }
    for shape in change.added + change.replaced where shape.generation == nil && isFilled(shape, in: change) {
      if let value = shape.defaultText {
        statements.append("\(table) ALTER COLUMN \(column(shape)) SET DEFAULT \(value)")
      }
      if shape.isNotNull { statements.append("\(table) ALTER COLUMN \(column(shape)) SET NOT NULL") }
      if shape.isIdentity { statements += identity(shape, of: change) }
    }
    for kept in change.kept { statements += keptChanges(kept.pair, kept.old, kept.new, retyped, of: change) }
    statements += generated.map { "\(table) ADD COLUMN \(column($0)) \($0.definition)" }
    return statements
  }

  /// The column that is replaced, under its old name.
  private func formerly(_ shape: PostgreSQLShape.Column, of change: PostgreSQLTableChange) -> PostgreSQLShape.Column {
    let pair = change.comparison.pairs.first { PostgreSQLNames.short($0.new.name) == shape.name }
    return pair.flatMap { change.old.column(PostgreSQLNames.short($0.old.name)) } ?? shape
  }

  /// Whether the rows get values for a new column in a statement of its own.
  func isFilled(_ shape: PostgreSQLShape.Column, in change: PostgreSQLTableChange) -> Bool {
    switch source(of: shape, in: change) {
    case .expression, .number: true
    case .definition, .literal: false
    }
  }

  private func identity(_ shape: PostgreSQLShape.Column, of change: PostgreSQLTableChange) -> [String] {
    let table = SQLText.literal(change.quoted)
    return [
      "\(alter(change)) ALTER COLUMN \(column(shape)) ADD GENERATED BY DEFAULT AS IDENTITY",
      "SELECT setval(pg_get_serial_sequence(\(table), \(SQLText.literal(shape.name))), coalesce(max(\(column(shape))), 1), "
        + "count(*) > 0) FROM \(change.quoted)",
    ]
  }

  private mutating func keptChanges(
    _ pair: ColumnPair, _ old: PostgreSQLShape.Column, _ new: PostgreSQLShape.Column, _ retyped: Set<String>,
    of change: PostgreSQLTableChange
  ) -> [String] {
    let (table, name) = (alter(change), column(new))
    var statements: [String] = []
    if let renames = pair.valueRenames {
      changesRows = true
      statements.append("UPDATE \(change.quoted) SET \(name) = \(renames.expression(name))")
    }
    if new.isNotNull, !old.isNotNull {
      if let fill = new.defaultText ?? pair.fill.map({ value($0, pair.new.name, change.comparison.new.name) }) {
        changesRows = true
        statements.append("UPDATE \(change.quoted) SET \(name) = \(fill) WHERE \(name) IS NULL")
      }
      let isKey = (missing[change.name] ?? []).contains {
        $0.kind == .primaryKey && $0.columns.contains(new.name) && !isBuiltAfterwards($0, of: change)
      }
      if new.isIdentity || isKey {
        statements.append("\(table) ALTER COLUMN \(name) SET NOT NULL")
      } else {
        // With a valid check, the server doesn't read the rows again. Source: PostgreSQL 15, "ALTER TABLE", SET NOT NULL.
        let check = SQLText.identifier(PostgreSQLNames.short("postil_required_\(new.name)"))
        statements.append("\(table) ADD CONSTRAINT \(check) CHECK (\(name) IS NOT NULL) NOT VALID")
        afterwards += [
          "\(table) VALIDATE CONSTRAINT \(check)", "\(table) ALTER COLUMN \(name) SET NOT NULL",
          "\(table) DROP CONSTRAINT IF EXISTS \(check)",
        ]
      }
    }
    if old.isNotNull, !new.isNotNull { statements.append("\(table) ALTER COLUMN \(name) DROP NOT NULL") }
    if let value = new.defaultText, value != old.defaultText || retyped.contains(new.name) {
      statements.append("\(table) ALTER COLUMN \(name) SET DEFAULT \(value)")
    }
    if new.isIdentity, !old.isIdentity { statements += identity(new, of: change) }
    return statements
  }
}
