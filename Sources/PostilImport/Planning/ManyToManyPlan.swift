import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// A table whose key consists of two references: its rows are the pairs of a many-to-many relationship.
struct ManyToManyPlan {
  var table: String
  /// The table's struct; `nil` if the relationship alone creates the table.
  var through: String?
  var near: ReferencePlan
  var far: ReferencePlan
  /// The struct on the far side.
  var target: String
  /// The names on the near and the far side.
  var name: String
  var inverse: String?
  /// Whether the references must be named, because there are others to the same table.
  var isExplicit = false

  func notes(of table: String) -> [ImportedStruct.Note] {
    guard near.target.foldedName == table.foldedName else { return [] }
    var arguments = ["\(name): \(target)"]
    if let through {
      arguments.append("through: \(through)")
      if isExplicit { arguments += ["from: \(near.name)", "to: \(far.name)"] }
    }
    if let inverse { arguments.append("inverse: \(inverse)") }
    let choice: PlannedConstruct = through == nil ? .joinTable(self.table) : .manyToMany(table: self.table)
    return [ImportedStruct.Note("@manyToMany(\(arguments.joined(separator: ", ")))", choice)]
  }
}

extension Planner {
  /// The many-to-many relationship of a table of pairs; `nil` for other tables.
  func manyToMany(_ table: CatalogTable) -> ManyToManyPlan? {
    guard !refusals.contains(.manyToMany(table: table.name)) else { return nil }
    let references = references[table.name] ?? []
    let uniques =
      [key(of: table).columns]
      + table.indexes.filter { $0.origin == .uniqueConstraint }.map { $0.terms.compactMap(\.column) }
    for (position, near) in references.enumerated() {
      for far in references[(position + 1)...] {
        let pair = Set((near.columns + far.columns).map(\.foldedName))
        guard pair.count == near.columns.count + far.columns.count, !near.isOptional, !far.isOptional,
          uniques.contains(where: { Set($0.map(\.foldedName)) == pair })
        else { continue }
        let isSelf = same(near.target, far.target)
        let sides = [near, far].map { side in
          plural(isSelf ? side.name : Words.lowerCamel(Words.split(names.structName(of: side.target))))
        }
        let isExplicit = [near, far].contains { side in references.filter { same($0.target, side.target) }.count > 1 }
        guard let name = free(sides[1], far, in: near.target) else { return nil }
        return ManyToManyPlan(
          table: table.name, through: names.structName(of: table.name), near: near, far: far,
          target: names.structName(of: far.target), name: name, inverse: free(sides[0], near, in: far.target),
          isExplicit: isExplicit)
      }
    }
    return nil
  }

  private func free(_ name: String, _ reference: ReferencePlan, in table: String) -> String? {
    [name, name + "By" + names.structName(of: reference.table)].first { names.takeRelationship($0, in: table) }
  }

  private func plural(_ name: String) -> String {
    let words = Words.split(name)
    return Words.lowerCamel(words.dropLast() + [Plural.plural(words.last ?? "")])
  }

  // MARK: Join tables in Postil's form

  /// The relationship that would create exactly this table, so that it doesn't need a struct.
  func joinTable(_ table: CatalogTable) -> ManyToManyPlan? {
    let references = references[table.name] ?? []
    guard table.isStrict, table.isWithoutRowID, references.count == 2, table.foreignKeys.count == 2,
      !refusals.contains(.joinTable(table.name)),
      references.allSatisfy({ $0.onDelete == "CASCADE" && $0.property != nil }),
      table.columns.count == references[0].columns.count + references[1].columns.count,
      table.indexes.filter({ $0.origin == .statement }).count == 1
    else { return nil }
    let (near, far) = (references[0], references[1])
    // `book_subjects` for 'book'
    guard table.name.hasPrefix("\(near.target)_"), same(near.columns[0], "\(near.target)_\(near.targetColumns[0])")
    else {
      return nil
    }
    let name = Words.lowerCamel(Words.split(String(table.name.dropFirst(near.target.count + 1))))
    let isSelf = same(near.target, far.target)
    let other = plural(Words.lowerCamel(Words.split(names.structName(of: near.target))))
    // The table may be named after the relationship on the other side.
    let isFirst = table.name < "\(far.target)_\(SnakeCase.name(other))"
    let hasInverse = !isSelf && isFirst && !names.isTaken(other, in: far.target)
    let isReferred = tables.contains { other in refers(other, to: table) }
    guard !isReferred, names.take(name, in: near.target) else { return nil }
    if hasInverse { _ = names.take(other, in: far.target) }
    return ManyToManyPlan(
      table: table.name, near: near, far: far, target: names.structName(of: far.target), name: name,
      inverse: hasInverse ? other : nil)
  }

  private func refers(_ other: CatalogTable, to table: CatalogTable) -> Bool {
    references[other.name]?.contains { same($0.target, table.name) } == true
  }
}
