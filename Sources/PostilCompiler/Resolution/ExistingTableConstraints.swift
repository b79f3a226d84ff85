import PostilCatalog
import PostilSchema

/// What the statement of a table does beside what its model says, for those who write the table in another way.
extension ExistingTable {
  /// Adds the collations, checks and unique keys of the statement, and when its references are checked.
  func complete(_ table: inout Table) {
    guard let definition = self.table.definition?.separated else { return }
    for column in definition.columns {
      let index = table.columns.firstIndex { NameRegister.folded($0.name) == NameRegister.folded(column.name) }
      if let index, let collation = column.collation, table.columns[index].type == .text {
        table.columns[index].collation = Resolver.collation(collation)
      }
    }
    var names = NameRegister()
    for constraint in definition.constraints {
      let parts = constraint.definition
      let columns = (parts?.columns ?? []).map(NameRegister.folded)
      switch constraint.kind {
      case .check:
        let name = constraint.name ?? ObjectName.check(of: table.name, column: constraint.inlineColumn)
        table.checks.append(Check(name: names.takeUnique(name), expression: parts?.content ?? ""))
      case .unique where !table.uniqueConstraints.contains { $0.columns.map(NameRegister.folded) == columns }:
        let name = constraint.name ?? ObjectName.uniqueKey(of: table.name, columns: parts?.columns ?? [])
        table.uniqueConstraints.append(KeyConstraint(name: names.takeUnique(name), columns: parts?.columns ?? []))
      case .foreignKey where parts?.isDeferred == true:
        for index in table.foreignKeys.indices
        where table.foreignKeys[index].columns.map(NameRegister.folded) == columns {
          table.foreignKeys[index].isDeferred = true
        }
      default: break
      }
    }
    table.untranslatedClause = untranslatedClause
  }

  /// The first words that a `Table` has no place for.
  private var untranslatedClause: String? {
    let tokens = SQLTokens(sql).tokens
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
