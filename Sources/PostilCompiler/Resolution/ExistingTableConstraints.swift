import PostilSQL
import PostilSchema

/// The clauses of a table's statement that its model doesn't contain, for code that writes the table in another dialect.
extension ExistingTable {
  /// Adds the collations, checks and unique keys of the statement, and whether its foreign keys are deferred.
  func complete(_ table: inout Table) {
    var names = NameRegister()
    for part in self.table.definition.columns {
      let column = part.tokens.first?.name ?? ""
      for constraint in part.columnConstraints { add(constraint, ofColumn: column, to: &table, &names) }
    }
    for constraint in self.table.definition.constraints.compactMap(\.constraint) {
      add(constraint, ofColumn: nil, to: &table, &names)
    }
    table.untranslatedClause = untranslatedClause
  }

  private func add(
    _ constraint: ConstraintDefinition, ofColumn column: String?, to table: inout Table, _ names: inout NameRegister
  ) {
    let columns = column.map { [$0] } ?? constraint.columns
    let folded = columns.map(\.foldedName)
    switch constraint.kind {
    case .collation:
      let index = table.columns.firstIndex { [$0.name.foldedName] == folded }
      if let index, let collation = constraint.content, table.columns[index].type == .text {
        table.columns[index].collation = Resolver.collation(collation)
      }
    case .check:
      let name = constraint.name ?? ObjectName.check(of: table.name, column: column)
      table.checks.append(Check(name: names.takeUnique(name), expression: constraint.content ?? ""))
    case .unique where !table.uniqueConstraints.contains { $0.columns.map(\.foldedName) == folded }:
      let name = constraint.name ?? ObjectName.uniqueKey(of: table.name, columns: columns)
      table.uniqueConstraints.append(KeyConstraint(name: names.takeUnique(name), columns: columns))
    case .foreignKey where constraint.isDeferred:
      for index in table.foreignKeys.indices where table.foreignKeys[index].columns.map(\.foldedName) == folded {
        table.foreignKeys[index].isDeferred = true
      }
    default: break
    }
  }

  /// The first words of a clause that `Table` can't represent.
  private var untranslatedClause: String? {
    let tokens = SQLLexer.tokens(of: sql)
    for index in tokens.indices.dropLast(2) where tokens[index].is("on") {
      let words = tokens[(index + 1)...].prefix(3).map(\.text)
      let isNothing = words[1] == "restrict" || words[1] == "abort" || Array(words[1...]) == ["no", "action"]
      switch words[0] {
      case "update" where !isNothing, "conflict" where !isNothing,
        "delete" where Array(words[1...]) == ["set", "default"]:
        let count = words[1] == "set" ? 3 : 2
        return tokens[index...].prefix(count + 1).map { $0.text.uppercased() }.joined(separator: " ")
      default: break
      }
    }
    return nil
  }
}
