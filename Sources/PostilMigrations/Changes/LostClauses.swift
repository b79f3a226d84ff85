import PostilEvolution
import PostilSQL
import PostilSchema

/// The clauses that a table loses when `sql:` is removed from its model: those of the old statement that no annotation repeats.
///
/// Tables written by Postil are skipped, because there an annotation was removed, which is visible in the source.
extension PlanBuilder {
  func lostClauses() -> [PlanProblem] {
    comparisons.flatMap { comparison -> [PlanProblem] in
      guard let model = to.model(comparison.new.name), model.statement == nil, comparison.old.isWrittenByHand else {
        return []
      }
      let clauses =
        lostChecks(comparison) + lostKeys(comparison) + lostReferences(comparison) + lostColumnClauses(comparison)
        + lostWithoutAnnotation(comparison)
      return clauses.filter { !isAllowed(.dropConstraint, $0.subject) }.map { clause in
        let notes = clause.line.map { ["to keep it, write \($0)"] } ?? ["no annotation can express it"]
        return PlanProblem(
          table: comparison.new.name, column: clause.column,
          message: "table '\(comparison.new.name)' loses \(clause.what), which is in its old statement",
          notes: notes + ["to drop it, pass '--allow dropConstraint:\(clause.subject)'"])
      }
    }
  }

  private struct LostClause {
    var subject: String
    /// The column whose property the annotation belongs to; `nil` for the struct's.
    var column: String?
    /// `the check 'price > 0'`
    var what: String
    /// The annotation that preserves it, and where to write it; `nil` if there is none.
    var line: String?
  }

  private func clause(
    _ comparison: TableComparison, _ columns: [String], _ what: String, note: String?, name: String? = nil
  ) -> LostClause {
    let place =
      columns.count == 1 ? "above the property of column '\(columns[0])'" : "above the struct"
    return LostClause(
      subject: "\(comparison.new.name).\(name ?? columns.joined(separator: ","))",
      column: columns.count == 1 ? columns[0] : nil, what: what,
      line: note.map { "'// \($0)' \(place)" })
  }

  // MARK: - constraints

  private func lostChecks(_ comparison: TableComparison) -> [LostClause] {
    let table = comparison.old.name
    let kept = comparison.new.definition.constraints.filter { $0.kind == .check }
    return comparison.old.definition.constraints.compactMap { check in
      guard check.kind == .check else { return nil }
      let names = check.tokens.nameKeys
      // A check of a dropped column is dropped with it.
      if comparison.dropped.contains(where: { names.contains($0.name.foldedName) }) { return nil }
      let meaning = renames.meaning(check.tokens, of: table)
      let isKept = kept.contains { new in
        new.tokens.meaning == meaning
          || comparison.pairs.contains { pair in
            TypeCheck.isImplied(check, by: new, column: pair.old.name, formerly: pair.new.name)
              || (pair.valueRenames != nil && TypeCheck.values(check, of: pair.old.name) != nil
                && TypeCheck.values(new, of: pair.new.name) != nil)
          }
      }
      if isKept { return nil }
      let inner = check.tokens.dropFirst(2).dropLast()
      let text = inner.onOneLine { index in
        inner[index].nameKey.flatMap { renames.columns[table.foldedName]?[$0] }.map(SQLText.identifier)
      }
      let columns = comparison.pairs.filter { names.contains($0.old.name.foldedName) }.map(\.new.name)
      let name = check.name.map { ", name: \(SwiftLiteral.string($0))" } ?? ""
      return clause(
        comparison, columns, "the check '\(text)'", note: "@check(\(SwiftLiteral.string(text))\(name))",
        name: check.name)
    }
  }

  private func lostKeys(_ comparison: TableComparison) -> [LostClause] {
    let kept =
      comparison.new.table.indexes.filter { $0.isUnique && !$0.isPartial }
      .map { Set($0.terms.compactMap { $0.column.map(\.foldedName) }) }
      + [Set(comparison.new.table.primaryKey.map(\.foldedName))]
    return comparison.old.table.indexes.compactMap { index in
      let columns = index.terms.compactMap(\.column).map { renames.newColumn($0, of: comparison.old.name) }
      guard index.origin == .uniqueConstraint, !kept.contains(Set(columns.map(\.foldedName))),
        columns.allSatisfy({ column in comparison.pairs.contains { $0.new.name.isSameName(as: column) } })
      else { return nil }
      let list = columns.map { "'\($0)'" }.joined(separator: ", ")
      let note = columns.count == 1 ? "@unique" : "@unique(…)"
      var lost = clause(comparison, columns, "the unique key over \(list)", note: note)
      if columns.count > 1 { lost.line? += ", naming the properties of the columns \(list)" }
      return lost
    }
  }

  private func lostReferences(_ comparison: TableComparison) -> [LostClause] {
    comparison.old.table.foreignKeys.compactMap { key in
      let columns = key.columns.map { renames.newColumn($0, of: comparison.old.name) }
      guard columns.allSatisfy({ column in comparison.pairs.contains { $0.new.name.isSameName(as: column) } }) else {
        return nil
      }
      let referenced = renames.newTable(key.referencedTable)
      let list = columns.map { "'\($0)'" }.joined(separator: ", ")
      let new = comparison.new.table.foreignKeys.first {
        $0.columns.map(\.foldedName) == columns.map(\.foldedName) && $0.referencedTable.isSameName(as: referenced)
      }
      guard let new else {
        return clause(
          comparison, columns, "the reference of \(list) to '\(referenced)'",
          note: columns.count == 1 ? "@references" : "@references(…)")
      }
      guard key.onUpdate != new.onUpdate else { return nil }
      return clause(comparison, columns, "'ON UPDATE \(key.onUpdate)' of the reference of \(list)", note: nil)
    }
  }

  // MARK: - clauses of columns

  private func lostColumnClauses(_ comparison: TableComparison) -> [LostClause] {
    var clauses: [LostClause] = []
    for pair in comparison.pairs {
      let name = pair.new.name
      if let text = pair.old.defaultText, pair.new.defaultText == nil, pair.old.defaultMeaning != "null" {
        clauses.append(
          clause(
            comparison, [name], "the default '\(text)' of column '\(name)'",
            note: "@default(sql: \(SwiftLiteral.string(text)))"))
      }
      if let collation = pair.old.collation, collation.lowercased() != (pair.new.collation ?? "binary").lowercased() {
        let isBuiltIn = ["nocase", "rtrim", "binary"].contains(collation.lowercased())
        let word = isBuiltIn ? collation.lowercased() : SwiftLiteral.string(collation)
        clauses.append(
          clause(comparison, [name], "the collation '\(collation)' of column '\(name)'", note: "@collate(\(word))"))
      }
      if let generation = pair.old.generation, pair.new.generation == nil {
        clauses.append(generated(generation, pair.old, name, of: comparison))
      }
    }
    for column in comparison.dropped {
      guard let generation = column.generation else { continue }
      clauses.append(generated(generation, column, column.name, of: comparison))
    }
    return clauses
  }

  private func generated(
    _ generation: ArraySlice<SQLToken>, _ column: NormalizedDefinition.Column, _ name: String,
    of comparison: TableComparison
  ) -> LostClause {
    let text = SwiftLiteral.string(generation.safeLine)
    return clause(
      comparison, [name], "the generation expression of column '\(name)'",
      note: "@generated(\(text)\(column.isStored ? ", stored" : ""))")
  }

  /// `AUTOINCREMENT` and `ON CONFLICT`.
  private func lostWithoutAnnotation(_ comparison: TableComparison) -> [LostClause] {
    var clauses: [LostClause] = []
    if comparison.old.isAutoincremented, !comparison.new.isAutoincremented {
      clauses.append(
        clause(
          comparison, comparison.new.table.primaryKey,
          "'AUTOINCREMENT' (new rows can reuse the keys of deleted rows)", note: nil))
    }
    let ofColumns = comparison.old.table.columns.compactMap { column in
      column.constraint(.notNull).map { ([column.name], $0.tokens) }
    }
    let ofTable = comparison.old.definition.constraints.map { constraint in
      (constraint.definition?.columns ?? [], constraint.tokens)
    }
    for (columns, tokens) in ofColumns + ofTable {
      guard
        let place = tokens.indices.dropLast(2).first(where: { tokens[$0].is("on") && tokens[$0 + 1].is("conflict") }),
        !tokens[place + 2].is("abort")
      else { continue }
      let names = columns.map { renames.newColumn($0, of: comparison.old.name) }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      clauses.append(
        clause(
          comparison, names, "'ON CONFLICT \(tokens[place + 2].text.uppercased())' of \(list)", note: nil))
    }
    return clauses
  }
}

extension TableShape {
  /// Whether the statement was not written by Postil. Postil's tables are `STRICT`, their names are quoted, every key,
  /// check and foreign key has a name, defaults are in parentheses, and some clauses are never used.
  fileprivate var isWrittenByHand: Bool {
    let first = table.definition?.columns.first?.tokens.first?.source.utf8.first
    return !table.isStrict || first != UInt8(ascii: "\"") || definition.constraints.contains { $0.name == nil }
      || isAutoincremented || table.foreignKeys.contains { $0.onUpdate != "NO ACTION" }
      || zip(tokens, tokens.dropFirst()).contains {
        ($0.is("on") && $1.is("conflict")) || ($0.is("default") && !$1.is("("))
      }
  }

  /// Whether keys of deleted rows are never reused.
  var isAutoincremented: Bool { tokens.contains { $0.is("autoincrement") } }
}
