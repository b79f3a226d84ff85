import Foundation
import Postil

extension Generator {
  /// A computed integer.
  mutating func integer(_ depth: Int) -> Term<Int> {
    switch roll(10) {
    case 0...3: return arithmetic(required(Int.self, depth - 1), required(Int.self, depth - 1), Int.self)
    case 4:
      let text = required(String.self, depth - 1)
      return Term("\(text.text).length") {
        text.sql($0).length
      } value: {
        Self.length(try text.value($0))
      }
    case 5:
      let number = required(Double.self, depth - 1)
      return Term("\(number.text).cast(Int)") {
        number.sql($0).cast(to: Int.self)
      } value: {
        try NumberRules.integer(number.value($0))
      }
    case 6:
      let text = required(String.self, depth - 1)
      return Term("\(text.text).cast(Int)") {
        text.sql($0).cast(to: Int.self)
      } value: {
        try NumberRules.integer(text.value($0))
      }
    case 7:
      let number = required(Double.self, depth - 1)
      return Term("\(number.text).sign") {
        number.sql($0).sign
      } value: {
        try NumberRules.sign(number.value($0))
      }
    default: return memberCount(depth) ?? arithmetic(required(Int.self, depth - 1), literal(Int.self), Int.self)
    }
  }

  mutating func optionalInteger(_ depth: Int) -> Term<Int?> {
    if chance(20), let term = memberAggregate(depth) { return term }
    switch roll(8) {
    case 6: return quotient(depth, Int.self)
    case 7: return remainderByExpression(depth)
    case 0...2: return arithmetic(optional(Int.self, depth - 1), optional(Int.self, depth - 1), Int.self)
    case 3:
      let text = optional(String.self, depth - 1)
      return Term("\(text.text).length") {
        text.sql($0).length
      } value: {
        Self.length(try text.value($0))
      }
    case 4:
      let (text, part) = (required(String.self, depth - 1), String.sample(using: &random))
      return Term("\(text.text).offset(of: \(part))") {
        text.sql($0).offset(of: part)
      } value: {
        guard case .text(let text) = try text.value($0) else { return .null }
        return TextRules.offset(of: part, in: text).map { .integer(Int64($0)) } ?? .null
      }
    default:
      let text = required(String.self, depth - 1)
      return Term("\(text.text).unicode") {
        text.sql($0).unicode
      } value: {
        guard case .text(let text) = try text.value($0), let first = text.unicodeScalars.first else { return .null }
        return .integer(Int64(first.value))
      }
    }
  }

  mutating func real(_ depth: Int) -> Term<Double> {
    switch roll(5) {
    case 0...2: return arithmetic(required(Double.self, depth - 1), required(Double.self, depth - 1), Double.self)
    case 3:
      let number = required(Int.self, depth - 1)
      return Term("\(number.text).double") {
        number.sql($0).double
      } value: {
        try NumberRules.real(number.value($0))
      }
    default:
      // What is larger SQLite rounds by way of its text.
      let number = column(Double.self) ?? literal(Double.self)
      return Term("\(number.text).rounded") {
        number.sql($0).rounded()
      } value: {
        try NumberRules.rounded(number.value($0))
      }
    }
  }

  mutating func optionalReal(_ depth: Int) -> Term<Double?> {
    if chance(30) {
      let number = optional(Int.self, depth - 1)
      return Term("\(number.text).double") {
        number.sql($0).double
      } value: {
        try NumberRules.real(number.value($0))
      }
    }
    if chance(30) { return quotient(depth, Double.self) }
    return arithmetic(optional(Double.self, depth - 1), optional(Double.self, depth - 1), Double.self)
  }

  /// A quotient by an expression, which is `NULL` where that is 0.
  private mutating func quotient<Number: Sample & ArithmeticColumnValue>(
    _ depth: Int, _ type: Number.Type
  ) -> Term<Number?> {
    func value(_ left: Term<some ColumnValue>, _ right: Term<some ColumnValue>) -> (Moment) throws -> Cell {
      { moment in try NumberRules.compute(.divide, left.value(moment), right.value(moment), moment.rules) }
    }
    switch roll(3) {
    case 0:
      let (left, right) = (required(type, depth - 1), required(type, depth - 1))
      return Term(
        "(\(left.text) / \(right.text))", sql: { left.sql($0) / right.sql($0) }, value: value(left, right))
    case 1:
      let (left, right) = (required(type, depth - 1), optional(type, depth - 1))
      return Term(
        "(\(left.text) / \(right.text))", smaller: [right], sql: { left.sql($0) / right.sql($0) },
        value: value(left, right))
    default:
      let (number, right) = (Number.sample(using: &random), required(type, depth - 1))
      return Term(
        "(\(number) / \(right.text))", sql: { number / right.sql($0) }, value: value(literal(number), right))
    }
  }

  /// A remainder of a division by an expression, which is `NULL` where that is 0.
  private mutating func remainderByExpression(_ depth: Int) -> Term<Int?> {
    let (left, right) = (optional(Int.self, depth - 1), required(Int.self, depth - 1))
    return Term("(\(left.text) % \(right.text))", smaller: [left]) {
      left.sql($0) % right.sql($0)
    } value: { moment in
      try NumberRules.compute(.remainder, left.value(moment), right.value(moment), moment.rules)
    }
  }

  private static func length(_ cell: Cell) -> Cell {
    guard case .text(let text) = cell else { return .null }
    return .integer(Int64(text.unicodeScalars.count))
  }

  /// A sum, difference, product, quotient, remainder, negative or absolute number.
  private mutating func arithmetic<Value, Number: Sample & ArithmeticColumnValue>(
    _ left: Term<Value>, _ right: Term<Value>, _ type: Number.Type
  ) -> Term<Value> where Value.Unwrapped == Number {
    switch roll(8) {
    case 0:
      return Term("-\(left.text)", smaller: [left]) {
        -left.sql($0)
      } value: {
        try NumberRules.negative(left.value($0))
      }
    case 1:
      return Term("abs(\(left.text))", smaller: [left]) {
        abs(left.sql($0))
      } value: {
        try NumberRules.absolute(left.value($0))
      }
    default: break
    }
    let operations: [NumberRules.Operation] =
      Number.self == Int.self
      ? [.add, .subtract, .multiply, .divide, .remainder] : [.add, .subtract, .multiply, .divide]
    let operation = pick(operations)
    func combine<L: SQLExpression<Value>, R: SQLExpression<Value>>(_ left: L, _ right: R) -> SQLOperation<Value> {
      switch operation {
      case .add: left + right
      case .subtract: left - right
      default: left * right
      }
    }
    func combine<L: SQLExpression<Value>>(_ left: L, value: Number) -> SQLOperation<Value> {
      switch operation {
      case .add: left + value
      case .subtract: left - value
      case .multiply: left * value
      case .divide: left / value
      case .remainder: remainder(left, value: value)
      }
    }
    if operation == .divide || operation == .remainder || chance(40) {
      var value = Number.sample(using: &random)
      // A division by the value 0 is refused.
      while value == 0 { value = Number.sample(using: &random) }
      let number = value
      return Term("(\(left.text) \(operation.rawValue) \(number))", smaller: [left]) {
        combine(left.sql($0), value: number)
      } value: { moment in
        try NumberRules.compute(operation, left.value(moment), Cell(number._boundValue), moment.rules)
      }
    }
    return Term("(\(left.text) \(operation.rawValue) \(right.text))", smaller: [left, right]) {
      combine(left.sql($0), right.sql($0))
    } value: { moment in
      try NumberRules.compute(operation, left.value(moment), right.value(moment), moment.rules)
    }
  }
}

/// The remainder, of integers alone.
private func remainder<Value: ColumnValue, L: SQLExpression<Value>, Number>(
  _ left: L, value: Number
) -> SQLOperation<Value> {
  var result: Any?
  if let left = left as? SQLOperation<Int>, let value = value as? Int { result = left % value }
  if let left = left as? SQLOperation<Int?>, let value = value as? Int { result = left % value }
  guard let result = result as? SQLOperation<Value> else { preconditionFailure("no integers") }
  return result
}
