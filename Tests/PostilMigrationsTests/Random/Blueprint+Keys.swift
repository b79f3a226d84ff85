import PostilSchema

/// Random changes of keys, and what follows for the references to them.
extension Blueprint {
  mutating func addJoin(_ random: inout Generator, _ nextID: inout Int) {
    let models = tables.filter { !$0.isJoin }
    let name = ["item_tags", "near", "pairs"].first { name in !tables.contains { $0.name == name } }
    guard let name, let first = random.maybe(models), let second = random.maybe(models) else { return }
    nextID += 1
    var table = Table(id: nextID, name: name, columns: [], key: [])
    table.isJoin = true
    table.isWithoutRowID = true
    addReference(to: first, "left", isRequired: true, in: &table, &random, &nextID)
    addReference(to: second, "right", isRequired: true, in: &table, &random, &nextID)
    guard table.references.count == 2 else { return }
    table.key = table.references.flatMap(\.columns)
    tables.append(table)
  }

  /// Makes other columns the key, or a new one that numbers the rows.
  mutating func changeKey(_ position: Int, _ random: inout Generator, _ nextID: inout Int) {
    var table = tables[position]
    let former = table.key
    nextID += 1
    func addSurrogate() -> Bool {
      let name = ["id", "key", "uid"].first { name in !table.columns.contains { $0.name.lowercased() == name } }
      guard let name else { return false }
      table.columns.insert(Column(id: nextID, name: name, type: .integer(bits: 64), isNullable: false), at: 0)
      table.key = [nextID]
      table.isWithoutRowID = false
      return true
    }
    if !table.isJoin, random.once(in: 4), changeKeyType(of: &table) {
      tables[position] = table
      return follow(table.id, &nextID, depth: 0)
    }
    if table.isJoin {
      // Pairs become rows of a model, and again pairs.
      if table.isWithoutRowID {
        guard addSurrogate() else { return }
        table.uniques = [former]
      } else {
        table.uniques = []
        table.key = table.references.flatMap(\.columns)
        table.isWithoutRowID = true
      }
    } else {
      let required = table.plain.filter { column in
        !column.isNullable && table.references.contains { $0.columns == [column.id] }
      }
      switch random.below(6) {
      case 0,
        1 where table.number != 0:
        table.key = [table.number]
      case 2: table.key = [table.label]
      case 3 where table.number != 0:
        table.key = random.once(in: 2) ? [table.number, table.label] : [table.label, table.number]
      case 4:
        if let column = random.maybe(required) { table.key = [column.id] }
      default: guard addSurrogate() else { return }
      }
    }
    guard table.key != former else { return }
    if !(table.key.count == 1 && table.column(table.key[0])?.type == .integer(bits: 64) && !table.isWithoutRowID) {
      table.words = []
    }
    tables[position] = table
    follow(table.id, &nextID, depth: 0, renames: random.once(in: 3))
    if random.once(in: 2) {
      // The old key may stay as a column.
      let gone = former.filter { id in
        !tables[position].fixed.contains(id)
      }
      for id in gone { drop(id, of: &tables[position]) }
    }
  }

  /// Gives a key a type to which its values can be converted.
  private func changeKeyType(of table: inout Table) -> Bool {
    guard table.key.count == 1, table.key != [table.label], table.key != [table.number], table.words.isEmpty,
      !table.references.contains(where: { $0.columns == table.key }),
      let index = table.columns.firstIndex(where: { $0.id == table.key[0] })
    else { return false }
    let types: [ColumnType: ColumnType] = [
      .integer(bits: 64): .text, .text: .integer(bits: 64), .uuid: .uuidBytes, .uuidBytes: .uuid,
    ]
    guard let type = types[table.columns[index].type] else { return false }
    let id = table.key[0]
    table.columns[index].type = type
    table.tableChecks.removeAll { $0.0 == id || $0.1 == id }
    table.indexes.removeAll { $0.expression == id }
    return true
  }

  /// Gives the references to a table the columns that its key has now.
  /// - Parameter renames: whether columns are replaced where they could stay.
  mutating func follow(_ id: Int, _ nextID: inout Int, depth: Int, renames: Bool = false) {
    guard let parent = table(id), depth < 6 else { return }
    let key = parent.key.compactMap { parent.column($0) }
    for position in tables.indices {
      var table = tables[position]
      for index in table.references.indices where table.references[index].table == id {
        let old = table.references[index].columns
        var new: [Int] = []
        let isRequired = old.contains { table.column($0)?.isNullable == false }
        let stays =
          old.count == key.count && (key.count == 1 || zip(old, key).allSatisfy { table.column($0)?.type == $1.type })
        for (place, part) in key.enumerated() {
          if stays, let column = table.columns.firstIndex(where: { $0.id == old[place] }),
            !(renames && key.count == 1 && !table.isJoin && table.columns[column].type != part.type)
          {
            if table.columns[column].type != part.type {
              table.columns[column].type = part.type
              table.tableChecks.removeAll { $0.0 == old[place] || $0.1 == old[place] }
              if let other = table.indexes.firstIndex(where: { $0.expression == old[place] }) {
                table.indexes.remove(at: other)
              }
              table.words.removeAll { $0 == old[place] }
            }
            table.columns[column].collation = part.collation
            new.append(old[place])
            continue
          }
          nextID += 1
          var name = "\(table.references[index].stem)_\(part.name)"
          while table.columns.contains(where: { $0.name.lowercased() == name.lowercased() && !old.contains($0.id) }) {
            name += "_"
          }
          table.columns.append(
            Column(id: nextID, name: name, type: part.type, isNullable: !isRequired, collation: part.collation))
          new.append(nextID)
        }
        guard new != old else { continue }
        var reference = table.references[index]
        reference.columns = new
        // References that end with the columns are put back.
        let wasInKey = table.key.contains { old.contains($0) }
        if wasInKey {
          let kept = table.key.filter { !old.contains($0) }
          table.key = table.isJoin && table.isWithoutRowID ? [] : kept + new
        }
        let uniques = table.uniques
        for column in old where !new.contains(column) && table.column(column) != nil {
          let references = table.references
          drop(column, of: &table)
          table.references = references
        }
        table.references[index] = reference
        if table.isJoin {
          let all = table.references.flatMap(\.columns)
          if table.isWithoutRowID { table.key = all } else if !uniques.isEmpty { table.uniques = [all] }
        }
      }
      tables[position] = table
      // A key of references changes with them.
      let references = table.references.filter { $0.table == id }.flatMap(\.columns)
      if table.id != id, !Set(table.key).isDisjoint(with: references) { follow(table.id, &nextID, depth: depth + 1) }
    }
  }
}
