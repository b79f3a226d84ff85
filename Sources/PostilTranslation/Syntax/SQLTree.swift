import PostilSQL

/// An expression with its position.
package struct SQLNode: Sendable {
  package indirect enum Form: Sendable {
    case null
    case integer(String)
    case real(String)
    case text(String)
    /// The digits of `x'00'`.
    case blob(String)
    /// `?1`
    case parameter(Int)
    /// `title`, `item.title`
    case name([String])
    case unary(String, SQLNode)
    case binary(String, SQLNode, SQLNode)
    /// Conditions joined by `AND` or `OR`.
    case all(String, [SQLNode])
    case isNull(SQLNode, isNegated: Bool)
    case between(SQLNode, SQLNode, SQLNode, isNegated: Bool)
    case list(SQLNode, [SQLNode], isNegated: Bool)
    case membership(SQLNode, SQLSelect, isNegated: Bool)
    /// `LIKE` and `GLOB`.
    case match(String, SQLNode, SQLNode, escape: SQLNode?, isNegated: Bool)
    case choice(SQLNode?, [(when: SQLNode, then: SQLNode)], otherwise: SQLNode?)
    case cast(SQLNode, String)
    case collate(SQLNode, String)
    case call(SQLCall)
    case exists(SQLSelect)
    case select(SQLSelect)
    case row([SQLNode])
  }

  package var form: Form
  package var offset: Int
  /// The nesting depth of the expression.
  package var height = 1

  /// Whether it is a negative integer, such as the limit `-1`, which limits nothing.
  var isNegative: Bool {
    if case .unary("-", let operand) = form, case .integer = operand.form { true } else { false }
  }

  /// The direct subexpressions, except those in subqueries.
  package var children: [SQLNode] {
    switch form {
    case .null, .integer, .real, .text, .blob, .parameter, .name, .exists, .select: []
    case .unary(_, let operand), .isNull(let operand, _), .cast(let operand, _), .collate(let operand, _),
      .membership(let operand, _, _):
      [operand]
    case .binary(_, let left, let right): [left, right]
    case .all(_, let nodes), .row(let nodes): nodes
    case .between(let value, let low, let high, _): [value, low, high]
    case .list(let value, let items, _): [value] + items
    case .match(_, let value, let pattern, let escape, _): [value, pattern] + (escape.map { [$0] } ?? [])
    case .choice(let base, let branches, let otherwise):
      (base.map { [$0] } ?? []) + branches.flatMap { [$0.when, $0.then] } + (otherwise.map { [$0] } ?? [])
    case .call(let call):
      call.arguments + (call.filter.map { [$0] } ?? []) + (call.window?.partition ?? [])
        + (call.window?.order.map(\.node) ?? [])
    }
  }
}

/// A function call.
package struct SQLCall: Sendable {
  package var name: String
  package var arguments: [SQLNode]
  /// `count(*)`
  package var isStar = false
  package var isDistinct = false
  /// `FILTER (WHERE …)`
  package var filter: SQLNode?
  /// `OVER (…)`
  package var window: SQLWindow?
}

/// The window of a function: `OVER (PARTITION BY … ORDER BY … ROWS …)`.
package struct SQLWindow: Sendable {
  package var partition: [SQLNode] = []
  package var order: [SQLSelect.Order] = []
  /// `ROWS BETWEEN ?1 PRECEDING AND CURRENT ROW`, which both databases write in the same way: its words, numbers and parameters.
  package var frame: [SQLToken] = []
}

/// A `SELECT` or `VALUES`, or several combined with set operators.
package struct SQLSelect: Sendable {
  /// `name (columns) AS (SELECT …)` after `WITH`.
  package struct Named: Sendable {
    package var name: String
    package var columns: [String]
    package var select: SQLSelect
    package var offset: Int
  }

  /// A result column, or all columns of the sources.
  package enum Result: Sendable {
    case all
    case allOf(String, offset: Int)
    case expression(SQLNode, alias: String?)
  }

  /// A table or subquery after `FROM` or `JOIN`.
  package struct Source: Sendable {
    package enum Form: Sendable {
      case table(String)
      case select(SQLSelect)
      /// `json_each(?1)`
      case function(SQLCall)
    }
    /// `""` for the first, `,`, `JOIN`, `LEFT JOIN` and the like.
    package var join: String
    package var form: Form
    package var alias: String?
    package var on: SQLNode?
    package var using: [String]
    package var offset: Int
  }

  package struct Core: Sendable {
    package var isDistinct = false
    package var results: [Result] = []
    package var sources: [Source] = []
    package var condition: SQLNode?
    package var groups: [SQLNode] = []
    package var having: SQLNode?
    /// The rows of `VALUES`.
    package var values: [[SQLNode]]?
  }

  package struct Order: Sendable {
    package var node: SQLNode
    package var isDescending: Bool
    /// `FIRST` or `LAST`; `nil` for the default.
    package var nulls: String?
  }

  package var named: [Named] = []
  package var isRecursive = false
  package var cores: [Core] = []
  /// `UNION ALL`, between the cores.
  package var operators: [String] = []
  package var order: [Order] = []
  package var limit: SQLNode?
  package var skip: SQLNode?
  /// `FOR UPDATE OF "t0" SKIP LOCKED`, which only queries on PostgreSQL have.
  package var lock: String?
  package var offset: Int
  /// The nesting depth of its expressions.
  package var height = 0
}

/// A statement.
package enum SQLStatementNode: Sendable {
  package struct Assignment: Sendable {
    package var columns: [String]
    package var value: SQLNode
    package var offset: Int
  }

  /// `ON CONFLICT (columns) DO UPDATE SET …`
  package struct Conflict: Sendable {
    package var columns: [String]
    /// The condition of a partial index.
    package var target: SQLNode?
    /// `nil` for `DO NOTHING`.
    package var assignments: [Assignment]?
    package var condition: SQLNode?
  }

  package struct Insert: Sendable {
    package var named: [SQLSelect.Named] = []
    package var isRecursive = false
    package var table: String
    package var alias: String?
    package var columns: [String]
    /// `nil` for `DEFAULT VALUES`.
    package var select: SQLSelect?
    package var conflict: Conflict?
    package var returning: [SQLSelect.Result] = []
    package var offset: Int
  }

  /// `UPDATE`, and `DELETE`, which has no assignments.
  package struct Change: Sendable {
    package var named: [SQLSelect.Named] = []
    package var isRecursive = false
    package var table: String
    package var alias: String?
    package var assignments: [Assignment]
    package var sources: [SQLSelect.Source] = []
    package var condition: SQLNode?
    package var returning: [SQLSelect.Result] = []
    package var offset: Int
  }

  case insert(Insert)
  case update(Change)
  case delete(Change)
  case select(SQLSelect)
  /// `SELECT RAISE(ABORT, 'message') WHERE …`
  case refuse(message: SQLNode, condition: SQLNode?)
  /// `SELECT RAISE(IGNORE) WHERE …`
  case ignore(condition: SQLNode?, offset: Int)
}
