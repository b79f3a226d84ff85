/// A number that SQL can compute with.
///
/// `UInt` and `UInt64` don't conform, because the upper half of their values is stored as text. `Decimal` is text too, but the
/// connection has functions for it.
public protocol ArithmeticColumnValue: AdditiveColumnValue, Numeric {
  /// The type of an average.
  associatedtype Average: ColumnValue = Double where Average.Unwrapped == Average
}

extension Int: ArithmeticColumnValue {}
extension Int8: ArithmeticColumnValue {}
extension Int16: ArithmeticColumnValue {}
extension Int32: ArithmeticColumnValue {}
extension Int64: ArithmeticColumnValue {}
extension UInt8: ArithmeticColumnValue {}
extension UInt16: ArithmeticColumnValue {}
extension UInt32: ArithmeticColumnValue {}
extension Double: ArithmeticColumnValue {}
extension Float: ArithmeticColumnValue {}

/// The operands of `+`: numbers, which are added, and text, which is concatenated.
public protocol AdditiveColumnValue: ColumnValue {
  /// Whether `+` is `||` in SQL.
  static var _isText: Bool { get }
}

extension ArithmeticColumnValue {
  /// Whether `+` is `||` in SQL: `false` for numbers.
  @inlinable
  public static var _isText: Bool { false }
}

extension String: AdditiveColumnValue {
  /// Whether `+` is `||` in SQL.
  @inlinable
  public static var _isText: Bool { true }
}

extension SQLExpression where Value.Unwrapped: AdditiveColumnValue {
  /// Two operands with an operator, or as the arguments of a function if they are decimal numbers.
  @usableFromInline
  static func combine(_ operation: Arithmetic, _ left: _ExpressionNode, _ right: _ExpressionNode) -> _ExpressionNode {
    if Value.Unwrapped._isText { return .arithmetic(.concatenate, left, right) }
    guard Value._collation == .decimal else { return .arithmetic(operation, left, right) }
    let function: Function =
      switch operation {
      case .subtract: .decimalSubtract
      case .multiply: .decimalMultiply
      case .divide: .decimalDivide
      case .add, .remainder, .concatenate, .bitAnd, .bitOr: .decimalAdd
      }
    return .decimal(function, left, right)
  }

  /// The sum or the concatenated text: `t0."count" + ?1`, `t0."title" || ?1`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func + (lhs: Self, rhs: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(combine(.add, lhs.node, .value(rhs._boundValue)))
  }

  /// The sum or the concatenated text: `?1 + t0."count"`, `?1 || t0."title"`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func + (lhs: Value.Unwrapped, rhs: Self) -> SQLOperation<Value> {
    SQLOperation(combine(.add, .value(lhs._boundValue), rhs.node))
  }

  /// The sum or the concatenated text: `t0."count" + t1."count"`, `t0."title" || t1."name"`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func + (lhs: Self, rhs: any SQLExpression<Value>) -> SQLOperation<Value> {
    SQLOperation(combine(.add, lhs.node, rhs.node))
  }

  /// The same, if one of the operands is optional.
  @inlinable @_disfavoredOverload
  public static func + <R: SQLExpression>(lhs: Self, rhs: R) -> SQLOperation<Value.Unwrapped?>
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(combine(.add, lhs.node, rhs.node))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The negated number: `-t0."count"`.
  @inlinable
  public static prefix func - (operand: Self) -> SQLOperation<Value> { SQLOperation(negation(of: operand.node)) }

  @usableFromInline
  static func negation(of operand: _ExpressionNode) -> _ExpressionNode {
    Value._collation == .decimal ? .decimal(.decimalSubtract, .literal("0"), operand) : .negative(operand)
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The difference: `t0."count" - ?1`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func - (lhs: Self, rhs: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(combine(.subtract, lhs.node, .value(rhs._boundValue)))
  }

  /// The difference: `?1 - t0."count"`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func - (lhs: Value.Unwrapped, rhs: Self) -> SQLOperation<Value> {
    SQLOperation(combine(.subtract, .value(lhs._boundValue), rhs.node))
  }

  /// The difference: `t0."count" - t1."count"`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func - (lhs: Self, rhs: any SQLExpression<Value>) -> SQLOperation<Value> {
    SQLOperation(combine(.subtract, lhs.node, rhs.node))
  }

  /// The same, if one of the operands is optional.
  @inlinable @_disfavoredOverload
  public static func - <R: SQLExpression>(lhs: Self, rhs: R) -> SQLOperation<Value.Unwrapped?>
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(combine(.subtract, lhs.node, rhs.node))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The product: `t0."count" * ?1`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func * (lhs: Self, rhs: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(combine(.multiply, lhs.node, .value(rhs._boundValue)))
  }

  /// The product: `?1 * t0."count"`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func * (lhs: Value.Unwrapped, rhs: Self) -> SQLOperation<Value> {
    SQLOperation(combine(.multiply, .value(lhs._boundValue), rhs.node))
  }

  /// The product: `t0."count" * t1."count"`; `NULL` if an operand is `NULL`.
  @inlinable
  public static func * (lhs: Self, rhs: any SQLExpression<Value>) -> SQLOperation<Value> {
    SQLOperation(combine(.multiply, lhs.node, rhs.node))
  }

  /// The same, if one of the operands is optional.
  @inlinable @_disfavoredOverload
  public static func * <R: SQLExpression>(lhs: Self, rhs: R) -> SQLOperation<Value.Unwrapped?>
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(combine(.multiply, lhs.node, rhs.node))
  }
}

// Division by 0 is `NULL` in SQL, so a quotient is optional if only the database knows the divisor. A query that
// divides by the Swift value 0 is rejected when it runs. Source: SQLite, "SQL Language Expressions", section 2.
extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The quotient: `t0."count" / ?1`; `NULL` if an operand is `NULL`. Integer division drops the fraction, as in Swift.
  ///
  /// A query that divides by the value 0 throws ``QueryError/divisionByZero``.
  @inlinable
  public static func / (lhs: Self, rhs: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(combine(.divide, lhs.node, .divisor(rhs)))
  }

  /// The quotient: `?1 / t0."count"`; `nil` for a division by 0. Integer division drops the fraction, as in Swift.
  @inlinable
  public static func / (lhs: Value.Unwrapped, rhs: Self) -> SQLOperation<Value.Unwrapped?> {
    SQLOperation(combine(.divide, .value(lhs._boundValue), rhs.node))
  }

  /// The quotient: `t0."count" / t1."count"`; `nil` for a division by 0. Integer division drops the fraction, as in Swift.
  @inlinable
  public static func / <R: SQLExpression>(lhs: Self, rhs: R) -> SQLOperation<Value.Unwrapped?>
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(combine(.divide, lhs.node, rhs.node))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue & FixedWidthInteger {
  /// The remainder: `t0."count" % ?1`; `NULL` if an operand is `NULL`.
  ///
  /// A query that divides by the value 0 throws ``QueryError/divisionByZero``.
  @inlinable
  public static func % (lhs: Self, rhs: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(.arithmetic(.remainder, lhs.node, .divisor(rhs)))
  }

  /// The remainder: `?1 % t0."count"`; `nil` for a division by 0.
  @inlinable
  public static func % (lhs: Value.Unwrapped, rhs: Self) -> SQLOperation<Value.Unwrapped?> {
    SQLOperation(.arithmetic(.remainder, .value(lhs._boundValue), rhs.node))
  }

  /// The remainder: `t0."count" % t1."count"`; `nil` for a division by 0.
  @inlinable
  public static func % <R: SQLExpression>(lhs: Self, rhs: R) -> SQLOperation<Value.Unwrapped?>
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(.arithmetic(.remainder, lhs.node, rhs.node))
  }
}

extension _ExpressionNode {
  /// A divisor.
  @inlinable
  static func divisor<Value: ArithmeticColumnValue>(_ value: Value) -> _ExpressionNode {
    value == 0 ? .failure(.divisionByZero) : .value(value._boundValue)
  }
}
