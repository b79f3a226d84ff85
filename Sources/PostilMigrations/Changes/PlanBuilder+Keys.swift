import PostilSQL
import PostilSchema

/// Findings about new or stricter keys and unique indexes.
extension PlanBuilder {
  /// A key or a unique index.
  private struct Key {
    /// The columns, by their keys in the new table, with their collations; `nil` for an expression.
    var columns: [(name: String, collation: String)?]
    /// The terms, without sort orders.
    var terms: [ArraySlice<SQLToken>]
    var condition: ArraySlice<SQLToken>?
    /// The statement of an index, in a comparable form.
    var meaning: String?
    var isPrimary: Bool
  }

  func keys(of comparison: TableComparison) -> [MigrationFinding] {
    let former = keys(of: comparison.old) { renames.newColumn($0, of: comparison.old.name) }
    let copied = Set(comparison.pairs.filter { comparison.keepsValuesApart($0) }.map { $0.new.name.foldedName })
    let numbered = comparison.numberedColumn.map { $0.name.foldedName }
    var findings: [MigrationFinding] = []
    for key in keys(of: comparison.new, { $0 }) {
      let isHeld = former.contains { old in
        if let meaning = old.meaning, meaning == key.meaning,
          key.columns.allSatisfy({ $0.map { copied.contains($0.name) } ?? true })
        {
          return true
        }
        return old.condition == nil
          && old.columns.allSatisfy { column in
            guard let column else { return false }
            if isReferenced(column.name, by: key, in: comparison) { return true }
            guard copied.contains(column.name) else { return false }
            return key.columns.contains { $0?.name == column.name && isFiner($0?.collation, than: column.collation) }
          }
      }
      if let numbered, key.columns.contains(where: { $0?.name == numbered }) { continue }
      // NULLs are distinct, except in a primary key.
      let isEmpty = comparison.added.contains { added in
        !added.isNotNull && added.defaultText == nil && added.generation == nil
          && comparison.reference(giving: added.name) == nil
          && key.columns.contains { $0?.name == added.name.foldedName }
      }
      if isHeld || (isEmpty && !key.isPrimary) { continue }
      if let finding = finding(of: key, in: comparison), !findings.contains(finding) { findings.append(finding) }
    }
    return findings
  }

  /// Whether a key contains all columns of the reference that replaces this one. Rows that reference the same row then
  /// did so before.
  private func isReferenced(_ column: String, by key: Key, in comparison: TableComparison) -> Bool {
    comparison.references.contains { change in
      change.oldColumns.contains { renames.newColumn($0, of: comparison.old.name).foldedName == column }
        && change.newColumns.allSatisfy { name in key.columns.contains { $0?.name == name.foldedName } }
    }
  }

  /// Whether texts that one collation distinguishes are also distinguished by the other.
  private func isFiner(_ collation: String?, than former: String) -> Bool {
    collation?.lowercased() == former.lowercased() || collation?.lowercased() == "binary"
  }

  private func finding(of key: Key, in comparison: TableComparison) -> MigrationFinding? {
    var names = Set(key.columns.compactMap { $0?.name })
    for part in key.terms + [key.condition].compactMap(\.self) { names.formUnion(part.nameKeys) }
    guard let source = relation(of: comparison.new.name, needing: names) else { return nil }
    let terms = key.terms.map(\.safeLine)
    var conditions = terms.map { "\($0) IS NOT NULL" }
    if let condition = key.condition { conditions.append("(\(condition.safeLine))") }
    let groups = zip(terms, key.columns).map { term, column in
      column.map {
        // In PostgreSQL, the type of a column without case is 'citext'.
        $0.collation.lowercased() == "binary" || isServer && $0.collation.lowercased() == "nocase"
          ? term : "\(term) COLLATE \(SQLText.identifier($0.collation))"
      }
        ?? term
    }
    let columns = key.columns.enumerated().map { index, column in
      column.flatMap { column in comparison.new.column(column.name)?.name } ?? terms[index]
    }
    let subject = "\(comparison.new.name).\(columns.joined(separator: ","))"
    return finding(
      .newUnique, subject,
      "'\(subject)' becomes unique; first correct or delete the rows that the query finds",
      "SELECT coalesce(sum(\"rows\" - 1), 0) FROM (SELECT count(*) AS \"rows\" FROM \(source) WHERE "
        + "\(conditions.joined(separator: " AND ")) GROUP BY \(groups.joined(separator: ", ")) HAVING count(*) > 1)\(named("groups"))"
    )
  }

  private func keys(of table: TableShape, _ newName: (String) -> String) -> [Key] {
    var keys = table.table.indexes.filter(\.isUnique).map { index -> Key in
      let definition = index.definition
      return Key(
        columns: index.terms.map { term in term.column.map { (newName($0).foldedName, term.collation) } },
        terms: index.terms.enumerated().map { position, term -> ArraySlice<SQLToken> in
          if let column = term.column { return [SQLToken(naming: newName(column))] }
          return definition.map { Self.withoutDirection($0.terms[position]) } ?? []
        },
        condition: definition?.condition,
        meaning: definition.map { withoutName($0.tokens, of: table.name) }, isPrimary: index.origin == .primaryKey)
    }
    if !table.table.primaryKey.isEmpty, !keys.contains(where: \.isPrimary) {
      keys.append(
        Key(
          columns: table.table.primaryKey.map { (newName($0).foldedName, "BINARY") },
          terms: table.table.primaryKey.map { [SQLToken(naming: newName($0))] }, condition: nil, meaning: nil,
          isPrimary: true))
    }
    return keys
  }

  /// The terms and the condition of an index, without its name.
  private func withoutName(_ tokens: [SQLToken], of table: String) -> String {
    let isNew = to.table(table.foldedName) != nil && comparison(ofOld: table) == nil
    let meaning = isNew ? tokens.meaning : renames.meaning(ofIndex: tokens, of: table)
    return meaning.range(ofFirst: " on ").map { String(meaning[$0...]) } ?? meaning
  }

  private static func withoutDirection(_ term: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    term.last.map { $0.is("desc") || $0.is("asc") } == true ? term.dropLast() : term
  }
}

extension String {
  /// The position of the first occurrence of `text`.
  fileprivate func range(ofFirst text: String) -> String.Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
