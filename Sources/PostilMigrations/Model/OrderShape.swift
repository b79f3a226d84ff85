import PostilSQL
import PostilSchema

/// An ordered relationship of one schema.
struct OrderShape {
  /// The table of the members, and its position column.
  var table: String
  var position: String
  /// The columns that reference the owner.
  var owner: [String]

  /// - Returns: `nil` if the relationship isn't ordered.
  init?(_ rules: MemberRules, of table: String) {
    guard let position = rules.position else { return nil }
    (self.table, self.position, owner) = (table, position, rules.columns)
  }
}

extension SchemaShape {
  /// The ordered relationships.
  var orders: [OrderShape] { whole.orders }

  /// The ordered relationships of a table without models, which the triggers that place new rows show.
  func orders(ofMembers members: TableShape) -> [MemberRules] {
    triggers.filter { $0.owner.isSameName(as: members.name) }.compactMap { trigger in
      // CREATE TRIGGER … WHEN NEW."steps_position" IS NULL
      guard let row = trigger.tokens.firstIndex(where: { $0.is("when") }).map({ trigger.tokens[$0...].dropFirst() }),
        row.count > 4, row.prefix(5).map(\.text).last == "null",
        let position = members.column(row.dropFirst(2).first?.nameKey ?? ""),
        let terms = members.indexes.lazy.map({ $0.terms.compactMap(\.column) }).first(where: { terms in
          terms.count > 1 && terms.last?.isSameName(as: position.name) == true
        })
      else { return nil }
      var rules = MemberRules(name: "", columns: terms.dropLast(), owner: "", ownerKey: [])
      rules.position = position.name
      return rules
    }
  }

  /// The limit of a relationship in a database without models: the last number in its trigger for this purpose.
  func limit(_ relationship: String, _ purpose: String) -> Int? {
    guard schema == nil else { return nil }
    let trigger = triggers.first { $0.name.isSameName(as: "\(relationship)_\(purpose)_trigger") }
    return trigger?.tokens.last { $0.kind == .number }.flatMap { Int($0.text) }
  }

  /// The ordered and limited relationships, with the tables of their members.
  var members: [(table: String, rules: MemberRules)] {
    whole.tables.flatMap { table in table.members.map { (table.name, $0) } }
  }

  /// Whether a table contains only data that triggers derive from other tables: owners with too few members, or counts of positions.
  func isDerived(_ table: TableShape) -> Bool {
    if let model = model(table.name) { return model.isDerived }
    let names = table.columns.map { $0.name.foldedName }
    return isCounts(table)
      || names.suffix(2) == ["missing", "found"]
        && table.table.foreignKeys.contains {
          $0.referencedTable.isSameName(as: table.name) && $0.columns.map(\.foldedName) == ["missing"]
        }
  }

  /// Whether a table contains the number of members in each range of positions, as ordered relationships had once.
  func isCounts(_ table: TableShape) -> Bool {
    let names = table.columns.map { $0.name.foldedName }
    return names.suffix(3) == ["level", "node", "count"] && table.table.isWithoutRowID
      && table.table.primaryKey.map(\.foldedName) == names.dropLast()
  }
}
