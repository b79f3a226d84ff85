import Foundation
import Postil

/// How two values are compared.
enum Comparison: String, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

extension Generator {
  /// A condition.
  mutating func predicate(_ depth: Int) -> Term<Bool> {
    if depth > 0, chance(40) { return connected(depth) }
    switch roll(nesting < 2 ? 12 : 9) {
    case 0...3:
      switch roll(7) {
      case 0, 1: return comparison(Int.self, depth)
      case 2: return comparison(Double.self, depth)
      case 3: return comparison(String.self, depth)
      case 4: return storedDate() ?? comparison(Date.self, 0)
      case 5: return comparison(Genre.self, 0)
      default: return chance(50) ? comparison(Mood.self, 0) : comparison(Bool.self, 0)
      }
    case 4: return nullCheck(depth)
    case 5:
      if chance(25) { return tupleMembership(depth) }
      return chance(50) ? membership(Int.self, depth) : membership(String.self, depth)
    case 6: return between(Int.self, depth)
    case 7: return chance(50) ? matching(required(String.self, depth - 1)) : matching(optional(String.self, depth - 1))
    case 8: return column(Bool.self) ?? comparison(Int.self, depth)
    case 9, 10: return memberQuestion(depth) ?? nullCheck(depth)
    default: return subquery(depth)
    }
  }

  private mutating func connected(_ depth: Int) -> Term<Bool> {
    let (left, right) = (predicate(depth - 1), predicate(depth - 1))
    switch roll(3) {
    case 0:
      return Term("!\(left.text)", smaller: [left]) {
        !left.sql($0)
      } value: { moment in
        let truth = try left.value(moment).truth
        return moment.rules.takesUndecidedAsFalse ? Cell(truth != true) : Cell(truth.map { !$0 })
      }
    case 1:
      func both(_ left: Bool?, _ right: Bool?) -> Cell {
        left == false || right == false ? Cell(false) : left == nil || right == nil ? .null : Cell(true)
      }
      return Term("(\(left.text) && \(right.text))", smaller: [left, right]) {
        left.sql($0) && right.sql($0)
      } value: { moment in
        both(try left.value(moment).truth, try right.value(moment).truth)
      } joined: { moment in
        both(try left.joined(moment).truth, try right.joined(moment).truth)
      }
    default:
      func either(_ left: Bool?, _ right: Bool?) -> Cell {
        left == true || right == true ? Cell(true) : left == nil || right == nil ? .null : Cell(false)
      }
      return Term("(\(left.text) || \(right.text))", smaller: [left, right]) {
        left.sql($0) || right.sql($0)
      } value: { moment in
        either(try left.value(moment).truth, try right.value(moment).truth)
      } joined: { moment in
        either(try left.joined(moment).truth, try right.joined(moment).truth)
      }
    }
  }

  // MARK: - Comparisons

  private mutating func comparison<Value: Sample>(_ type: Value.Type, _ depth: Int) -> Term<Bool> {
    let comparison = pick(Comparison.allCases)
    switch roll(6) {
    case 0: return compared(comparison, required(type, depth - 1), required(type, depth - 1))
    case 1: return compared(comparison, optional(type, depth - 1), required(type, depth - 1))
    case 2: return compared(comparison, required(type, depth - 1), optional(type, depth - 1))
    case 3: return compared(comparison, optional(type, depth - 1), optional(type, depth - 1))
    case 4:
      return compared(comparison, required(type, depth - 1), value: chance(90) ? Value.sample(using: &random) : nil)
    default:
      return compared(comparison, optional(type, depth - 1), value: chance(80) ? Value.sample(using: &random) : nil)
    }
  }

  /// A date in another stored form than text, where there is one.
  private mutating func storedDate() -> Term<Bool>? {
    func compared<Value: ColumnValue>(_ generator: inout Generator, _ type: Value.Type) -> Term<Bool>?
    where Value.Unwrapped.Plain == Date {
      guard let column = generator.column(type) else { return nil }
      // Half a unit is stored in no column.
      let unit: Double? =
        Value.Unwrapped.self == UnixSeconds.self ? 1 : Value.Unwrapped.self == UnixMilliseconds.self ? 1000 : nil
      let half = unit.map { generator.chance(40) ? 0.5 / $0 : 0 } ?? 0
      let (comparison, whole) = (generator.pick(Comparison.allCases), Date.sample(using: &generator.random))
      let isRounded = comparison == .equal || comparison == .notEqual
      let date = whole.addingTimeInterval(half)
      return Term("\(column.text) \(comparison.rawValue) \(date.timeIntervalSince1970) s") { scopes in
        let left = column.sql(scopes)
        return switch comparison {
        case .equal: left == date
        case .notEqual: left != date
        case .less: left < date
        case .lessOrEqual: left <= date
        case .greater: left > date
        case .greaterOrEqual: left >= date
        }
      } value: { moment in
        var right = Cell(Value.Unwrapped(_plain: date)._boundValue)
        if half != 0, !isRounded, case .integer(let count) = right { right = .real(Double(count) + 0.5) }
        let isNullSafe = Value.self != Value.Unwrapped.self
        return Self.compare(comparison, try column.value(moment), right, isNullSafe, false, moment.rules)
      }
    }
    switch roll(6) {
    case 0: return compared(&self, UnixSeconds.self)
    case 1: return compared(&self, UnixSeconds?.self)
    case 2: return compared(&self, UnixMilliseconds.self)
    case 3: return compared(&self, UnixMilliseconds?.self)
    case 4: return compared(&self, JulianDay.self)
    default: return compared(&self, JulianDay?.self)
    }
  }

  private func compared<L: ColumnValue, R: ColumnValue>(
    _ comparison: Comparison, _ left: Term<L>, _ right: Term<R>
  ) -> Term<Bool> where L.Unwrapped == R.Unwrapped {
    let isNullSafe = L.self != L.Unwrapped.self || R.self != R.Unwrapped.self
    let ignoresCase = left.ignoresCase ?? right.ignoresCase ?? false
    return Term("\(left.text) \(comparison.rawValue) \(right.text)") { scopes in
      let (left, right) = (left.sql(scopes), right.sql(scopes))
      return switch comparison {
      case .equal: left == right
      case .notEqual: left != right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    } value: { moment in
      let (one, other) = (try left.value(moment), try right.value(moment))
      // A division by 0 is NULL although its type has none.
      if L.self == L.Unwrapped.self && one.isNull || R.self == R.Unwrapped.self && other.isNull {
        throw Unspecified()
      }
      return Self.compare(comparison, one, other, isNullSafe, ignoresCase, moment.rules)
    } joined: { moment in
      let (one, other) = (try left.value(moment), try right.value(moment))
      if L.self == L.Unwrapped.self && one.isNull || R.self == R.Unwrapped.self && other.isNull {
        throw Unspecified()
      }
      if comparison == .equal, one.isNull, other.isNull { return .null }
      return Self.compare(comparison, one, other, isNullSafe, ignoresCase, moment.rules)
    }
  }

  private func compared<L: ColumnValue>(
    _ comparison: Comparison, _ left: Term<L>, value: L.Unwrapped?
  ) -> Term<Bool> where L.Unwrapped: Sample {
    let isNullSafe = L.self != L.Unwrapped.self || value == nil
    let ignoresCase = left.ignoresCase ?? false
    return Term("\(left.text) \(comparison.rawValue) \(value.map { "\($0)" } ?? "nil")") { scopes in
      let left = left.sql(scopes)
      return switch comparison {
      case .equal: left == value
      case .notEqual: left != value
      case .less: left < value
      case .lessOrEqual: left <= value
      case .greater: left > value
      case .greaterOrEqual: left >= value
      }
    } value: { moment in
      let right = value.map { Cell($0._boundValue) } ?? .null
      let one = try left.value(moment)
      if L.self == L.Unwrapped.self, one.isNull { throw Unspecified() }
      return Self.compare(comparison, one, right, isNullSafe, ignoresCase, moment.rules)
    }
  }

  /// `==` and `!=` are null-safe where `NULL` can be; the others are neither true nor false of `NULL`.
  private static func compare(
    _ comparison: Comparison, _ left: Cell, _ right: Cell, _ isNullSafe: Bool, _ ignoresCase: Bool, _ rules: Rules
  ) -> Cell {
    let order = left.compared(with: right, ignoringCase: ignoresCase)
    let isUnknown = left.isNull || right.isNull
    switch comparison {
    case .equal: return isUnknown && !isNullSafe ? .null : Cell(order == 0)
    case .notEqual:
      if isUnknown && !(isNullSafe && rules.tellsNilFromValues) { return .null }
      return Cell(order != 0)
    case .less: return isUnknown ? .null : Cell(order < 0)
    case .lessOrEqual: return isUnknown ? .null : Cell(order <= 0)
    case .greater: return isUnknown ? .null : Cell(order > 0)
    case .greaterOrEqual: return isUnknown ? .null : Cell(order >= 0)
    }
  }

  // MARK: - NULL, lists and ranges

  private mutating func nullCheck(_ depth: Int) -> Term<Bool> {
    func check<Value>(_ term: Term<Value?>, _ isNil: Bool) -> Term<Bool> {
      Term("\(term.text).\(isNil ? "isNil" : "isNotNil")") {
        isNil ? term.sql($0).isNil : term.sql($0).isNotNil
      } value: {
        Cell(try term.value($0).isNull == isNil)
      }
    }
    switch roll(5) {
    case 0: return check(optional(Int.self, depth), chance(50))
    case 1: return check(optional(Double.self, depth), chance(50))
    case 2: return check(optional(Date.self, 0), chance(50))
    case 3: return check(optional(Mood.self, 0), chance(50))
    default: return check(optional(String.self, depth), chance(50))
    }
  }

  private mutating func membership<Value: Sample>(_ type: Value.Type, _ depth: Int) -> Term<Bool> {
    // More than eight are one parameter.
    let values = (0..<pick([0, 1, 2, 3, 7, 8, 9, 12])).map { _ in Value.sample(using: &random) }
    let isIn = chance(60)
    func member<V: ColumnValue>(_ term: Term<V>) -> Term<Bool> where V.Unwrapped == Value {
      let takesNull = V.self != Value.self
      return Term("\(term.text).\(isIn ? "in" : "notIn")(\(values))") {
        isIn ? term.sql($0).in(values) : term.sql($0).notIn(values)
      } value: { moment in
        let cell = try term.value(moment)
        if values.isEmpty { return Cell(!isIn) }
        if cell.isNull, !takesNull { throw Unspecified() }
        if cell.isNull { return isIn || moment.rules.takesNilInNotIn ? Cell(!isIn) : .null }
        let ignoresCase = term.ignoresCase ?? false
        let isFound = values.contains { cell.compared(with: Cell($0._boundValue), ignoringCase: ignoresCase) == 0 }
        return Cell(isFound == isIn)
      }
    }
    return chance(50) ? member(required(type, depth - 1)) : member(optional(type, depth - 1))
  }

  /// A number that is never missing and a text that can be, in a list of pairs.
  private mutating func tupleMembership(_ depth: Int) -> Term<Bool> {
    let values: [(Int, String?)] = (0..<pick([0, 1, 2, 8, 9, 12])).map { _ in
      (Int.sample(using: &random), chance(80) ? String.sample(using: &random) : nil)
    }
    let isIn = chance(60)
    let (number, text) = (required(Int.self, depth - 1), optional(String.self, depth - 1))
    return Term("(\(number.text), \(text.text)).\(isIn ? "in" : "notIn")(\(values))") { scopes in
      let tuple = SQL.tuple(number.sql(scopes), text.sql(scopes))
      return isIn ? tuple.in(values) : tuple.notIn(values)
    } value: { moment in
      let (one, other) = (try number.value(moment), try text.value(moment))
      if values.isEmpty { return Cell(!isIn) }
      if one.isNull { throw Unspecified() }
      let isFound = values.contains { value in
        one.compared(with: Cell(value.0._boundValue)) == 0
          && other.compared(with: Cell(value.1._boundValue), ignoringCase: text.ignoresCase ?? false) == 0
      }
      return Cell(isFound == isIn)
    }
  }

  private mutating func between<Value: Sample & Comparable>(_ type: Value.Type, _ depth: Int) -> Term<Bool> {
    let (one, two) = (Value.sample(using: &random), Value.sample(using: &random))
    let (low, high) = (min(one, two), max(one, two))
    let isHalfOpen = chance(40)
    func inside<V: ColumnValue>(_ term: Term<V>) -> Term<Bool> where V.Unwrapped == Value {
      Term("\(term.text).in(\(low)\(isHalfOpen ? "..<" : "...")\(high))") {
        isHalfOpen ? term.sql($0).in(low..<high) : term.sql($0).in(low...high)
      } value: { moment in
        let cell = try term.value(moment)
        if cell.isNull, V.self == V.Unwrapped.self { throw Unspecified() }
        if cell.isNull { return .null }
        let (start, end) = (cell.compared(with: Cell(low._boundValue)), cell.compared(with: Cell(high._boundValue)))
        return Cell(start >= 0 && (isHalfOpen ? end < 0 : end <= 0))
      }
    }
    return chance(50) ? inside(required(type, depth - 1)) : inside(optional(type, depth - 1))
  }

  // MARK: - Text

  private mutating func matching<Value>(_ operand: Term<Value>) -> Term<Bool> where Value.Unwrapped == String {
    func term(
      _ name: String, _ sql: @escaping (SQLOperation<Value>) -> SQLPredicate,
      _ matches: @escaping (String, Rules) -> Bool
    ) -> Term<Bool> {
      Term("\(operand.text).\(name)") {
        sql(operand.sql($0))
      } value: { moment in
        guard case .text(let text) = try operand.value(moment) else {
          if Value.self == String.self { throw Unspecified() }
          return .null
        }
        return Cell(matches(text, moment.rules))
      }
    }
    let sample = String.sample(using: &random)
    let pattern = pick(["%", "_", "a%", "%A%", "%b", "_b", "%\\%%", "50\\%", "É", "é", "%e%", "%7%", "", "日_", "a\\_b"])
    switch roll(6) {
    case 0:
      return term(
        "contains(\(sample))", { $0.contains(sample) }, { text, _ in TextRules.offset(of: sample, in: text) != nil })
    case 1:
      return term("hasPrefix(\(sample))", { $0.hasPrefix(sample) }, { text, _ in TextRules.hasPrefix(text, sample) })
    case 2:
      return term("hasSuffix(\(sample))", { $0.hasSuffix(sample) }, { text, _ in TextRules.hasSuffix(text, sample) })
    case 3:
      return term("containsIgnoringCase(\(sample))", { $0.containsIgnoringCase(sample) }) { text, rules in
        let fold: (String) -> String = { rules.foldsCaseInLike ? TextRules.lower($0) : $0 }
        return TextRules.offset(of: fold(sample), in: fold(text)) != nil
      }
    case 4:
      return term("like(\(pattern))", { $0.like(pattern, escape: "\\") }) { text, rules in
        TextRules.like(text, pattern, escape: "\\", foldingCase: rules.foldsCaseInLike)
      }
    default:
      let pattern = pick(["*", "?", "a*", "*b", "A?", "*é*", "", "??"])
      return term("glob(\(pattern))", { $0.glob(pattern) }, { text, _ in TextRules.glob(text, pattern) })
    }
  }
}
