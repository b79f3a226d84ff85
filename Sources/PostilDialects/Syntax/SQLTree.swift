/// An expression with its position.
struct SQLNode: Sendable {
  indirect enum Form: Sendable {
    case null
    case integer(String)
    case real(String)
    case text(String)
    /// The digits of `x'00'`.
    case blob(String)
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

  var form: Form
  var offset: Int
  /// The nesting depth of the expression.
  var height = 1

  /// The direct subexpressions, except those in subqueries.
  var children: [SQLNode] {
    switch form {
    case .null, .integer, .real, .text, .blob, .name, .exists, .select: []
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
    case .call(let call): call.arguments + (call.filter.map { [$0] } ?? [])
    }
  }
}

/// A function call.
struct SQLCall: Sendable {
  var name: String
  var arguments: [SQLNode]
  /// `count(*)`
  var isStar = false
  var isDistinct = false
  /// `FILTER (WHERE …)`
  var filter: SQLNode?
}

/// A `SELECT` or `VALUES`, or several combined with set operators.
struct SQLSelect: Sendable {
  /// `name (columns) AS (SELECT …)` after `WITH`.
  struct Named: Sendable {
    var name: String
    var columns: [String]
    var select: SQLSelect
    var offset: Int
  }

  /// A result column, or all columns of the sources.
  enum Result: Sendable {
    case all
    case allOf(String, offset: Int)
    case expression(SQLNode, alias: String?)
  }

  /// A table or subquery after `FROM` or `JOIN`.
  struct Source: Sendable {
    enum Form: Sendable {
      case table(String)
      case select(SQLSelect)
    }
    /// `""` for the first, `,`, `JOIN`, `LEFT JOIN` and the like.
    var join: String
    var form: Form
    var alias: String?
    var on: SQLNode?
    var using: [String]
    var offset: Int
  }

  struct Core: Sendable {
    var isDistinct = false
    var results: [Result] = []
    var sources: [Source] = []
    var condition: SQLNode?
    var groups: [SQLNode] = []
    var having: SQLNode?
    /// The rows of `VALUES`.
    var values: [[SQLNode]]?
  }

  struct Order: Sendable {
    var node: SQLNode
    var isDescending: Bool
    /// `FIRST` or `LAST`; `nil` for the default.
    var nulls: String?
  }

  var named: [Named] = []
  var cores: [Core] = []
  /// `UNION ALL`, between the cores.
  var operators: [String] = []
  var order: [Order] = []
  var limit: SQLNode?
  var skip: SQLNode?
  var offset: Int
  /// The nesting depth of its expressions.
  var height = 0
}

/// A statement in a trigger.
enum SQLTriggerStatement: Sendable {
  struct Assignment: Sendable {
    var column: String
    var value: SQLNode
    var offset: Int
  }

  /// `ON CONFLICT (columns) DO UPDATE SET …`
  struct Conflict: Sendable {
    var columns: [String]
    /// `nil` for `DO NOTHING`.
    var assignments: [Assignment]?
    var condition: SQLNode?
  }

  struct Insert: Sendable {
    var table: String
    var columns: [String]
    /// `nil` for `DEFAULT VALUES`.
    var select: SQLSelect?
    var conflict: Conflict?
    var offset: Int
  }

  case insert(Insert)
  case update(table: String, [Assignment], condition: SQLNode?, offset: Int)
  case delete(table: String, condition: SQLNode?, offset: Int)
  /// `SELECT RAISE(ABORT, 'message') WHERE …`
  case refuse(message: SQLNode, condition: SQLNode?)
  /// `SELECT RAISE(IGNORE) WHERE …`
  case ignore(condition: SQLNode?, offset: Int)
}
