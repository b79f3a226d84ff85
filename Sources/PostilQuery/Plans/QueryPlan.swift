/// How the database finds the rows of a statement, as it says itself: a tree of steps.
///
/// ```text
/// ├─ SEARCH book AS t0 USING INDEX book_author_id (author_id=?)
/// └─ USE TEMP B-TREE FOR ORDER BY
/// ```
///
/// What is on one level is done one behind the other: the first table is read, and for each row of it the second. The words are
/// SQLite's, and another version may choose another plan. Source: SQLite, "EXPLAIN QUERY PLAN".
public struct QueryPlan: Hashable, Sendable {
  /// The statement that was explained, its values as `?1`, `?2` …
  public let sql: String
  /// The steps of the first level; none where nothing is looked up.
  public let steps: [QueryPlanStep]

  /// A plan as an engine gives it.
  package init(sql: String, steps: [QueryPlanStep]) {
    self.sql = sql
    self.steps = steps
  }
}

extension QueryPlan {
  /// Every step, each before those that belong to it.
  public var allSteps: [QueryPlanStep] { steps.flatMap(\.withAllSteps) }

  /// The tables of which every row is looked at, or every entry of an index, each once. A limit may end it before.
  ///
  /// What is read of subqueries, of functions such as `json_each` and of full-text indexes is not among them.
  public var fullScans: [String] {
    unique(
      allSteps.compactMap { step in
        guard case .scan(let access) = step.kind, access.index != .virtualTable else { return nil }
        return access.table
      })
  }

  /// The indexes that are used, each once; those that SQLite makes for the statement alone have no name.
  public var indexes: [String] {
    unique(
      allSteps.compactMap { step in
        guard case .named(let name, _) = step.access?.index else { return nil }
        return name
      })
  }

  /// Whether rows are sorted for an `ORDER BY`, because no index has them in its order.
  public var usesTemporarySort: Bool { allSteps.contains { $0.kind == .temporaryTree(.order) } }

  /// Whether an index is made for the statement alone each time, of every row of a table: one in the model would save that.
  public var usesAutomaticIndex: Bool { allSteps.contains { $0.access?.index == .automatic } }

  /// Whether a subquery is run once for each row of the query around it.
  public var hasCorrelatedSubquery: Bool { allSteps.contains { $0.kind == .subquery(isCorrelated: true) } }

  private func unique(_ names: [String]) -> [String] {
    names.reduce(into: []) { unique, name in if !unique.contains(name) { unique.append(name) } }
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The tree, a line for each step.
  public var description: String {
    guard !steps.isEmpty else { return "(no steps: nothing is looked up)" }
    return QueryPlanStep.lines(of: steps, indentation: "").joined(separator: "\n")
  }
}
