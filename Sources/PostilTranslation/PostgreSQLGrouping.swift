/// Checks the columns of a grouped `SELECT`. SQLite returns the value of an arbitrary row of the group; PostgreSQL
/// rejects this. Source: SQLite, "SELECT", section 2.5; PostgreSQL 15, "GROUP BY and HAVING".
package struct PostgreSQLGrouping {
  package let translator: PostgreSQLTranslator
  package let scope: PostgreSQLScope
  /// The SQL of the grouping terms.
  package let groups: Set<String>

  /// Rejects a column that is neither a grouping term, nor in an aggregate, nor determined by a key among the grouping terms.
  package func check(_ node: SQLNode) throws(PostgreSQLRefusal) {
    if let fragment = try? translator.fragment(node, scope), groups.contains(fragment.sql) { return }
    if case .call(let call) = node.form, PostgreSQLTranslator.isAggregate(call) { return }
    if case .name(let parts) = node.form {
      guard let (source, column, level) = try? scope.column(parts, at: node.offset) else { return }
      if level > 0 || isDetermined(source) { return }
      throw PostgreSQLRefusal(.ungrouped(column.name), at: node.offset)
    }
    for child in node.children { try check(child) }
  }

  private func isDetermined(_ source: PostgreSQLScope.Source) -> Bool {
    !source.key.isEmpty
      && source.key.allSatisfy { column in
        let name = PostgreSQLNames.quoted(column)
        return groups.contains("\(source.qualifier).\(name)") || groups.contains(name)
      }
  }

  package static func hasAggregate(_ node: SQLNode) -> Bool {
    if case .call(let call) = node.form, PostgreSQLTranslator.isAggregate(call) { return true }
    return node.children.contains(where: hasAggregate)
  }

  /// The unqualified names in an expression.
  package static func names(in node: SQLNode) -> [(name: String, offset: Int)] {
    if case .name(let parts) = node.form, parts.count == 1 { return [(parts[0], node.offset)] }
    return node.children.flatMap(names)
  }
}
