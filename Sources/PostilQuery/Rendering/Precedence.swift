/// The precedence of an expression. An expression is put in parentheses if its context needs a higher precedence.
///
/// Source: SQLite, "SQL Language Expressions", section 2. Where PostgreSQL differs, parentheses are always written.
enum Precedence: Int, Comparable {
  case any, or, and, not, comparison, add, multiply, concatenate, prefix, atom

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension _ExpressionNode.Kind {
  /// The precedence of this expression.
  var precedence: Precedence {
    switch self {
    case .column, .position, .value, .literal, .function, .cast, .ifPresent, .exists, .count, .fullText, .failure,
      .jsonValue,
      .jsonEntry, .jsonCount, .jsonContains, .jsonAny, .aggregate, .scalar, .result, .window, .branches, .raw:
      .atom
    case .logical(.or, _, _): .or
    case .logical(.and, _, _): .and
    case .not(let operand): operand.kind.isNegatedInPlace ? .comparison : .not
    case .comparison, .rowComparison, .isNull, .isTrue, .between, .membership, .rowMembership, .pattern,
      .match, .selected:
      .comparison
    // The operators of bits have a lower precedence, but sets aren't operands of the others.
    case .arithmetic(.add, _, _), .arithmetic(.subtract, _, _), .arithmetic(.bitAnd, _, _), .arithmetic(.bitOr, _, _):
      .add
    case .arithmetic(.multiply, _, _), .arithmetic(.divide, _, _), .arithmetic(.remainder, _, _): .multiply
    case .arithmetic(.concatenate, _, _): .concatenate
    case .negative, .collated: .prefix
    }
  }

  /// Whether the negation is part of the operator: `IS NOT NULL`, `NOT IN`.
  var isNegatedInPlace: Bool {
    switch self {
    case .column, .isNull, .isTrue, .membership, .rowMembership, .selected: true
    default: false
    }
  }

  /// Whether the value is a truth value that can be `NULL` although its Swift type is `Bool`.
  var isPredicate: Bool {
    switch self {
    case .comparison, .rowComparison, .logical, .not, .between, .membership, .rowMembership, .pattern, .match,
      .selected:
      true
    case .raw(_, let isCondition): isCondition
    default: false
    }
  }
}
