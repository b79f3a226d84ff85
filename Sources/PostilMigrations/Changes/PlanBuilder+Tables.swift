import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// Changes to a table in both schemas: with `ALTER TABLE` if SQLite supports it, otherwise by replacing the table with a new one.
extension PlanBuilder {
  mutating func addChange(of comparison: TableComparison) {
    let name = comparison.new.name
    let findings = findings(of: comparison)
    let surviving = comparison.old.indexes.filter { index in
      index.definition.map { definition in
        let meaning = renames.meaning(ofIndex: definition.tokens, of: comparison.old.name)
        return comparison.new.indexes.contains { $0.definition?.tokens.meaning == meaning }
      } ?? false
    }
    let gone = comparison.old.indexes.filter { index in
      !movedIndexes.contains(index.name.foldedName) && !surviving.contains { $0.name.isSameName(as: index.name) }
    }
    let stay = Set(surviving.map { $0.name.foldedName })
    let added = comparison.new.indexes.filter { !stay.contains($0.name.foldedName) }
    switch comparison.method {
    case .none:
      var findings = findings
      if !comparison.retyped.isEmpty {
        let words = comparison.retypings.joined(separator: ", ")
        steps.append(MigrationStep(["Table '\(name)': \(words). No statement is needed."], [], findings: findings))
        findings = []
      }
      guard !gone.isEmpty || !added.isEmpty || !findings.isEmpty else { return }
      let comments = gone.map { "Index '\($0.name)' of table '\(name)' is dropped." }.filter { _ in added.isEmpty }
      steps.append(
        MigrationStep(
          comments.isEmpty ? ["The indexes of table '\(name)' change."] : comments,
          gone.map(Self.drop) + added.compactMap(\.sql), findings: findings))
    case .alter:
      let fills = newPositions(of: comparison).map { positionUpdate($0, of: comparison) }
      steps.append(
        MigrationStep(
          ["Table '\(name)': \(comparison.phrases.joined(separator: ", "))."] + documentation(of: comparison),
          gone.map(Self.drop) + alterations(of: comparison) + fills + added.compactMap(\.sql), findings: findings))
    case .rebuild:
      steps.append(
        MigrationStep(
          ["Table '\(name)' is rebuilt: \(comparison.phrases.joined(separator: ", "))."]
            + missingValues(findings, of: comparison),
          rebuild(comparison), rebuilds: name, findings: findings,
          preparation: gone.filter { index in
            !comparison.new.indexes.contains { $0.name.isSameName(as: index.name) }
          }.map(Self.drop)))
    }
  }

  /// The comment about a required column that was allowed without a value, which the user must fill in.
  private func missingValues(_ findings: [MigrationFinding], of comparison: TableComparison) -> [String] {
    comparison.added.compactMap { column in
      let subject = "\(comparison.new.name).\(column.name)"
      guard findings.contains(where: { $0.code == .newRequired && $0.subject == subject && $0.isAllowed }) else {
        return nil
      }
      return
        "Existing rows need a value for '\(column.name)': replace 'NULL AS \(SQLText.identifier(column.name))' with "
        + "it, and delete the '@precheck' and '@allow' lines of '\(subject)'."
    }
  }

  private static func drop(_ index: CatalogIndex) -> String { "DROP INDEX \(SQLText.identifier(index.name))" }

  /// The documentation of added columns. `ALTER TABLE` doesn't store comments in the schema.
  private func documentation(of comparison: TableComparison) -> [String] {
    comparison.added.flatMap { column in
      (to.modelColumn(comparison.new.name, column.name)?.documentation ?? []).map { "\(column.name): \($0)" }
    }
  }

  private func alterations(of comparison: TableComparison) -> [String] {
    let table = "ALTER TABLE \(SQLText.identifier(comparison.new.name))"
    let added = comparison.added.map { column in
      let constraints = (comparison.attached[column.name.foldedName] ?? []).map { constraint -> String in
        guard constraint.kind == .foreignKey, let open = constraint.tokens.firstIndex(where: { $0.is("(") }),
          let close = constraint.tokens.closing(of: open)
        else { return constraint.text }
        let name = constraint.name.map { "CONSTRAINT \(SQLText.identifier($0)) " } ?? ""
        return name + constraint.tokens[(close + 1)...].onOneLine
      }
      return ([table, "ADD COLUMN", column.text] + initialValue(of: column, in: comparison) + constraints)
        .joined(separator: " ")
    }
    let dropped = comparison.dropped.map { "\(table) DROP COLUMN \(SQLText.identifier($0.name))" }
    guard comparison.changesConstraints else { return added + dropped }
    let checks = comparison.droppedChecks.map { "\(table) DROP CONSTRAINT \(SQLText.identifier($0.name ?? ""))" }
    let required = comparison.changedPairs.map { pair in
      "\(table) ALTER COLUMN \(SQLText.identifier(pair.new.name)) \(pair.new.isNotNull ? "SET" : "DROP") NOT NULL"
    }
    return checks + added + dropped + required + comparison.standingChecks.map { "\(table) ADD \($0.text)" }
  }

  /// The default that `ALTER TABLE` needs for a required column. It stays in the schema, under a name that schema
  /// comparisons recognize, because removing it would rewrite every row.
  private func initialValue(of column: NormalizedDefinition.Column, in comparison: TableComparison) -> [String] {
    guard column.initialText == nil, let value = comparison.initialValues[column.name.foldedName] else { return [] }
    return ["CONSTRAINT \(SQLText.identifier(ConstraintDefinition.initialValueName)) DEFAULT \(value)"]
  }

  // MARK: - replacing a table

  /// Source: SQLite, "ALTER TABLE", section 8 ("Making Other Kinds Of Table Schema Changes"). With
  /// `legacy_alter_table`, a rename doesn't change the objects that refer to the table by its new name.
  private func rebuild(_ comparison: TableComparison) -> [String] {
    let table = comparison.new
    let name = SQLText.identifier(table.name)
    let tokens = table.tokens
    // A check can refer to its table only by the table's final name, so the rows are copied to another table first.
    let namesItself = tokens.indices.dropLast().contains {
      tokens[$0].nameKey == table.key && tokens[$0 + 1].is(".")
    }
    let other = freeName(namesItself ? "postil_copy_" : "postil_new_", table.name)
    let quoted = SQLText.identifier(other)
    let indexes = table.indexes.compactMap(\.sql)
    if namesItself {
      return copy(of: comparison.old, named: table.name, to: other, order: order(of: comparison)) + [
        "DROP TABLE \(name)", table.table.sql, copy(comparison, from: other, to: table.name), "DROP TABLE \(quoted)",
      ] + indexes
    }
    return [
      "PRAGMA legacy_alter_table = ON", renamed(table.table.sql, tokens, to: other),
      copy(comparison, from: table.name, to: other), "DROP TABLE \(name)",
      "ALTER TABLE \(quoted) RENAME TO \(name)", "PRAGMA legacy_alter_table = OFF",
    ] + indexes
  }

  /// Copies the rows of a table to a new one without constraints. Its columns have the table's collations: `CREATE
  /// TABLE … AS` keeps affinities but not collations. Source: SQLite, "CREATE TABLE", section 2.1.
  /// - Parameter name: the table's name after the renames.
  func copy(of table: TableShape, named name: String, to copy: String, order: String = "") -> [String] {
    let quoted = SQLText.identifier(copy)
    let source = "FROM \(SQLText.identifier(name))\(order)"
    guard table.columns.contains(where: { $0.collation != nil }) else {
      return ["CREATE TABLE \(quoted) AS SELECT * \(source)"]
    }
    let columns = table.columns.map { column in
      // In a table that isn't strict, 'ANY' would convert text to numbers.
      let type = table.table.isStrict && column.declaredType.isSameName(as: "any") ? "" : " \(column.declaredType)"
      let name = SQLText.identifier(renames.newColumn(column.name, of: table.name))
      return (name, name + type + (column.collation.map { " COLLATE \(SQLText.identifier($0))" } ?? ""))
    }
    // Not '*': an undo finds columns that 'ALTER TABLE' added at the end of the table.
    return [
      "CREATE TABLE \(quoted) (\(columns.map(\.1).joined(separator: ", ")))",
      "INSERT INTO \(quoted) SELECT \(columns.map(\.0).joined(separator: ", ")) \(source)",
    ]
  }

  /// If rows are numbered in their order, the copy keeps that order.
  private func order(of comparison: TableComparison) -> String {
    guard comparison.numberedColumn != nil, !comparison.old.table.isWithoutRowID else { return "" }
    let row = RowSource(name: comparison.new.name, moment: .changing)
    return " ORDER BY \(numbering(of: comparison, row).joined(separator: ", "))"
  }

  func freeName(_ prefix: String, _ name: String) -> String {
    var names = NameRegister()
    for table in from.catalog.tables + to.catalog.tables { _ = names.take(table.name) }
    for view in from.catalog.views + to.catalog.views { _ = names.take(view.name) }
    return names.takeUnique(prefix + name)
  }

  /// A `CREATE TABLE` statement with another table name.
  private func renamed(_ sql: String, _ tokens: [SQLToken], to name: String) -> String {
    guard tokens.count > 2 else { return sql }
    let source = tokens[2].source
    return String(source.base[..<source.startIndex]) + SQLText.identifier(name)
      + String(source.base[source.endIndex...])
  }

  private func copy(_ comparison: TableComparison, from source: String, to target: String) -> String {
    var columns: [String] = []
    var values: [String] = []
    let positions = newPositions(of: comparison)
    var row = RowSource(name: source, moment: .changing)
    if source != comparison.new.name { row.copies[comparison.new.key] = source }
    for column in comparison.new.columns where column.generation == nil {
      let key = column.name.foldedName
      var value: String?
      if let order = positions.first(where: { $0.position.foldedName == key }) {
        value = positionExpression(order, of: comparison, row)
      } else if case .value = comparison.origin(of: column), comparison.initialValues[key] == nil {
        // The table itself applies the default.
        value = column.isNotNull && column.defaultText == nil ? "NULL" : nil
      } else {
        value = self.value(of: column, in: comparison, row)
      }
      guard let value else { continue }
      columns.append(SQLText.identifier(column.name))
      values.append(value)
    }
    let isShort = columns == values
    let list = isShort ? values.joined(separator: ", ") : Self.aligned(values, columns)
    let head = "INSERT INTO \(SQLText.identifier(target)) (\(columns.joined(separator: ", ")))"
    return "\(head)\nSELECT \(list)\nFROM \(SQLText.identifier(source))"
  }

  /// Writes one value per line, with its column name, if any value isn't just a column.
  private static func aligned(_ values: [String], _ columns: [String]) -> String {
    zip(values, columns).map { $0 == $1 ? $0 : "\($0) AS \($1)" }.joined(separator: ",\n  ")
  }

  // MARK: - orders

  /// The relationships of a table whose position columns are new.
  func newPositions(of comparison: TableComparison) -> [OrderShape] {
    to.orders.filter { order in
      order.table.isSameName(as: comparison.new.name)
        && comparison.added.contains { $0.name.isSameName(as: order.position) }
    }
  }

  /// Members are placed in the order of their keys, with the same distances as if they had been appended one by one.
  private func positionExpression(_ order: OrderShape, of comparison: TableComparison, _ row: RowSource) -> String {
    func expressions(_ columns: [String]) -> [String] {
      columns.compactMap { comparison.new.column($0.foldedName) }.flatMap { column -> [String] in
        switch comparison.origin(of: column) {
        case .number: numbering(of: comparison, row)
        case .pair, .reference, .key: value(of: column, in: comparison, row).map { [$0] } ?? []
        case .value, .generation: []
        }
      }
    }
    let owner = expressions(order.owner)
    guard owner.count == order.owner.count else { return "NULL" }
    let key = expressions(comparison.new.table.primaryKey)
    let place =
      "(row_number() OVER (PARTITION BY \(owner.joined(separator: ", "))"
      + (key.isEmpty ? "" : " ORDER BY \(key.joined(separator: ", "))") + ") - 1) * \(OrderSQL.spacing)"
    let exists = owner.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return "CASE WHEN \(exists) THEN \(place) END"
  }

  private func positionUpdate(_ order: OrderShape, of comparison: TableComparison) -> String {
    let table = SQLText.identifier(comparison.new.name)
    let row = RowSource(name: comparison.new.name, moment: .changing)
    let key = comparison.new.table.primaryKey
    let columns = key.enumerated().map { "\(SQLText.identifier($1)) AS \"k\($0)\"" }
    let same = key.enumerated().map { "\(table).\(SQLText.identifier($1)) = \"placed\".\"k\($0)\"" }
    return """
      UPDATE \(table) SET \(SQLText.identifier(order.position)) = "placed"."position"
      FROM (
        SELECT \(columns.joined(separator: ", ")), \(positionExpression(order, of: comparison, row)) AS "position"
        FROM \(table)) AS "placed"
      WHERE \(same.joined(separator: " AND "))
      """
  }
}
