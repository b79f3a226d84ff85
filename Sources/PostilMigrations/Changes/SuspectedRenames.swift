import PostilEvolution
import PostilSQL
import PostilSchema

/// Finds dropped objects with a similar added object. That may be a rename, which only `@renamed(from:)` can confirm.
extension PlanBuilder {
  func suspectedRenames() -> [PlanProblem] {
    tableProblems() + comparisons.flatMap(columnProblems)
  }

  /// Whether an allowance on the command line answers a question, as for findings.
  func isAllowed(_ code: MigrationFinding.Code, _ subject: String) -> Bool {
    allowances.contains { $0.covers(code, subject) }
  }

  private func columnProblems(_ comparison: TableComparison) -> [PlanProblem] {
    let positions = (from.orders + to.orders).map { $0.position.foldedName }
    func isCandidate(_ column: NormalizedDefinition.Column) -> Bool {
      column.generation == nil && !positions.contains(column.name.foldedName)
        && move(ofColumn: column.name, of: comparison.old)?.isCertain != true
        && move(toColumn: column.name, of: comparison.new) == nil
    }
    // Columns whose values a reference preserves are neither.
    let candidates = comparison.dropped.filter { isCandidate($0) && comparison.reference(replacing: $0.name) == nil }
    return candidates.compactMap { column -> PlanProblem? in
      let subject = "\(comparison.old.name).\(column.name)"
      let similar = comparison.added.filter {
        isCandidate($0) && comparison.reference(giving: $0.name) == nil
          && $0.declaredType.lowercased() == column.declaredType.lowercased()
      }
      guard !similar.isEmpty, !isAllowed(.dropColumn, subject) else { return nil }
      let names = similar.map { "'\($0.name)'" }.joined(separator: ", ")
      return PlanProblem(
        table: comparison.new.name, column: similar[0].name,
        message: "column '\(column.name)' of '\(comparison.new.name)' is missing from the models, and \(names) of "
          + "the same type \(similar.count == 1 ? "is" : "are") new: this is either a rename or a drop",
        notes: similar.map {
          "for a rename, which keeps the values: \(note(for: $0, of: comparison.new.name, was: column.name))"
        } + splitNotes(column, similar, dropped: candidates, of: comparison)
          + ["for a drop and a new column: pass '--allow dropColumn:\(subject)'"])
    }
  }

  /// Where to write `@renamed`, and with which name. The property of an embedded struct names its own part; the
  /// property that contains the struct names the common prefix of its columns.
  private func note(for column: NormalizedDefinition.Column, of table: String, was former: String) -> String {
    func note(_ name: String) -> String { "write '// @renamed(from: \"\(name)\")'" }
    let prefixes = to.modelColumn(table, column.name)?.prefixes ?? []
    guard !prefixes.isEmpty else { return "\(note(former)) above the property of '\(column.name)'" }
    let prefix = prefixes.joined()
    if former.hasPrefix(prefix), former != prefix {
      return
        "\(note(String(former.dropFirst(prefix.count)))) in the embedded struct, above the property of '\(column.name)'"
    }
    for place in prefixes.indices {
      let (before, after) = (prefixes[..<place].joined(), column.name.dropFirst(prefixes[...place].joined().count))
      if former.hasPrefix(before), former.hasSuffix(after), former.count >= before.count + after.count {
        let old = String(former.dropFirst(before.count).dropLast(after.count))
        return "\(note(old)) above the property whose columns begin with '\(prefixes[...place].joined())'"
      }
    }
    return
      "write '// @renamed(from:)' above the property whose columns begin with '\(prefix)', with their old prefix, "
      + "and in the embedded struct above the property of '\(column.name)', with the rest of '\(former)'"
  }

  private func tableProblems() -> [PlanProblem] {
    dropped.filter { !from.isDerived($0) && !isAllowed(.dropTable, $0.name) }.compactMap { old -> PlanProblem? in
      let similar = created.filter { !to.isDerived($0) && isSimilar(old, $0) }
      let move = move(ofTable: old)
      guard !similar.isEmpty, move?.isCertain != true else { return nil }
      let names = similar.map { "'\($0.name)'" }.joined(separator: ", ")
      let arePairs = (similar + [old]).allSatisfy(\.isJoin)
      return PlanProblem(
        table: similar[0].name,
        message:
          "table '\(old.name)' is missing from the models, and \(names) \(similar.count == 1 ? "is" : "are") "
          + "similar: this is either a rename "
          + "or a drop",
        notes: offer(move, "dropTable:\(old.name)")
          + similar.filter { move?.target.key != $0.key }.map { new in
            arePairs
              ? relationshipNote(of: new, was: old)
                ?? "for the same pairs under another name: allow the drop, and add '\(copy(of: old, to: new))' above "
                + "it in the file"
              : "for a rename, which keeps the rows: write '// @renamed(from: \"\(old.name)\")' above the struct of "
                + "'\(new.name)'"
          } + ["for a drop and a new table: pass '--allow dropTable:\(old.name)'"])
    }
  }

  /// Where to write the former name of a relationship; `nil` if its join table belonged to another model, or had the other side's name.
  private func relationshipNote(of new: TableShape, was old: TableShape) -> String? {
    let sides = to.model(new.name)?.pairedSides ?? []
    guard let side = sides.first(where: { new.key == "\($0.table)_\($0.name)".foldedName }) else { return nil }
    let prefix = from.tables.first { renames.newTable($0.name).isSameName(as: side.table) }.map { $0.key + "_" }
    guard let prefix, old.key.hasPrefix(prefix) else { return nil }
    let former = old.name.dropFirst(prefix.count)
    return "for a rename, which keeps the pairs and their order: write '@renamed(from: \"\(former)\")' after the "
      + "'@manyToMany' of '\(side.name)', on the same line"
  }

  /// The statement that moves pairs. Each column gets its value from the column that references the same table,
  /// otherwise from the column in the same position. The positions of an ordered relationship are moved too.
  private func copy(of old: TableShape, to new: TableShape) -> String {
    func columns(_ table: TableShape) -> [String] { table.table.foreignKeys.flatMap(\.columns) }
    func owner(_ order: OrderShape) -> [String] {
      order.owner.compactMap { column in
        let key = (from.tables + to.tables).first { $0.name.isSameName(as: order.table) }?.table.foreignKeys
          .first { $0.columns.contains { $0.isSameName(as: column) } }
        return key.map { renames.newTable($0.referencedTable).foldedName }
      }
    }
    let former = from.orders.filter { $0.table.isSameName(as: old.name) }
    let positions = to.orders.filter { $0.table.isSameName(as: new.name) }.compactMap { order in
      former.first { owner($0) == owner(order) }.map { (new: order.position, old: $0.position) }
    }
    let isSelf = Set(referenced(new) { $0 }).count < 2
    let values = new.table.foreignKeys.flatMap { key -> [String] in
      let same = old.table.foreignKeys.first {
        renames.newTable($0.referencedTable).isSameName(as: key.referencedTable)
      }
      return same?.columns ?? key.columns
    }
    let (targets, sources) = (
      columns(new) + positions.map(\.new), (isSelf ? columns(old) : values) + positions.map(\.old)
    )
    return "INSERT INTO \(SQLText.identifier(new.name)) (\(SQLText.identifiers(targets))) "
      + "SELECT \(SQLText.identifiers(sources)) FROM \(SQLText.identifier(old.name));"
  }

  /// The tables that a join table connects.
  private func referenced(_ table: TableShape, _ newName: (String) -> String) -> [String] {
    table.table.foreignKeys.map { newName($0.referencedTable).foldedName }.sorted()
  }

  /// Whether half of the non-key columns have the same names and types, or all of them have the same types in order.
  func isSimilar(_ old: TableShape, _ new: TableShape) -> Bool {
    if old.isJoin, new.isJoin { return referenced(old, renames.newTable) == referenced(new) { $0 } }
    func columns(_ table: TableShape) -> [String] {
      let key = table.table.primaryKey.count == 1 ? table.table.primaryKey[0].foldedName : ""
      return table.columns.filter { $0.name.foldedName != key }
        .map { "\($0.name.foldedName) \($0.declaredType.lowercased())" }
    }
    let (former, now) = (columns(old), columns(new))
    let most = max(former.count, now.count)
    guard most > 0 else { return old.columns.count == new.columns.count }
    let common = Set(former).intersection(now).count
    if common * 2 >= most { return true }
    return most > 1
      && old.columns.map { $0.declaredType.lowercased() } == new.columns.map { $0.declaredType.lowercased() }
  }
}
