import PostilSchema

/// Random schemas, and random changes of them.
extension Blueprint {
  static func random(_ random: inout Generator, _ nextID: inout Int) -> Blueprint {
    var blueprint = Blueprint()
    for _ in 0..<(1 + random.below(4)) { blueprint.addTable(&random, &nextID) }
    for _ in 0..<random.below(3) {
      let position = random.below(blueprint.tables.count)
      var table = blueprint.tables[position]
      blueprint.changeReference(of: &table, &random, &nextID)
      blueprint.tables[position] = table
      for id in table.references.map(\.table) { blueprint.follow(id, &nextID, depth: 0) }
    }
    if random.once(in: 2) { blueprint.addJoin(&random, &nextID) }
    for _ in 0..<random.below(3) { blueprint.addView(&random, &nextID) }
    return blueprint
  }

  private static func fresh(_ taken: [String], _ pool: [String], _ random: inout Generator) -> String? {
    random.maybe(pool.filter { name in !taken.contains { $0.lowercased() == name.lowercased() } })
  }

  mutating func addTable(_ random: inout Generator, _ nextID: inout Int) {
    let pool = ["item", "list", "tag", "group", "my table", "Note", "a\"b"]
    guard let name = Self.fresh(tables.map(\.name), pool, &random) else { return }
    nextID += 1
    var table = Table(id: nextID, name: name, columns: [], key: [])
    nextID += 1
    let keyType: ColumnType = random.pick([.integer(bits: 64), .integer(bits: 64), .integer(bits: 64), .text, .uuid])
    table.columns = [
      Column(id: nextID, name: "id", type: keyType, isNullable: false),
      Column(id: nextID + 1, name: "label", type: .text, isNullable: false),
      Column(id: nextID + 2, name: "number", type: .integer(bits: 64), isNullable: false),
    ]
    if random.once(in: 6) { table.columns[1].collation = "NOCASE" }
    (table.label, table.number) = (nextID + 1, nextID + 2)
    switch random.below(5) {
    case 0: table.key = [table.number]
    case 1: table.key = [table.number, table.label]
    default: table.key = [nextID]
    }
    nextID += 2
    table.isWithoutRowID = random.once(in: 6)
    if random.once(in: 2) { table.documentation = ["The table \(name)."] }
    for _ in 0..<random.below(6) { Self.addColumn(to: &table, &random, &nextID) }
    tables.append(table)
    let position = tables.count - 1
    for _ in 0..<3 where random.once(in: 2) { change(position, &random, &nextID) }
  }

  static func addColumn(to table: inout Table, _ random: inout Generator, _ nextID: inout Int) {
    let pool = ["title", "note", "order", "size", "Due", "my col", "value", "kind", "from"]
    guard let name = fresh(table.columns.map(\.name), pool, &random) else { return }
    nextID += 1
    var column = Column(
      id: nextID, name: name, type: random.pick(Values.types), isNullable: random.once(in: 2),
      hasDefault: random.once(in: 3), hasInitialValue: random.once(in: 2))
    if column.type == .text, random.once(in: 4) { column.collation = "NOCASE" }
    if random.once(in: 7), let source = random.maybe(table.plain) {
      column = Column(
        id: nextID, name: name, type: .integer(bits: 64), isNullable: true, source: source.id,
        isStored: random.once(in: 2))
    }
    table.columns.append(column)
  }

  mutating func addView(_ random: inout Generator, _ nextID: inout Int) {
    guard let table = random.maybe(tables) else { return }
    nextID += 1
    let other = random.once(in: 3) ? random.maybe(views.filter { $0.view == nil }) : nil
    views.append(
      View(
        id: nextID, table: other?.table ?? table.id, columns: other?.columns ?? table.columns.prefix(3).map(\.id),
        view: other?.id))
  }

  /// Makes one change to something.
  mutating func change(_ random: inout Generator, _ nextID: inout Int) {
    switch random.below(18) {
    case 0: addTable(&random, &nextID)
    case 12, 13, 14, 15:
      // A key that nothing references tells little.
      let referenced = tables.indices.filter { isReferenced(tables[$0].id) }
      changeKey(random.maybe(referenced) ?? random.below(tables.count), &random, &nextID)
    case 16: addJoin(&random, &nextID)
    case 1 where tables.count > 1: dropTable(random.below(tables.count))
    case 2: addView(&random, &nextID)
    case 3 where !views.isEmpty:
      let id = views.remove(at: random.below(views.count)).id
      views.removeAll { $0.view == id }
    case 4:
      let position = random.below(tables.count)
      let pool = ["folder", "thing", "other table", "entry"]
      if let name = Self.fresh(tables.map(\.name), pool, &random) { tables[position].name = name }
    default: change(random.below(tables.count), &random, &nextID)
    }
    dropViews()
  }

  private mutating func dropTable(_ position: Int) {
    guard tables[position].isJoin || tables.count(where: { !$0.isJoin }) > 1 else { return }
    let id = tables.remove(at: position).id
    for join in tables where join.isJoin && join.references.contains(where: { $0.table == id }) {
      if let index = tables.firstIndex(where: { $0.id == join.id }) { dropTable(index) }
    }
    for index in tables.indices { tables[index].references.removeAll { $0.table == id } }
    let gone = views.filter { $0.table == id }.map(\.id)
    views.removeAll { view in gone.contains(view.id) || view.view.map(gone.contains) == true }
  }

  /// Makes one change to a table.
  private mutating func change(_ position: Int, _ random: inout Generator, _ nextID: inout Int) {
    var table = tables[position]
    // Pairs are pairs: nothing else changes than what they reference.
    guard !table.isJoin else { return }
    let others = table.plain.filter { !table.key.contains($0.id) && $0.id != table.label && $0.id != table.number }
    let texts = table.plain.filter { $0.type == .text }
    nextID += 1
    switch random.below(20) {
    case 0, 1: Self.addColumn(to: &table, &random, &nextID)
    case 2:
      let droppable = table.columns.filter { !table.key.contains($0.id) && $0.id != table.label }
      if let column = random.maybe(droppable) { drop(column.id, of: &table) }
    case 3:
      if let column = random.maybe(others), let index = table.columns.firstIndex(where: { $0.id == column.id }),
        !table.fixed.contains(column.id), !table.words.contains(column.id)
      {
        table.columns[index].type = random.pick(Values.types)
        table.columns[index].collation = nil
        table.tableChecks.removeAll { $0.0 == column.id || $0.1 == column.id }
      }
    case 4:
      if let column = random.maybe(others), let index = table.columns.firstIndex(where: { $0.id == column.id }) {
        table.columns[index].isNullable.toggle()
      }
    case 5:
      if let column = random.maybe(others), let index = table.columns.firstIndex(where: { $0.id == column.id }) {
        table.columns[index].hasDefault.toggle()
      }
    case 6:
      if let column = random.maybe(texts), let index = table.columns.firstIndex(where: { $0.id == column.id }),
        !table.key.contains(column.id)
      {
        table.columns[index].collation = column.collation == nil ? "NOCASE" : nil
      } else if random.once(in: 2), let index = table.columns.firstIndex(where: { $0.id == table.label }) {
        table.columns[index].collation = table.columns[index].collation == nil ? "NOCASE" : nil
      }
    case 7:
      if let column = random.maybe(table.columns), let index = table.columns.firstIndex(where: { $0.id == column.id }) {
        let pool = ["label", "the size", "select", "when_at", "zed"]
        if let name = Self.fresh(table.columns.map(\.name), pool, &random) { table.columns[index].name = name }
      }
    case 8:
      if let column = random.maybe(others) {
        if let index = table.checks.firstIndex(of: column.id) {
          table.checks.remove(at: index)
        } else {
          table.checks.append(column.id)
        }
      }
    case 9:
      let columns = Array(others.shuffled(using: &random).prefix(1 + random.below(2))).map(\.id)
      if !columns.isEmpty {
        if let index = table.uniques.firstIndex(of: columns) {
          table.uniques.remove(at: index)
        } else if !table.uniques.contains(where: { Set($0) == Set(columns) }) {
          table.uniques.append(columns)
        }
      }
    case 10, 11:
      if table.indexes.count > 1 {
        table.indexes.remove(at: random.below(table.indexes.count))
      } else if let first = random.maybe(table.columns) {
        table.indexes.append(
          Index(
            columns: [first.id] + (random.maybe(others.filter { $0.id != first.id }).map { [$0.id] } ?? []),
            isUnique: random.once(in: 3), isDescending: random.once(in: 3),
            condition: random.once(in: 3) ? random.maybe(others)?.id : nil,
            expression: random.once(in: 4) ? random.maybe(texts)?.id : nil))
      }
    case 12, 13: changeReference(of: &table, &random, &nextID)
    case 14:
      if random.once(in: 2) { table.isWithoutRowID.toggle() } else { table.columns.shuffle(using: &random) }
      if table.isWithoutRowID { table.words = [] }
    case 15, 16:
      let isRowID = table.key.count == 1 && table.column(table.key[0])?.type == .integer(bits: 64)
      if !table.words.isEmpty, random.once(in: 2) {
        table.words = []
      } else if isRowID, !table.isWithoutRowID {
        table.words = Array(texts.shuffled(using: &random).prefix(2)).map(\.id)
        table.tokenizer = random.once(in: 2) ? "porter" : nil
      }
    case 17:
      if table.triggers.isEmpty { table.triggers = [nextID] } else { table.triggers = [] }
    case 18:
      if others.count > 1 { table.tableChecks = table.tableChecks.isEmpty ? [(others[0].id, others[1].id)] : [] }
    default:
      if table.words.isEmpty, let other = others.first(where: { !$0.isNullable }), !isReferenced(table.id) {
        table.key = table.key.count == 1 ? [table.key[0], other.id] : [table.key[0]]
      }
    }
    tables[position] = table
    // References hold the keys of what they reference.
    for id in [table.id] + table.references.map(\.table) { follow(id, &nextID, depth: 0) }
  }

  func isReferenced(_ table: Int) -> Bool { tables.contains { $0.references.contains { $0.table == table } } }

  func changeReference(of table: inout Table, _ random: inout Generator, _ nextID: inout Int) {
    if !table.references.isEmpty, random.once(in: 2) {
      let index = random.below(table.references.count)
      if random.once(in: 2) {
        table.references.remove(at: index)
      } else {
        table.references[index].rule = random.pick(DeleteRule.allCases)
        if table.references[index].rule == .nullify,
          !table.references[index].columns.contains(where: table.key.contains)
        {
          for column in table.columns.indices where table.references[index].columns.contains(table.columns[column].id) {
            table.columns[column].isNullable = true
          }
        }
        // The same column, and another table.
        if random.once(in: 4), let parent = random.maybe(tables) { table.references[index].table = parent.id }
      }
      return
    }
    let stems = ["parent", "owner", "list"].filter { stem in !table.references.contains { $0.stem == stem } }
    guard let parent = random.maybe(tables.filter { !$0.isJoin }), let stem = random.maybe(stems) else { return }
    addReference(to: parent, stem, isRequired: random.once(in: 4), in: &table, &random, &nextID)
  }

  /// A reference with columns of its own: one is called after the relationship, several after the parts of the key.
  func addReference(
    to parent: Table, _ stem: String, isRequired: Bool, in table: inout Table, _ random: inout Generator,
    _ nextID: inout Int
  ) {
    var columns: [Column] = []
    for key in parent.key.compactMap({ parent.column($0) }) {
      nextID += 1
      let name = parent.key.count == 1 ? "\(stem)_id" : "\(stem)_\(key.name)"
      guard !table.columns.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
      columns.append(
        Column(
          id: nextID, name: name, type: key.type, isNullable: !isRequired,
          hasDefault: parent.key.count == 1 && !table.isJoin && random.once(in: 9), collation: key.collation))
    }
    table.columns += columns
    nextID += 1
    table.references.append(
      Reference(
        id: nextID, columns: columns.map(\.id), table: parent.id,
        rule: random.pick(isRequired ? [.cascade, .deny] : DeleteRule.allCases), isDeferred: random.once(in: 4),
        stem: stem))
  }

  func drop(_ id: Int, of table: inout Table) {
    var gone = [id]
    gone += table.columns.filter { $0.source == id }.map(\.id)
    table.columns.removeAll { gone.contains($0.id) }
    table.checks.removeAll(where: gone.contains)
    table.tableChecks.removeAll { gone.contains($0.0) || gone.contains($0.1) }
    table.uniques.removeAll { !Set($0).isDisjoint(with: gone) }
    table.references.removeAll { !Set($0.columns).isDisjoint(with: gone) }
    table.words.removeAll(where: gone.contains)
    if gone.contains(table.number) { table.number = 0 }
    table.indexes.removeAll { index in
      !Set(index.columns).isDisjoint(with: gone) || index.condition.map(gone.contains) == true
        || index.expression.map(gone.contains) == true
    }
  }

  /// Removes the views of columns that are gone.
  mutating func dropViews() {
    let hit = views.filter { view in
      view.columns.contains { id in table(view.table).map { $0.column(id) == nil } ?? true }
    }.map(\.id)
    views.removeAll { hit.contains($0.id) || $0.view.map(hit.contains) == true }
  }
}
