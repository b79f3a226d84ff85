/// The database's plan for finding the rows of a statement: a tree of steps.
///
/// ```text
/// ├─ SEARCH book AS t0 USING INDEX book_author_id (author_id=?)
/// └─ USE TEMP B-TREE FOR ORDER BY
/// ```
///
/// The steps of one level run one after the other: the first table is read, and for each of its rows the second. The
/// text is SQLite's, and another version may choose another plan. Source: SQLite, "EXPLAIN QUERY PLAN".
public struct QueryPlan: Hashable, Sendable {
  /// The explained statement, with its values as `?1`, `?2` and so on.
  public let sql: String
  /// The steps of the first level; empty if nothing is read.
  public let steps: [QueryPlanStep]

  /// Creates a plan. Called by an engine.
  package init(sql: String, steps: [QueryPlanStep]) {
    self.sql = sql
    self.steps = steps
  }
}

extension QueryPlan {
  /// All steps, each before its substeps.
  public var allSteps: [QueryPlanStep] { steps.flatMap(\.withAllSteps) }

  /// The tables that are scanned completely, or whose index is, without duplicates. A limit may end a scan early.
  ///
  /// Scans of subqueries, of functions such as `json_each` and of full-text indexes aren't included.
  public var fullScans: [String] {
    unique(
      allSteps.compactMap { step in
        guard case .scan(let access) = step.kind, access.index != .virtualTable else { return nil }
        return access.table
      })
  }

  /// The indexes that are used, without duplicates. Indexes that SQLite creates only for the statement have no name.
  public var indexes: [String] {
    unique(
      allSteps.compactMap { step in
        guard case .named(let name, _) = step.access?.index else { return nil }
        return name
      })
  }

  /// Whether rows are sorted for an `ORDER BY`, because no index has that order.
  public var usesTemporarySort: Bool { allSteps.contains { $0.kind == .temporaryTree(.order) } }

  /// Whether SQLite creates an index over all rows of a table each time the statement runs. An index in the model would
  /// avoid that.
  public var usesAutomaticIndex: Bool { allSteps.contains { $0.access?.index == .automatic } }

  /// Whether a subquery runs once for each row of the outer query.
  public var hasCorrelatedSubquery: Bool { allSteps.contains { $0.kind == .subquery(isCorrelated: true) } }

  private func unique(_ names: [String]) -> [String] {
    names.reduce(into: []) { unique, name in if !unique.contains(name) { unique.append(name) } }
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The tree, one line per step.
  public var description: String {
    guard !steps.isEmpty else { return "(no steps: nothing is looked up)" }
    return QueryPlanStep.lines(of: steps, indentation: "").joined(separator: "\n")
  }
}

/// A step of a ``QueryPlan``.
public struct QueryPlanStep: Hashable, Sendable {
  /// The kind of operation.
  public enum Kind: Hashable, Sendable {
    /// Every row of a table, or every entry of an index, is read.
    case scan(TableAccess)
    /// Rows are found by a key or an index.
    case search(TableAccess)
    /// Rows are collected in a temporary tree, because no index has the required order.
    case temporaryTree(Purpose)
    /// A subquery is run: once, or for each row of the outer query.
    case subquery(isCorrelated: Bool)
    /// The rows of a subquery or common table are stored before they are read.
    case materialize
    /// The rows of a subquery or common table are passed on one at a time.
    case coroutine
    /// Several indexes find the rows of conditions combined with `OR`.
    case multiIndexOr
    /// Anything else; ``QueryPlanStep/detail`` contains the description.
    case other
  }

  /// The purpose of a temporary tree.
  public enum Purpose: Hashable, Sendable {
    /// `ORDER BY`, all terms or the last ones.
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

  /// The kind of operation.
  public let kind: Kind
  /// SQLite's description: `SEARCH t0 USING INDEX book_author_id (author_id=?)`.
  public let detail: String
  /// The substeps, for example those of a subquery.
  public let steps: [QueryPlanStep]

  /// Creates a step. Called by an engine.
  package init(kind: Kind, detail: String, steps: [QueryPlanStep] = []) {
    self.kind = kind
    self.detail = detail
    self.steps = steps
  }
}

extension QueryPlanStep {
  /// How the rows of a table are read.
  public struct TableAccess: Hashable, Sendable {
    /// The table; `nil` for a subquery or a common table.
    public let table: String?
    /// The table's name in the statement: `t0`.
    public let alias: String
    /// How the rows are found; `nil` if they are read in storage order.
    public let index: Index?
    /// The columns of the index or key that are compared, from left to right: `rowid` for an integer key, `<expr>` for
    /// an expression.
    public let columns: [String]

    /// Creates an access. Called by an engine.
    package init(table: String?, alias: String, index: Index?, columns: [String]) {
      self.table = table
      self.alias = alias
      self.index = index
      self.columns = columns
    }
  }

  /// How rows are found.
  public enum Index: Hashable, Sendable {
    /// The primary key, in the order of which the table is stored.
    case primaryKey
    /// An index. A covering index contains everything that is needed of a row, so that the row itself isn't read.
    case named(String, isCovering: Bool)
    /// An index that SQLite creates only for this statement.
    case automatic
    /// A virtual table's own index: a full-text index, or the argument of `json_each`.
    case virtualTable
  }

  /// How a table is read, if this step reads one.
  public var access: TableAccess? {
    switch kind {
    case .scan(let access), .search(let access): access
    case .temporaryTree, .subquery, .materialize, .coroutine, .multiIndexOr, .other: nil
    }
  }

  /// This step and all of its substeps.
  var withAllSteps: [QueryPlanStep] { [self] + steps.flatMap(\.withAllSteps) }

  /// SQLite's description, with the table's name if it contains only the alias.
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
  /// The step and its substeps, one per line.
  public var description: String { ([text] + Self.lines(of: steps, indentation: "")).joined(separator: "\n") }
}
