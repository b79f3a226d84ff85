import PostilCatalog
import PostilSQL

/// Finds the references whose values change: they reference another key of the same table, or a key whose values change.
struct ReferenceResolution {
  let from: SchemaShape
  let to: SchemaShape
  let renames: Renames
  let allowances: [MigrationAllowance]
  private(set) var comparisons: [TableComparison]

  init(
    from: SchemaShape, to: SchemaShape, renames: Renames, allowances: [MigrationAllowance],
    comparisons: [TableComparison]
  ) {
    self.from = from
    self.to = to
    self.renames = renames
    self.allowances = allowances
    self.comparisons = comparisons
  }

  /// A reference in both schemas.
  private struct Pair {
    var old: CatalogForeignKey
    var new: CatalogForeignKey
  }

  mutating func resolve() {
    let pairs = comparisons.map(references)
    // A changed reference may be part of a key, which changes the references to that key.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for index in comparisons.indices {
        // If two references share a column, the one with fewer columns sets its value.
        for pair in pairs[index].sorted(by: { $0.new.columns.count < $1.new.columns.count }) {
          guard let change = change(of: pair, in: comparisons[index]) else { continue }
          comparisons[index].references.append(change)
          comparisons[index].method = .rebuild
          isComplete = false
        }
      }
    }
  }

  // MARK: - which reference is which

  /// The references of a table that are in both schemas and lead to the same table.
  private func references(of comparison: TableComparison) -> [Pair] {
    var old = comparison.old.table.foreignKeys
    var new = comparison.new.table.foreignKeys
    var pairs: [Pair] = []
    func match(_ isSame: (CatalogForeignKey, CatalogForeignKey) -> Bool) {
      new.removeAll { key in
        let index = old.firstIndex {
          renames.newTable($0.referencedTable).isSameName(as: key.referencedTable) && isSame($0, key)
        }
        guard let index else { return false }
        pairs.append(Pair(old: old.remove(at: index), new: key))
        return true
      }
    }
    func newColumns(_ key: CatalogForeignKey) -> [String] {
      key.columns.map { renames.newColumn($0, of: comparison.old.name).foldedName }
    }
    match {
      $0.columns.count == $1.columns.count && isSameKey($0, $1) && newColumns($0) == $1.columns.map(\.foldedName)
    }
    match { Set(newColumns($0)) == Set($1.columns.map(\.foldedName)) }
    // The compiler derives some column names from those of the key, so they change with the key.
    match { old, new in
      guard let stem = stem(old, from), stem == self.stem(new, to) else { return false }
      return isCarriedOver(old, new, in: comparison)
    }
    if comparison.old.isJoin, comparison.new.isJoin {
      match { isCarriedOver($0, $1, in: comparison) }
    } else {
      for key in new {
        func isLikely(_ old: CatalogForeignKey, _ new: CatalogForeignKey) -> Bool {
          renames.newTable(old.referencedTable).isSameName(as: new.referencedTable)
            && isCarriedOver(old, new, in: comparison)
        }
        let former = old.filter { isLikely($0, key) }
        guard former.count == 1, new.filter({ isLikely(former[0], $0) }).count == 1 else { continue }
        match { $0 == former[0] && $1 == key }
      }
    }
    return pairs
  }

  /// Whether both reference the same key, by its columns.
  private func isSameKey(_ old: CatalogForeignKey, _ new: CatalogForeignKey) -> Bool {
    let former = from.table(old.referencedTable.foldedName)
    return old.referencedColumns(in: former).map { renames.newColumn($0, of: old.referencedTable).foldedName }
      == new.referencedColumns(in: to.table(new.referencedTable.foldedName)).map(\.foldedName)
  }

  /// Whether a reference over other columns is the same reference to another key: old columns are dropped or new ones
  /// added, and dropping the old ones wasn't allowed on the command line.
  private func isCarriedOver(
    _ old: CatalogForeignKey, _ new: CatalogForeignKey, in comparison: TableComparison
  ) -> Bool {
    let former = from.table(old.referencedTable.foldedName)
    let parent = to.table(new.referencedTable.foldedName)
    guard old.referencedColumns(in: former).map(\.foldedName) != new.referencedColumns(in: parent).map(\.foldedName)
    else {
      return false
    }
    let dropped = comparison.dropped.filter { column in old.columns.contains { $0.isSameName(as: column.name) } }
    let added = comparison.added.filter { column in new.columns.contains { $0.isSameName(as: column.name) } }
    guard !dropped.isEmpty || !added.isEmpty, !added.contains(where: { $0.generation != nil }) else { return false }
    // A column that stays must belong to both references, or also to another one. Otherwise, its values are unrelated.
    let stay = old.columns.filter { name in !dropped.contains { $0.name.isSameName(as: name) } }
    let came = new.columns.filter { name in !added.contains { $0.name.isSameName(as: name) } }
    let newNames = stay.map { renames.newColumn($0, of: comparison.old.name) }
    func isShared(_ name: String, _ table: TableShape, _ reference: CatalogForeignKey) -> Bool {
      table.table.foreignKeys.contains { $0 != reference && $0.columns.contains { $0.isSameName(as: name) } }
    }
    guard
      zip(stay, newNames).allSatisfy({ former, name in
        new.columns.contains { $0.isSameName(as: name) } || isShared(former, comparison.old, old)
      }),
      came.allSatisfy({ name in
        newNames.contains { $0.isSameName(as: name) } || isShared(name, comparison.new, new)
      })
    else { return false }
    if comparison.old.isJoin, comparison.new.isJoin { return true }
    // A dropped and an added column of the same type may be a rename, which only '@renamed' can confirm.
    let mayBeRename =
      old.columns.count == 1 && new.columns.count == 1 && !dropped.isEmpty && !added.isEmpty
      && dropped[0].declaredType.lowercased() == added[0].declaredType.lowercased()
    return !mayBeRename && !dropped.contains { isDropMeant("\(comparison.old.name).\($0.name)") }
  }

  private func isDropMeant(_ subject: String) -> Bool {
    allowances.contains { $0.code == .dropColumn && $0.subject.map { $0.isSameName(as: subject) } ?? false }
  }

  /// The common prefix of the columns before the names of the key's columns: `seat` for `seat_row` and `seat_place`.
  private func stem(_ key: CatalogForeignKey, _ side: SchemaShape) -> String? {
    let referenced = key.referencedColumns(in: side.table(key.referencedTable.foldedName))
    guard referenced.count == key.columns.count else { return nil }
    let stems = Set(
      zip(key.columns, referenced).map { column, key -> String? in
        let (name, suffix) = (column.foldedName, "_" + key.foldedName)
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
      })
    return stems.count == 1 ? stems.first ?? nil : nil
  }

  // MARK: - what changes

  /// The change of a reference; `nil` if it doesn't change, or if the change was already found.
  private func change(of pair: Pair, in comparison: TableComparison) -> ReferenceChange? {
    guard let parent = comparisons.first(where: { $0.new.name.isSameName(as: pair.new.referencedTable) }) else {
      return nil
    }
    let oldKey = pair.old.referencedColumns(in: parent.old)
    let newKey = pair.new.referencedColumns(in: parent.new)
    guard oldKey.count == pair.old.columns.count, newKey.count == pair.new.columns.count else { return nil }
    var change = ReferenceChange(
      oldColumns: pair.old.columns, oldKey: oldKey, parent: parent.new.name, newColumns: pair.new.columns,
      newKey: newKey)
    let isKnown = comparison.references.contains {
      $0.newColumns == change.newColumns && $0.oldKey == oldKey && $0.parent == change.parent
    }
    if isKnown { return nil }
    let keepsAll = change.newColumns.indices.allSatisfy { keeps(change, $0, comparison, parent) }
    change.values = change.newColumns.indices.map { keepsAll ? nil : value(of: change, $0, comparison, parent) }
    if isCircular(change, of: comparison) {
      change.isCircular = true
      change.values = change.values.map { _ in nil }
      return change
    }
    return change.values.contains { $0 != nil } || !change.lostColumns(in: comparison).isEmpty ? change : nil
  }

  /// Whether a column of the child needs no lookup, because its values change in the same way as the parent's.
  private func keeps(
    _ change: ReferenceChange, _ index: Int, _ child: TableComparison, _ parent: TableComparison
  ) -> Bool {
    guard let pair = child.pairs.first(where: { $0.new.name.isSameName(as: change.newColumns[index]) }),
      let place = change.oldColumns.firstIndex(where: { $0.isSameName(as: pair.old.name) }),
      let key = parent.pairs.first(where: { $0.new.name.isSameName(as: change.newKey[index]) }),
      key.old.name.isSameName(as: change.oldKey[place]), let value = Self.change(of: key, in: parent)
    else { return false }
    return value == Self.change(of: pair, in: child)
  }

  /// Whether a lookup leads back to a column that it sets.
  private func isCircular(_ change: ReferenceChange, of comparison: TableComparison) -> Bool {
    struct QualifiedColumn: Hashable {
      var table: String
      var column: String
    }
    var seen: Set<QualifiedColumn> = []
    var open: [QualifiedColumn] = []
    func follow(_ change: ReferenceChange) {
      for (value, column) in zip(change.values, change.newKey) where value == .lookup {
        open.append(QualifiedColumn(table: change.parent.foldedName, column: column.foldedName))
      }
    }
    let own = zip(change.newColumns, change.values).filter { $0.1 == .lookup }
      .map { QualifiedColumn(table: comparison.new.key, column: $0.0.foldedName) }
    follow(change)
    while let place = open.popLast() {
      if own.contains(place) { return true }
      guard seen.insert(place).inserted else { continue }
      let next = comparisons.first { $0.new.key == place.table }?.reference(giving: place.column)
      if let next { follow(next) }
    }
    return false
  }

  private func value(
    of change: ReferenceChange, _ index: Int, _ child: TableComparison, _ parent: TableComparison
  ) -> ReferenceChange.Value? {
    let name = change.newColumns[index]
    guard child.reference(giving: name) == nil, let column = child.new.column(name.foldedName), column.generation == nil
    else { return nil }
    let pair = child.pairs.first { $0.new.name.isSameName(as: name) }
    // A column that existed before and wasn't part of the reference keeps its own values.
    if let pair, !change.oldColumns.contains(where: { $0.isSameName(as: pair.old.name) }) { return nil }
    if let key = parent.pairs.first(where: { $0.new.name.isSameName(as: change.newKey[index]) }),
      let place = change.oldKey.firstIndex(where: { $0.isSameName(as: key.old.name) }),
      Self.change(of: key, in: parent) == .copied
    {
      let old = change.oldColumns[place]
      let isItself = pair.map { $0.old.name.isSameName(as: old) && $0.isCopied } ?? false
      return isItself ? nil : .column(old)
    }
    return .lookup
  }

  /// What happens to the values of a column that references compare.
  private enum ValueChange: Hashable {
    case copied
    /// The SQL of a value `x`.
    case converted(String)
    /// The value of this column in a row of the table that is found by the old key.
    case lookup(KeyChange, String)
  }

  /// - Returns: `nil` if the new value can't be computed from the child's own value.
  private static func change(of pair: ColumnPair, in comparison: TableComparison) -> ValueChange? {
    if let reference = comparison.reference(giving: pair.new.name) {
      guard reference.value(of: pair.new.name) == .lookup, let column = reference.keyColumn(of: pair.new.name) else {
        return nil
      }
      return .lookup(KeyChange(reference), column.foldedName)
    }
    if comparison.newKey(giving: pair.new.name) != nil { return nil }
    // With a collation, a child's text can equal its parent's but have different bytes.
    let collation = pair.old.collation?.lowercased() ?? "binary"
    if pair.new.generation != nil { return pair.old.meaning == pair.new.meaning ? .copied : nil }
    let conversion = pair.conversion("x")
    if pair.valueRenames != nil { return collation == "binary" ? .converted(pair.expression(of: "x")) : nil }
    if conversion.isIdentity {
      return collation == "binary" || collation == pair.new.collation?.lowercased() ? .copied : nil
    }
    return collation == "binary" ? .converted(conversion.expression) : nil
  }
}

extension TableShape {
  /// Whether the table is a pure join table.
  var isJoin: Bool {
    table.isWithoutRowID && table.foreignKeys.count == 2
      && table.primaryKey.allSatisfy { referencingColumns.contains($0.foldedName) }
  }
}
