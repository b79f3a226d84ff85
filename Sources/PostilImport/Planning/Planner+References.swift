import PostilCatalog
import PostilSQL
import PostilSchema

/// Foreign keys.
extension Planner {
  /// The foreign keys of a table that a `@references` can express.
  func acceptedReferences(of table: CatalogTable) -> [ReferencePlan] {
    var accepted: [ReferencePlan] = []
    for (index, key) in table.foreignKeys.enumerated() {
      let choice = PlannedConstruct.reference(table: table.name, index)
      let what = "the foreign key from \(Remark.list(key.columns)) to '\(key.referencedTable)'"
      if let reason = refusals.reasons[choice] {
        tell(table, "\(what) is only in the statement, without a relationship: \(reason)")
        continue
      }
      switch reference(key, at: index, of: table) {
      case .success(let plan):
        let isRepeated = accepted.contains { $0.columns == plan.columns && same($0.target, plan.target) }
        if !isRepeated { accepted.append(plan) }
        if let remark = plan.remark { tell(table, remark) }
      case .failure(let reason): tell(table, "\(what) is only in the statement, without a relationship: \(reason.text)")
      }
    }
    return accepted
  }

  func tell(_ table: CatalogTable, _ remark: String) {
    if remarks[table.name]?.contains(remark) != true { remarks[table.name, default: []].append(remark) }
  }

  private struct Reason: Error {
    var text: String
  }

  private func reference(
    _ key: CatalogForeignKey, at index: Int, of table: CatalogTable
  ) -> Result<ReferencePlan, Reason> {
    if let problem = ParentKeyProblem.find(for: key, of: table, in: catalog) { return .failure(Reason(text: problem)) }
    guard let target = self.table(key.referencedTable) else {
      return .failure(Reason(text: "'\(key.referencedTable)' has no struct"))
    }
    let targetKey = self.key(of: target).columns
    let referenced = key.referencedColumns ?? target.primaryKey
    guard !targetKey.isEmpty, referenced.count == key.columns.count,
      Set(referenced.map(\.foldedName)) == Set(targetKey.map(\.foldedName))
    else { return .failure(Reason(text: "it references columns other than the key of '\(target.name)'")) }
    guard key.columns.allSatisfy({ table.column($0) != nil && !isLeftOut($0, of: table) }) else {
      return .failure(Reason(text: "one of its columns has no property"))
    }
    // In the order of the target's key properties, which is the order of its columns.
    let ordered = target.columns.map(\.name).filter { name in targetKey.contains { same($0, name) } }
    let columns = ordered.compactMap { name in
      zip(key.columns, referenced).first { same($0.1, name) }.map { pair in
        table.column(pair.0)?.name ?? pair.0
      }
    }
    let nullable = columns.map { column in table.column(column).map { isOptional($0, of: table) } ?? true }
    var plan = ReferencePlan(
      index: index, table: table.name, columns: columns, target: target.name, targetColumns: ordered,
      onDelete: key.onDelete, isOptional: nullable.contains(true), isNullable: !nullable.contains(false),
      isUnique: isUnique(columns, in: table), isIndexed: isIndexed(columns, in: table))
    if key.onDelete == "NO ACTION" { plan.nullifyingTrigger = nullifyingTrigger(plan, nullable, on: target) }
    return .success(plan)
  }

  /// The name of the trigger with which `onDelete: nullify` sets only some columns of a reference to `NULL`.
  private func nullifyingTrigger(_ plan: ReferencePlan, _ nullable: [Bool], on target: CatalogTable) -> String? {
    let table = Table(
      name: plan.table,
      columns: zip(plan.columns, nullable).map { Column(name: $0, type: .any, isNullable: $1) },
      primaryKey: KeyConstraint(name: "", columns: []),
      foreignKeys: [
        ForeignKey(
          name: "", columns: plan.columns, referencedTable: target.name, referencedColumns: plan.targetColumns,
          onDelete: .nullify)
      ])
    let statement = Schema(tables: [table]).script().statements.first { $0.object == .trigger }
    let meaning = statement.map { SQLLexer.tokens(of: $0.sql).meaning }
    let trigger = target.triggers.first { SQLLexer.tokens(of: $0.sql).meaning == meaning }
    return trigger.flatMap { refusals.contains(.trigger($0.name)) ? nil : $0.name }
  }

  /// Removes references whose values can't be read as the key's type. Each removal can change the types of other columns.
  func refuseUnreadableReferences() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for table in tables {
        for (index, reference) in (references[table.name] ?? []).enumerated().reversed() {
          let misfit = zip(reference.columns, reference.targetColumns).first { column, _ in
            !sample(column, of: table).fits(baseType(of: column, in: table))
          }
          guard let misfit else { continue }
          references[table.name]?.remove(at: index)
          isChanged = true
          let what = "from \(Remark.list(reference.columns)) to '\(reference.target)'"
          tell(
            table,
            (reference.isEnforced
              ? "the foreign key \(what) is only in the statement, without a relationship"
              : "the reference \(what) is left out") + ": some values of '\(misfit.0)' can't be read as the type of "
              + "'\(misfit.1)'")
        }
      }
    }
  }

  /// Whether these columns are unique.
  func isUnique(_ columns: [String], in table: CatalogTable) -> Bool {
    let names = Set(columns.map(\.foldedName))
    let keys = table.indexes.filter { $0.isUnique && !$0.isPartial }.map { index in
      Set(index.terms.compactMap { $0.column.map(\.foldedName) })
    }
    return (keys + [Set(key(of: table).columns.map(\.foldedName))]).contains(names)
  }

  /// Whether the columns start the key, or an index without a condition that becomes an annotation.
  func isIndexed(_ columns: [String], in table: CatalogTable) -> Bool {
    // If the compiler would create an index for the reference that isn't in the database, that index was rejected by its name.
    if refusals.contains(.index(ObjectName.index(of: table.name, columns: columns))) { return false }
    let names = Set(columns.map(\.foldedName))
    let lists =
      [key(of: table).columns]
      + table.indexes.filter { index in
        !index.isPartial && index.origin != .primaryKey && !refusals.contains(.index(index.name))
      }
      .map { $0.terms.map { $0.column ?? "" } }
    return lists.contains { Set($0.prefix(columns.count).map(\.foldedName)) == names }
  }

  // MARK: Names

  /// Names the properties of keys first: `id` for a single one.
  func nameKey(of table: CatalogTable) {
    switch key(of: table) {
    case .rowID: _ = names.take("id", in: table.name)
    case .single(let column, let isAssigned):
      let isReference = references[table.name]?.contains { $0.columns.contains { same($0, column) } } == true
      if !isReference, isAssigned || namesKey(column, of: table) { propertyNames[place(column, table)] = "id" }
      // If another property is the key, `id` is generated, so nothing else can have that name.
      _ = names.take("id", in: table.name)
    case .composite, .none: _ = names.take("id", in: table.name)
    }
  }

  /// Whether a column is named like a key: `id`, or `CustomerId` or `customer_id` in `customers`.
  private func namesKey(_ column: String, of table: CatalogTable) -> Bool {
    let words = Words.split(column)
    guard words.last == "id" || words.last == "uuid" || words.last == "guid" else { return false }
    return words.count == 1 || Words.upperCamel(Array(words.dropLast())) == names.structName(of: table.name)
  }

  /// Names the to-one relationships and the properties that hold their keys.
  func nameReferences(of table: CatalogTable) {
    for index in (references[table.name] ?? []).indices {
      guard let reference = references[table.name]?[index] else { continue }
      let target = names.structName(of: reference.target)
      let own = Words.lowerCamel(Words.split(target))
      // The properties of other columns are named before relationships.
      let columnNames = Set(
        table.columns.map { propertyNames[place($0.name, table)] ?? names.propertyName(of: $0.name) })
      func free(_ candidates: [String]) -> String {
        names.takeFirst(
          of: candidates.filter { !columnNames.contains($0) && SwiftWords.written($0) == $0 } + [own + "Row"],
          in: table.name)
      }
      guard reference.columns.count == 1, names.style != .exact, let column = reference.columns.first,
        propertyNames[place(column, table)] == nil
      else {
        let by = "By" + Words.upperCamel(reference.columns.flatMap(Words.split))
        references[table.name]?[index].name = free([own, own + by])
        continue
      }
      var words = Words.split(column)
      let keyWords = Words.split(reference.targetColumns[0])
      if words.count > 1, words.last == "id" {
        words.removeLast()
      } else if words.count > keyWords.count, words.suffix(keyWords.count).elementsEqual(keyWords) {
        // `country_code` for a country with the key `code`: the property keeps its name.
        words.removeLast(keyWords.count)
        references[table.name]?[index].name = free([Words.lowerCamel(words), own])
        continue
      } else if words == keyWords {
        references[table.name]?[index].name = free([own])
        continue
      }
      let name = NameStyle.swift.propertyName(of: words.joined(separator: " "))
      // The relationship gets the name of the column.
      let others = columnNames.subtracting([names.propertyName(of: column)])
      guard !others.contains(name), !others.contains(name + "ID"), !names.isTaken(name + "ID", in: table.name),
        names.takeRelationship(name, in: table.name)
      else {
        references[table.name]?[index].name = free([own])
        continue
      }
      _ = names.take(name + "ID", in: table.name)
      references[table.name]?[index].name = name
      references[table.name]?[index].property = name + "ID"
      propertyNames[place(column, table)] = name + "ID"
    }
  }

  /// Names the to-many and has-one relationships on the other side.
  func nameInverses(of table: CatalogTable) {
    let child = names.structName(of: table.name)
    let words = Words.split(child)
    for index in (references[table.name] ?? []).indices {
      guard let reference = references[table.name]?[index], !refusals.contains(reference.inverseChoice) else {
        continue
      }
      let several = words.dropLast() + [Plural.plural(words.last ?? "")]
      let plain = Words.lowerCamel(reference.isUnique ? words : Array(several))
      let isOnlyOne = (references[table.name] ?? []).filter { same($0.target, reference.target) }.count == 1
      let by = "By" + reference.name.prefix(1).uppercased() + reference.name.dropFirst()
      var candidates = isOnlyOne ? [plain, plain + by] : [plain + by]
      if same(reference.target, table.name) {
        candidates = (reference.name == "parent" && !reference.isUnique ? ["children"] : []) + [plain + by]
      }
      references[table.name]?[index].inverse = candidates.first { names.takeRelationship($0, in: reference.target) }
    }
  }
}
