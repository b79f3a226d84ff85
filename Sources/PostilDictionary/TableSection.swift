import PostilCompiler
import PostilDialects
import PostilSchema

/// The section of a table.
extension DataDictionary {
  func section(of table: Table) -> [String] {
    let model = models[table.name]
    return [
      "### \(Markdown.code(table.name))", paragraphs(table.documentation),
      model.map { "In Swift: \(Markdown.code($0.swiftName))." } ?? "",
      Markdown.table(
        ["Column", "Type", "Null", "Default", "Key", "References", "Swift", "Description"],
        table.columns.map { row(of: $0, in: table, model) }),
      titled("Constraints", Markdown.table(["Name", "Kind", "Definition"], constraints(of: table))),
      titled("Indexes", Markdown.table(["Name", "Over", "Unique", "Where"], indexes(of: table))),
      titled("Triggers", Markdown.table(["Name", "When", "If"], triggers(of: table))),
      titled(
        "Relationships",
        Markdown.table(
          ["Swift", "Kind", "To", "Over", "Members", "On delete"],
          model?.relationships.map { row(of: $0, in: table) } ?? [])),
    ]
  }

  private func titled(_ title: String, _ table: String) -> String { table.isEmpty ? "" : "**\(title)**\n\n\(table)" }

  // MARK: Columns

  private func row(of column: Column, in table: Table, _ model: ResolvedModel?) -> [String] {
    let references = (table.foreignKeys + table.unenforcedReferences).flatMap { key in
      zip(key.columns, key.referencedColumns).filter { $0.0 == column.name }
        .map { "\(link(to: key.referencedTable)).\(Markdown.codeCell($0.1))" }
    }
    var keys = table.primaryKey.columns.contains(column.name) ? ["primary"] : []
    if table.uniqueConstraints.contains(where: { $0.columns == [column.name] }) { keys.append("unique") }
    return [
      Markdown.codeCell(column.name), Markdown.codeCell(type(of: column, in: table)), column.isNullable ? "yes" : "no",
      defaultText(of: column, in: table), keys.joined(separator: ", "), references.joined(separator: ", "),
      Markdown.codeCell(property(of: column, model)), Markdown.cell(column.documentation.joined(separator: " ")),
    ]
  }

  private func type(of column: Column, in table: Table) -> String {
    switch dialect {
    case .sqlite: SQLiteTypeName.of(column)
    case .postgresql, .cockroachdb, .yugabytedb: pieces?.type(of: column, of: table.name) ?? ""
    }
  }

  private func defaultText(of column: Column, in table: Table) -> String {
    if column.isAssigned { return "assigned by the database" }
    guard let written = column.generation?.expression ?? column.defaultExpression else { return "" }
    let sql = Markdown.codeCell(pieces?.value(written, of: column, of: table.name) ?? written)
    return column.generation == nil ? sql : "computed: \(sql)"
  }

  private func condition(_ sql: String, of table: Table) -> String {
    Markdown.codeCell(pieces?.condition(sql, of: table.name) ?? sql)
  }

  /// The property of a column: `address.city`; empty for a column without a property.
  private func property(of column: Column, _ model: ResolvedModel?) -> String {
    for property in model?.properties ?? [] {
      for part in property.columns where part.name == column.name {
        return part.property == property.name ? "\(property.name): \(property.type)" : part.property
      }
    }
    return ""
  }

  // MARK: Constraints and indexes

  private func constraints(of table: Table) -> [[String]] {
    func columns(_ names: [String]) -> String { names.map(Markdown.codeCell).joined(separator: ", ") }
    var rows = [[Markdown.codeCell(table.primaryKey.name), "primary key", columns(table.primaryKey.columns)]]
    rows += table.uniqueConstraints.map { [Markdown.codeCell($0.name), "unique", columns($0.columns)] }
    rows += table.exclusions.map { exclusion in
      let range = "\(exclusion.lower)\(exclusion.isClosed ? "..." : "..<")\(exclusion.upper)"
      let condition = exclusion.condition.map { ", where \(self.condition($0, of: table))" } ?? ""
      return [Markdown.codeCell(exclusion.name), "exclusion", columns(exclusion.columns + [range]) + condition]
    }
    rows += table.checks.map { [Markdown.codeCell($0.name), "check", condition($0.expression, of: table)] }
    rows += table.foreignKeys.map { key in
      let target = "\(link(to: key.referencedTable)) (\(columns(key.referencedColumns)))"
      let nullified = table.partlyNullifiedColumns(of: key).map { " (\(columns($0)))" } ?? ""
      return [
        Markdown.codeCell(key.name), "foreign key",
        "\(columns(key.columns)) → \(target), on delete "
          + "\(effect(of: key.onDelete))\(nullified)\(key.isDeferred ? ", checked at the commit" : "")",
      ]
    }
    return rows
  }

  private func rule(of relationship: ResolvedRelationship, in table: Table) -> String {
    let isEnforced = !table.unenforcedReferences.contains { $0.columns == relationship.near }
    return isEnforced ? effect(of: relationship.onDelete) : "not enforced"
  }

  private func effect(of rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "cascade"
    case .nullify: "set null"
    case .deny: "restrict"
    case .noAction: "no action"
    }
  }

  private func indexes(of table: Table) -> [[String]] {
    var rows = table.indexes.map { index in
      let terms = index.terms.map { term in
        Markdown.codeCell(term.column ?? term.expression ?? "") + (term.isDescending ? " descending" : "")
      }
      return [
        Markdown.codeCell(index.name), terms.joined(separator: ", "), index.isUnique ? "yes" : "no",
        index.condition.map { condition($0, of: table) } ?? "",
      ]
    }
    if let words = table.fullText {
      let columns = words.columns.map(Markdown.codeCell).joined(separator: ", ")
      rows.append([Markdown.codeCell(words.name), "full-text index of \(columns)", "no", ""])
    }
    return rows
  }

  private func triggers(of table: Table) -> [[String]] {
    table.triggers.map { trigger in
      let condition = trigger.condition.map { condition in
        let sql = pieces?.triggerCondition(condition, of: table.name) ?? condition
        return Markdown.codeCell(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      }
      return [Markdown.codeCell(trigger.name), Markdown.codeCell(trigger.event), condition ?? ""]
    }
  }

  // MARK: Relationships

  private func row(of relationship: ResolvedRelationship, in table: Table) -> [String] {
    let target = models.values.first { $0.swiftName == relationship.target }?.table.name
    let kind =
      switch relationship.kind {
      case .toOne: relationship.isRequired ? "one" : "zero or one"
      case .hasOne: "zero or one"
      case .hasMany: "many"
      case .manyToMany: "many to many"
      }
    let over =
      relationship.join.map { link(to: $0.table) } ?? relationship.near.map(Markdown.codeCell).joined(separator: ", ")
    var members = relationship.order == nil ? [] : ["ordered"]
    if let minimum = relationship.arity.minimum { members.append("at least \(minimum)") }
    if let maximum = relationship.arity.maximum { members.append("at most \(maximum)") }
    return [
      Markdown.codeCell(relationship.name), kind, target.map(link) ?? Markdown.codeCell(relationship.target), over,
      members.joined(separator: ", "), relationship.kind == .toOne ? rule(of: relationship, in: table) : "",
    ]
  }
}
