/// The database's plan for finding the rows of a statement: a tree of steps.
///
/// ```text
/// ├─ SEARCH book AS t0 USING INDEX book_author_id (author_id=?)
/// └─ USE TEMP B-TREE FOR ORDER BY
/// ```
///
/// What is on one level is done one after the other: the first table is read, and for each row of it the second. The words are
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

/// A step of a ``QueryPlan``.
public struct QueryPlanStep: Hashable, Sendable {
  /// What is done.
  public enum Kind: Hashable, Sendable {
    /// Every row of a table, or every entry of an index, is looked at.
    case scan(TableAccess)
    /// The rows that are wanted are found by a key or an index.
    case search(TableAccess)
    /// Rows are collected in a tree that is made for the statement alone, because no index has them in the order that is
    /// needed.
    case temporaryTree(Purpose)
    /// A query in the query is run: once, or for each row of the query around it.
    case subquery(isCorrelated: Bool)
    /// The rows of a subquery or common table are written down before they are read.
    case materialize
    /// The rows of a subquery or common table are handed on one at a time.
    case coroutine
    /// Several indexes find the rows of conditions that `OR` joins.
    case multiIndexOr
    /// Anything else; ``QueryPlanStep/detail`` contains the description.
    case other
  }

  /// What a temporary tree is for.
  public enum Purpose: Hashable, Sendable {
    /// `ORDER BY`, all of it or the last of its terms.
    case order
    /// `GROUP BY`
    case group
    /// `DISTINCT`, of rows or in an aggregate.
    case distinct
    /// `UNION`, `INTERSECT` or `EXCEPT`
    case compound
    /// Anything else.
    case other
  }

  /// What is done.
  public let kind: Kind
  /// SQLite's own words: `SEARCH t0 USING INDEX book_author_id (author_id=?)`.
  public let detail: String
  /// The steps that belong to this one: those of a subquery, for example.
  public let steps: [QueryPlanStep]

  /// A step as an engine gives it.
  package init(kind: Kind, detail: String, steps: [QueryPlanStep] = []) {
    self.kind = kind
    self.detail = detail
    self.steps = steps
  }
}

extension QueryPlanStep {
  /// How the rows of one table are read.
  public struct TableAccess: Hashable, Sendable {
    /// The table; `nil` if it is a subquery or a common table whose rows are read.
    public let table: String?
    /// The name that the statement gives the table: `t0`.
    public let alias: String
    /// What the rows are found by; `nil` if they are read as they are stored.
    public let index: Index?
    /// The columns that are compared in the index or key, from left to right: `rowid` for an integer key, `<expr>` for an
    /// expression.
    public let columns: [String]

    /// How a table is read, as an engine gives it.
    package init(table: String?, alias: String, index: Index?, columns: [String]) {
      self.table = table
      self.alias = alias
      self.index = index
      self.columns = columns
    }
  }

  /// What rows are found by.
  public enum Index: Hashable, Sendable {
    /// The primary key, which is the table itself.
    case primaryKey
    /// An index; a covering one has all that is wanted of a row, which is then not read.
    case named(String, isCovering: Bool)
    /// An index that SQLite makes for this statement alone.
    case automatic
    /// What a virtual table has of its own: a full-text index, or the value that `json_each` is given.
    case virtualTable
  }

  /// How a table is read, where this step reads one.
  public var access: TableAccess? {
    switch kind {
    case .scan(let access), .search(let access): access
    case .temporaryTree, .subquery, .materialize, .coroutine, .multiIndexOr, .other: nil
    }
  }

  /// This step and all that belong to it.
  var withAllSteps: [QueryPlanStep] { [self] + steps.flatMap(\.withAllSteps) }

  /// SQLite's words, with the table's name where they have its alias alone.
  var text: String {
    guard let access, let table = access.table, !access.alias.hasSuffix(table) else { return detail }
    let verb = if case .scan = kind { "SCAN " } else { "SEARCH " }
    guard detail.hasPrefix(verb + access.alias) else { return detail }
    return "\(verb)\(table) AS \(detail.dropFirst(verb.count))"
  }

  static func lines(of steps: [QueryPlanStep], indentation: String) -> [String] {
    steps.enumerated().flatMap { index, step in
      let isLast = index == steps.count - 1
      let below = lines(of: step.steps, indentation: indentation + (isLast ? "   " : "│  "))
      return [indentation + (isLast ? "└─ " : "├─ ") + step.text] + below
    }
  }
}

extension QueryPlanStep: CustomStringConvertible {
  /// The step and those that belong to it, a line for each.
  public var description: String { ([text] + Self.lines(of: steps, indentation: "")).joined(separator: "\n") }
}
