/// How a condition on the members of a relationship is written in SQL. The rows are the same, but not the time that they take.
public enum SubqueryForm: Sendable {
  /// `IN` if an index finds the members, and no index finds the rows that they belong to; otherwise `EXISTS`.
  case automatic
  /// `EXISTS (SELECT 1 …)`: looks for the members of each row. Faster if the other conditions leave few rows.
  case exists
  /// `IN (SELECT …)`: finds all members first, then the rows that they belong to. Faster if the condition leaves few members.
  case `in`
}

extension SQLRenderer {
  /// Writes the condition that a query returns a row, for each row of the enclosing statement.
  ///
  /// `NULL` has to have the same effect as false where an `IN` is written, because members that belong to no row are in the list.
  mutating func writeExistence(
    of query: QueryCore, as form: SubqueryForm, above level: Precedence, isConjunct: Bool, nullIsFalse: Bool
  ) {
    if nullIsFalse, case .related(let path, let owner?) = query.origin, query.isIndependent, let outer = scopes.last,
      form == .in || form == .automatic && isConjunct && query.isFoundByIndex && !outer.isFoundByIndex
    {
      var members = query
      members.origin = .related(path, to: nil)
      return writeParenthesized(level > .comparison) {
        if path.near.count != 1 { $0.write("(") }
        for (index, column) in path.near.enumerated() {
          if index > 0 { $0.write(", ") }
          $0.writeColumn(column, of: owner)
        }
        $0.write(path.near.count != 1 ? ") IN (" : " IN (")
        $0.writeSelect(members, .owners)
        $0.write(")")
      }
    }
    write("EXISTS (")
    writeSelect(query, .one)
    write(")")
  }
}

extension Scope {
  /// Whether an index finds the rows of the statement.
  fileprivate var isFoundByIndex: Bool { isFoundByOwner || conditions.contains(where: \.isFoundByIndex) }
}

extension QueryCore {
  /// Whether the rows belong to one row.
  var isFoundByOwner: Bool {
    switch origin {
    case .relatedToKey, .related(_, .some), .reached: true
    case .table, .related(_, nil), .derived, .common, .constants, .elements: false
    }
  }

  /// Whether an index finds rows that satisfy the conditions.
  fileprivate var isFoundByIndex: Bool { predicates.contains(where: \.isFoundByIndex) }

  /// Whether the rows are the same for every row of the enclosing statement, apart from the relationship between the two.
  fileprivate var isIndependent: Bool {
    joins.isEmpty && groupings == nil && !isPaged && predicates.allSatisfy { $0.usesOnly(roots) }
  }
}

extension _ExpressionNode {
  /// Whether the condition compares an indexed column with values.
  fileprivate var isFoundByIndex: Bool {
    switch kind {
    case .logical(.and, let left, let right): left.isFoundByIndex || right.isFoundByIndex
    case .comparison(.equal, let left, let right, _):
      left.isIndexed && right.isValue || right.isIndexed && left.isValue
    case .membership(let operand, _, _): operand.isIndexed
    default: false
    }
  }

  private var isIndexed: Bool {
    guard case .column(let name, let source) = kind else { return false }
    return source.node.table.primaryKey.first == name || source.node.table.indexed.contains(name)
  }

  private var isValue: Bool { if case .value = kind { !isNullValue } else { false } }

  /// Whether all columns are those of these rows. Subqueries, except those of relationships, may use others.
  fileprivate func usesOnly(_ roots: [QueryCore.Root]) -> Bool {
    switch kind {
    case .column(_, let source), .position(_, let source), .match(_, let source), .fullText(_, let source):
      return roots.contains { $0.source.node === source.node.root }
    case .exists(let query, _), .count(let query):
      guard case .related(_, let owner?) = query.origin, query.joins.isEmpty, query.groupings == nil else {
        return false
      }
      let all = roots + query.roots
      return roots.contains { $0.source.node === owner.node.root }
        && query.predicates.allSatisfy { $0.usesOnly(all) } && query.orderings.allSatisfy { $0.node.usesOnly(all) }
    case .jsonAny(let node, let element, let condition):
      return node.document.usesOnly(roots)
        && condition.usesOnly(roots + [QueryCore.Root(source: element, element: 0)])
    case .scalar, .selected, .raw, .failure: return false
    default: return children.allSatisfy { $0.usesOnly(roots) }
    }
  }
}
