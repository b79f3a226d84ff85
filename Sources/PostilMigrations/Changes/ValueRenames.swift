import PostilEvolution
import PostilSQL
import PostilSchema

/// The raw values of an enum's column that are renamed, according to `@renamed(from:)` on the enum's cases.
struct ValueRenames: Hashable {
  var values: [RenamedValue]
  /// Whether each new value corresponds to one old value, so that an undo can restore the rows.
  var isUnambiguous: Bool

  /// The value of an SQL expression after the renames.
  func expression(_ value: String) -> String {
    let cases = values.map { " WHEN \($0.former) THEN \($0.current)" }.joined()
    return "CASE \(value)\(cases) ELSE \(value) END"
  }

  /// The reverse renames.
  var reversed: ValueRenames {
    ValueRenames(
      values: values.map { RenamedValue(former: $0.current, current: $0.former) }, isUnambiguous: isUnambiguous)
  }

  /// `'finished' becomes 'done'`
  var phrase: String { values.map { "\($0.former) becomes \($0.current)" }.joined(separator: ", ") }

  /// Whether every value that satisfies `old` satisfies `new` after the renames.
  func imply(
    _ new: NormalizedDefinition.Constraint, by old: NormalizedDefinition.Constraint, column: String, formerly: String
  ) -> Bool {
    guard let values = TypeCheck.values(new, of: column), let former = TypeCheck.values(old, of: formerly) else {
      return false
    }
    let current = Dictionary(
      self.values.map { (Self.key($0.former), Self.key($0.current)) }, uniquingKeysWith: { first, _ in first })
    return former.allSatisfy { values.contains(current[$0] ?? $0) }
  }

  /// A literal in a form that can be compared with the literals of a check.
  static func key(_ literal: String) -> [UInt8] { Array(SQLLexer.tokens(of: literal).meaning.utf8) }

  /// The renames between two schemas, by the keys of the old tables and columns. If the old column doesn't allow the
  /// old value, an earlier migration applied the rename.
  static func resolved(from: SchemaShape, to: SchemaShape, _ renames: Renames) -> [String: [String: ValueRenames]] {
    var result: [String: [String: ValueRenames]] = [:]
    for table in to.schema?.tables ?? [] {
      guard let new = to.table(table.name.foldedName), let old = renames.oldTable(table.name).flatMap(from.table) else {
        continue
      }
      for column in table.columns where !column.renamedValues.isEmpty {
        guard let values = new.values(of: column.name), let now = new.column(column.name.foldedName),
          let former = old.columns.first(where: { renames.newColumn($0.name, of: old.name).isSameName(as: column.name) }
          )
        else { continue }
        let formerValues = old.values(of: former.name)
        let isConverted = !Conversion.from(
          from.meaning(of: former, in: old), to: to.meaning(of: now, in: new), value: "x"
        ).isIdentity
        let renamed = column.renamedValues.filter { rename in
          !values.contains(key(rename.former))
            && (isConverted || formerValues.map { $0.contains(key(rename.former)) } ?? true)
        }
        guard !renamed.isEmpty else { continue }
        let current = renamed.map { key($0.current) }
        let isUnambiguous =
          !isConverted && Set(current).count == current.count
          && formerValues.map { former in current.allSatisfy { !former.contains($0) } } ?? false
        result[old.key, default: [:]][former.name.foldedName] = ValueRenames(
          values: renamed, isUnambiguous: isUnambiguous)
      }
    }
    return result
  }
}

extension TableShape {
  /// The literals that a check allows in a column, in a comparable form; `nil` if no check lists them.
  fileprivate func values(of column: String) -> Set<[UInt8]>? {
    definition.constraints.lazy.compactMap { TypeCheck.values($0, of: column) }.first
  }
}

extension PlanBuilder {
  /// The message about a check that rows may violate. For removed enum values, it explains how to keep the rows that
  /// contain them.
  func message(ofNewCheck check: NormalizedDefinition.Constraint, in comparison: TableComparison) -> String {
    let lost = comparison.pairs.lazy.compactMap { lostValues(check, of: $0, in: comparison) }.first
    guard let (column, values) = lost, !values.isEmpty else {
      return "check \(check.name.map { "'\($0)' " } ?? "")of '\(comparison.new.name)' is new; first correct the "
        + "rows that the query finds"
    }
    let notes = values.map { value in
      value.hasPrefix("'")
        ? "'// @renamed(from: \(SwiftLiteral.string(SQLLexer.tokens(of: value).first?.name ?? value)))'"
        : "'// @renamed(from: \(value))'"
    }
    let (no, it) = values.count == 1 ? ("is no longer a value", "it") : ("are no longer values", "each")
    return
      "\(values.joined(separator: ", ")) \(no) of column '\(column)' of '\(comparison.new.name)'; if a case only "
      + "has a new raw value, write \(notes.joined(separator: ", ")) above the case that replaces \(it); "
      + "otherwise first correct the rows that the query finds"
  }

  /// The values that a column allowed and that a check rejects even after the renames, in order.
  private func lostValues(
    _ check: NormalizedDefinition.Constraint, of pair: ColumnPair, in comparison: TableComparison
  ) -> (column: String, values: [String])? {
    guard let values = TypeCheck.values(check, of: pair.new.name) else { return nil }
    let former = comparison.old.definition.constraints.lazy
      .compactMap { TypeCheck.orderedValues($0, of: pair.old.name) }.first
    let renamed = Set((pair.valueRenames?.values ?? []).map { ValueRenames.key($0.former) })
    let lost = (former ?? []).filter { !values.contains(Array($0.utf8)) && !renamed.contains(Array($0.utf8)) }
    // The sign of a number is a separate token.
    return (pair.new.name, lost.map { $0.hasPrefix("- ") ? "-\($0.dropFirst(2))" : $0 })
  }
}
