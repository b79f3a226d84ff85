import PostilCompiler
import PostilSQL
import PostilSchema

/// An index that could help a query.
struct IndexCandidate: Hashable {
  /// A column or an expression.
  struct Term: Hashable {
    /// As written in the index: `"due_at"`, `lower(title)`.
    var sql: String
    /// As written in an annotation: `dueAt`, `"lower(title)"`.
    var written: String
    var isDescending = false
  }

  /// The table's name.
  var table: String
  var terms: [Term]

  func sql(called name: String) -> String {
    let terms = terms.map { $0.sql + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
    return "CREATE INDEX \(SQLText.identifier(name)) ON \(SQLText.identifier(table)) (\(terms))"
  }

  /// `@index(dueAt, priority.descending)`
  var note: String {
    "@index(\(terms.map { $0.written + ($0.isDescending ? ".descending" : "") }.joined(separator: ", ")))"
  }
}

/// The conditions of a statement on one table, which suggest indexes.
struct QueryConditions {
  /// Compared with a value using `=`, `IS` or `IN`.
  var equal: [IndexCandidate.Term] = []
  /// Compared with a column of another row.
  var joined: [IndexCandidate.Term] = []
  /// Compared with values using another operator.
  var ranges: [IndexCandidate.Term] = []
  /// The terms of `ORDER BY`, if they all belong to the table.
  var order: [IndexCandidate.Term] = []
  /// Whether a condition limits the rows of the table.
  var isRestricted = false

  /// Whether a condition or a join limits the rows of the table.
  var isConditional: Bool { isRestricted || !joined.isEmpty }

  /// Indexes that could help; the more selective first.
  func candidates(on table: String) -> [IndexCandidate] {
    let order =
      Set(order.map(\.isDescending)).count == 1
      ? order.map { IndexCandidate.Term(sql: $0.sql, written: $0.written) } : order
    let singles = (equal + joined).map { [$0] }
    var lists: [[IndexCandidate.Term]] = []
    for start in [equal, equal + joined, joined] + singles + [[]] {
      lists.append(start)
      lists.append(start + order)
      for range in ranges { lists.append(start + [range]) }
    }
    var seen: Set<[IndexCandidate.Term]> = []
    return lists.map(distinct).filter { !$0.isEmpty && seen.insert($0).inserted }
      .map { IndexCandidate(table: table, terms: $0) }
  }

  /// One index for each term, for conditions combined with `OR`.
  func singleTerms(on table: String) -> [IndexCandidate] {
    distinct(equal + ranges).map { IndexCandidate(table: table, terms: [$0]) }
  }

  private func distinct(_ terms: [IndexCandidate.Term]) -> [IndexCandidate.Term] {
    var seen: Set<String> = []
    return terms.filter { seen.insert($0.sql).inserted }
  }
}
