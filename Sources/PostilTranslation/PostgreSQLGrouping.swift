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

  /// Adds the aggregates in an expression.
  static func aggregates(in node: SQLNode, _ calls: inout [SQLCall]) {
    if case .call(let call) = node.form, PostgreSQLTranslator.isAggregate(call) { return calls.append(call) }
    for child in node.children { aggregates(in: child, &calls) }
  }

  /// The unqualified names in an expression.
  package static func names(in node: SQLNode) -> [(name: String, offset: Int)] {
    if case .name(let parts) = node.form, parts.count == 1 { return [(parts[0], node.offset)] }
    return node.children.flatMap(names)
  }
}

/// The groups of a statement of a program, in which SQLite takes the value of any row of the group for a column that isn't grouped.
struct PostgreSQLGroups {
  /// The grouping terms by their SQL without the numbers of parameters, with the numbers.
  private var terms: [String: [(fragment: PostgreSQLFragment, numbers: [Int])]] = [:]
  /// The SQL of the grouping terms.
  private var columns: Set<String> = []
  /// The number of scopes around that of the groups.
  let depth: Int
  /// The order of the rows of a group, of which the first gives the values: that of a single `min` or `max`.
  var order = ""

  init(depth: Int) { self.depth = depth }

  mutating func add(_ term: PostgreSQLFragment) {
    let (pattern, numbers) = Self.pattern(of: term.sql)
    terms[pattern, default: []].append((term, numbers))
    columns.insert(term.sql)
  }

  /// The grouping term that is this expression, with its parameters.
  func term(_ fragment: PostgreSQLFragment, _ parameters: PostgreSQLParameters) -> PostgreSQLFragment? {
    // A term without columns needs no group.
    guard fragment.sql.utf8.contains(UInt8(ascii: "\"")) else { return nil }
    let (pattern, numbers) = Self.pattern(of: fragment.sql)
    let found = terms[pattern] ?? []
    guard let term = found.first(where: { $0.numbers == numbers }) ?? parameters.chosen(found) else { return nil }
    parameters.equate(term.numbers, numbers)
    return term.fragment
  }

  /// Whether the primary key of the source is among the terms, which determines its other columns.
  func determines(_ source: PostgreSQLScope.Source) -> Bool {
    !source.key.isEmpty
      && source.key.allSatisfy { column in
        let name = PostgreSQLNames.quoted(column)
        return columns.contains("\(source.qualifier).\(name)") || columns.contains(name)
      }
  }

  /// A column of any row of the group.
  func value(of column: PostgreSQLFragment) -> PostgreSQLFragment {
    var value = column
    value.sql = "(array_agg(\(column.sql)\(order)))[1]"
    value.isNullable = true
    return value
  }

  /// The SQL without the numbers of its parameters, and the numbers. The tables that it selects from are numbered anew, because the
  /// same expression has other names for them when it is repeated.
  static func pattern(of sql: String) -> (String, [Int]) {
    var numbers: [Int] = []
    var aliases: [Substring: Int] = [:]
    for piece in sql.split(separator: " AS \"", omittingEmptySubsequences: false).dropFirst() {
      let alias = piece.prefix { $0 != "\"" }
      if aliases[alias] == nil { aliases[alias] = aliases.count }
    }
    var pattern = ""
    var rest = sql[...]
    while let index = rest.firstIndex(where: { $0 == "$" || $0 == "'" || $0 == "\"" }) {
      pattern += rest[..<index]
      let sign = rest[index]
      rest = rest[rest.index(after: index)...]
      if sign == "$" {
        let digits = rest.prefix { $0.isWholeNumber }
        rest = rest[digits.endIndex...]
        numbers.append(Int(digits) ?? 0)
        pattern += "$"
        continue
      }
      // A doubled quote begins another quoted piece.
      let end = rest.firstIndex(of: sign) ?? rest.endIndex
      let quoted = rest[..<end]
      rest = rest[end...].dropFirst()
      let number = sign == "\"" ? aliases[quoted] : nil
      pattern += number.map { "\"#\($0)\"" } ?? "\(sign)\(quoted)\(sign)"
    }
    return (pattern + rest, numbers)
  }
}
