import PostilSQL

/// Writes an exclusion constraint for SQLite: an index, and triggers that look for the row before the new one.
///
/// The rows that are there don't overlap. So if any of them overlaps a new range, the one with the last lower bound before the end of that
/// range does, and it is found by one step in the index.
package enum SQLiteExclusion {
  /// The index, and the triggers of the table.
  package static func objects(of exclusion: Exclusion, on table: Table) -> (index: Index, triggers: [Trigger]) {
    let columns = exclusion.columns + [exclusion.lower, exclusion.upper]
    let index = Index(
      name: exclusion.name, terms: columns.map { Index.Term(column: $0) }, condition: exclusion.condition)
    let isPlain =
      exclusion.condition == nil && !table.columns.contains { columns.contains($0.name) && $0.generation != nil }
    let update = "AFTER UPDATE" + (isPlain ? " OF \(SQLText.identifiers(columns))" : "")
    let condition = conditions(of: exclusion, on: table).joined(separator: "\n  AND ")
    // PostilSQLite converts this message to 'ConstraintViolation.exclusion'.
    let refuse = "SELECT RAISE(ABORT, \(SQLText.literal("EXCLUDE constraint failed: \(exclusion.name)")))"
    let triggers = [("insert", "AFTER INSERT"), ("update", update)].map { purpose, event in
      Trigger(
        name: "\(exclusion.name)_\(purpose)_trigger", table: table.name, event: event, condition: condition,
        statements: [refuse])
    }
    return (index, triggers)
  }

  private static func conditions(of exclusion: Exclusion, on table: Table) -> [String] {
    let (lower, upper) = (SQLText.identifier(exclusion.lower), SQLText.identifier(exclusion.upper))
    let name = SQLText.identifier(table.name)
    let isOpenEnded = table.columns.contains { $0.name == exclusion.upper && $0.isNullable }
    // Every other value is less than a blob.
    func end(_ upper: String) -> String { isOpenEnded ? "ifnull(\(upper), X'')" : upper }
    let less = exclusion.isClosed ? "<=" : "<"
    let key = table.primaryKey.columns.map { "\(SQLText.identifier($0)) = NEW.\(SQLText.identifier($0))" }
    let isSame = key.joined(separator: " AND ")
    let condition = exclusion.condition.map { "(\($0))" }
    var others = exclusion.columns.map { "\(SQLText.identifier($0)) = NEW.\(SQLText.identifier($0))" }
    others.append("\(lower) \(less) \(end("NEW.\(upper)"))")
    // A range without any value overlaps nothing.
    if !exclusion.isClosed { others.append("\(lower) IS NOT \(upper)") }
    others.append("NOT (\(isSame))")
    others += [condition].compactMap(\.self)
    var conditions = exclusion.isClosed ? [] : ["NEW.\(lower) IS NOT NEW.\(upper)"]
    conditions += [condition.map { "EXISTS (SELECT 1 FROM \(name) WHERE \(isSame) AND \($0))" }].compactMap(\.self)
    let last = "SELECT NEW.\(lower) \(less) \(end(upper)) FROM \(name)"
    conditions.append(
      "(\(last)\n    WHERE \(others.joined(separator: " AND "))\n    ORDER BY \(lower) DESC LIMIT 1)")
    return conditions
  }
}
