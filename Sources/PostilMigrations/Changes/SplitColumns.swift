import PostilEvolution
import PostilSQL
import PostilSchema

/// Suggests statements that preserve the values of a column that is split into two, or of two that are joined into one.
extension PlanBuilder {
  /// A suggestion if the text of a dropped column may be in two new columns, or in one together with the text of other
  /// dropped columns.
  /// - Parameters:
  ///   - column: a dropped column.
  ///   - similar: the new columns of the same type.
  ///   - dropped: every dropped column whose values may be in a new one.
  func splitNotes(
    _ column: NormalizedDefinition.Column, _ similar: [NormalizedDefinition.Column],
    dropped: [NormalizedDefinition.Column], of comparison: TableComparison
  ) -> [String] {
    guard column.declaredType.lowercased() == "text" else { return [] }
    let former = dropped.filter { $0.declaredType.lowercased() == "text" }
    if former.count == 1, similar.count == 2 {
      let name = SQLText.identifier(column.name)
      let end = "\(isServer ? "strpos" : "instr")(\(name) || ' ', ' ')"
      return [
        note(
          "a split", [column],
          [(similar[0], "substr(\(name), 1, \(end) - 1)"), (similar[1], "ltrim(substr(\(name), \(end)))")],
          of: comparison)
      ]
    }
    if former.count > 1, similar.count == 1 {
      let parts = former.map { "coalesce(\(SQLText.identifier($0.name)), '')" }
      return [
        note("a merge", former, [(similar[0], "trim(\(parts.joined(separator: " || ' ' || ")))")], of: comparison)
      ]
    }
    return []
  }

  private func note(
    _ what: String, _ dropped: [NormalizedDefinition.Column],
    _ values: [(column: NormalizedDefinition.Column, sql: String)],
    of comparison: TableComparison
  ) -> String {
    let required = values.filter { value in
      value.column.isNotNull && value.column.defaultText == nil
        && comparison.initialValues[value.column.name.foldedName] == nil
    }.map { "\(comparison.new.name).\($0.column.name)" }
    let words =
      dropped.map { "--allow dropColumn:\(comparison.old.name).\($0.name)" }
      + required.map { "--allow newRequired:\($0)" }
    let start = "\(what), which keeps the text: pass '\(words.joined(separator: " "))', then in the file "
    let precheck = required.isEmpty ? "" : "delete the '@precheck' and '@allow' lines of 'newRequired'"
    guard isServer || comparison.method == .alter else {
      let list = values.map { "\(SQLText.identifier($0.column.name)) to \($0.sql)" }.joined(separator: ", ")
      return start + "set \(list) in the 'INSERT INTO' of table '\(comparison.new.name)'"
        + (required.isEmpty ? "" : ", and \(precheck)")
    }
    let sets = values.map { "\(SQLText.identifier($0.column.name)) = \($0.sql)" }.joined(separator: ", ")
    return start + (isServer && !required.isEmpty ? "\(precheck), and " : "")
      + "add this line above the first 'DROP COLUMN', and adjust it to your text: UPDATE "
      + "\(SQLText.identifier(comparison.new.name)) SET \(sets);"
  }
}
