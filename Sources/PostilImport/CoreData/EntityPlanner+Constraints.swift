import PostilSQL

extension EntityPlanner {
  /// Adds the uniqueness constraints and indexes of the model.
  mutating func planConstraints(of index: Int) throws {
    let root = plans[index].root
    for entity in family(of: root) {
      for names in entity.uniques { try addUnique(names, of: entity, index) }
      for names in entity.indexes { addIndex(names, index) }
    }
    if isGuess, let store, let table = store.layout.table(of: root) {
      for columns in table.uniques {
        let names = columns.compactMap { column in
          plans[index].columnNames.first { $0.value == "t.\(SQLText.identifier(column))" }?.key
        }
        if names.count == columns.count { try addUnique(names, of: family(of: root)[0], index) }
      }
    }
  }

  private mutating func addUnique(_ names: [String], of entity: Entity, _ index: Int) throws {
    let plan = plans[index]
    let shown = names.map { "'\($0)'" }.joined(separator: ", ")
    // The key is unique already.
    if names == ["id"], plan.propertyNames["id"] == "id" { return }
    let properties = names.compactMap { plan.propertyNames[$0] }
    guard properties.count == names.count, !names.isEmpty else {
      plans[index].value.remarks.append(
        "the uniqueness of \(shown) is left out, because it isn't about columns of this table")
      return
    }
    guard entity.name == plan.root else {
      plans[index].value.remarks.append(
        "\(shown) of '\(entity.name)' must be unique in the model; the struct contains other entities too, so the constraint is left out"
      )
      return
    }
    let expressions = names.compactMap { plan.columnNames[$0] }
    if let store, let table = tableName(plan), expressions.count == names.count {
      let list = expressions.joined(separator: ", ")
      let condition = expressions.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      let repeated = try store.rows.number(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) t WHERE \(condition) GROUP BY \(list) HAVING count(*) > 1)")
      if repeated > 0 {
        let text =
          "\(shown) must be unique in the model, but \(repeated == 1 ? "1 value is" : "\(repeated) values are") repeated; the constraint is left out"
        plans[index].value.remarks.append(text)
        warnings.append("'\(plan.value.name)': \(text)")
        return
      }
    }
    if properties.count == 1, let place = plan.value.properties.firstIndex(where: { $0.name == properties[0] }) {
      let notes = plan.value.properties[place].notes + plan.value.properties[place].notesAbove
      if !notes.contains(where: { $0.lines.contains { $0.contains("@unique") } }) {
        plans[index].value.properties[place].notes.append(ImportedStruct.Note("@unique"))
      }
      return
    }
    plans[index].value.notes.append(ImportedStruct.Note("@unique(\(properties.joined(separator: ", ")))"))
  }

  private mutating func addIndex(_ names: [String], _ index: Int) {
    let terms = names.map { name -> String? in
      let property = plans[index].propertyNames[name.hasPrefix("-") ? String(name.dropFirst()) : name]
      return property.map { name.hasPrefix("-") ? "\($0).descending" : $0 }
    }
    let shown = names.map { "'\($0)'" }.joined(separator: ", ")
    guard !terms.isEmpty, !terms.contains(nil) else {
      plans[index].value.remarks.append(
        "the index of \(shown) is left out, because it isn't about columns of this table")
      return
    }
    let note = "@index(\(terms.compactMap(\.self).joined(separator: ", ")))"
    // A reference and the key have an index.
    let isIndexed =
      terms.count == 1
      && plans[index].value.properties.contains { property in
        property.name == terms[0]
          && (property.name == "id"
            || (property.notesAbove + property.notes).contains {
              $0.lines[0].hasPrefix("@references") || $0.lines[0] == "@unique"
            })
      }
    if !isIndexed, !plans[index].value.notes.contains(where: { $0.lines == [note] }) {
      plans[index].value.notes.append(ImportedStruct.Note(note))
    }
  }
}
