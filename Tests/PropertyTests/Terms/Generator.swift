import Foundation
import Postil

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// Makes expressions at random, of what can be said where they stand.
struct Generator {
  var random: SeededGenerator
  /// What can be said about each table, the outermost first; columns of the queries around may be named, too.
  var vocabularies: [Vocabulary] = []
  /// How many tables are being read.
  var tables = 0
  /// How many queries are around.
  var nesting = 0

  static let subjects: [any (Subject & Model).Type] =
    [Book.self, Shelf.self, Person.self, Tag.self, Loan.self] + Drawn.subjects

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  /// Makes something about a table more.
  mutating func about<M: Subject, Result>(
    _ type: M.Type, isOptional: Bool = false, _ body: (inout Generator) -> Result
  ) -> Result {
    vocabularies.append(Speaker<M>(tables, isOptional: isOptional).vocabulary)
    tables += 1
    defer {
      vocabularies.removeLast()
      tables -= 1
    }
    return body(&self)
  }

  /// The same inside a query of its own.
  mutating func within<M: Subject, Result>(_ type: M.Type, _ body: (inout Generator) -> Result) -> Result {
    nesting += 1
    defer { nesting -= 1 }
    return about(type, body)
  }

  /// A column of this type, mostly one of the innermost table.
  mutating func column<Value>(_ type: Value.Type) -> Term<Value>? {
    let near = vocabularies.last?.terms(of: type) ?? []
    let all = chance(70) && !near.isEmpty ? near : vocabularies.flatMap { $0.terms(of: type) }
    return all.isEmpty ? nil : pick(all)
  }

  func literal<Value: Sample>(_ value: Value) -> Term<Value> {
    Term("(\(value))") { _ in
      SQLOperation(value)
    } value: { _ in
      Cell(value._boundValue)
    }
  }

  mutating func literal<Value: Sample>(_ type: Value.Type) -> Term<Value> { literal(Value.sample(using: &random)) }

  // MARK: - Values

  /// An expression that is never `NULL`.
  mutating func required<Value: Sample>(_ type: Value.Type, _ depth: Int) -> Term<Value> {
    if depth <= 0 || chance(45) { return column(type) ?? literal(type) }
    if chance(60) {
      if type == Int.self, let term = integer(depth) as? Term<Value> { return term }
      if type == Double.self, let term = real(depth) as? Term<Value> { return term }
      if type == String.self, let term = text(depth) as? Term<Value> { return term }
    }
    if type == Bool.self { return column(type) ?? literal(type) }
    switch roll(6) {
    case 0:
      let (optional, value) = (self.optional(type, depth - 1), Value.sample(using: &random))
      return Term("(\(optional.text) ?? \(value))") {
        optional.sql($0) ?? value
      } value: { moment in
        let cell = try optional.value(moment)
        return cell.isNull ? Cell(value._boundValue) : cell
      }
    case 1:
      let (optional, other) = (self.optional(type, depth - 1), required(type, depth - 1))
      return Term("(\(optional.text) ?? \(other.text))", smaller: [other]) {
        optional.sql($0) ?? other.sql($0)
      } value: { moment in
        let cell = try optional.value(moment)
        return try cell.isNull ? other.value(moment) : cell
      }
    case 2:
      return extreme(required(type, depth - 1), required(type, depth - 1), takesSmaller: chance(50))
    default:
      return branches(type, depth)
    }
  }

  /// An expression that can be `NULL`.
  mutating func optional<Value: Sample>(_ type: Value.Type, _ depth: Int) -> Term<Value?> {
    if depth <= 0 || chance(55) {
      if let column = column(Value?.self) { return column }
      if depth <= 0 { return missing(required(type, 0)) }
    }
    if chance(50) {
      if type == Int.self, let term = optionalInteger(depth) as? Term<Value?> { return term }
      if type == Double.self, let term = optionalReal(depth) as? Term<Value?> { return term }
      if type == String.self, let term = optionalText(depth) as? Term<Value?> { return term }
    }
    switch roll(nesting < 2 ? 5 : 4) {
    case 0: return missing(required(type, depth - 1))
    case 1: return extreme(optional(type, depth - 1), optional(type, depth - 1), takesSmaller: chance(50))
    case 2:
      let (first, second) = (optional(type, depth - 1), required(type, depth - 1))
      return Term("coalesce(\(first.text), \(second.text))", smaller: [first]) {
        SQL.coalesce(first.sql($0), second.sql($0))
      } value: { moment in
        let cell = try first.value(moment)
        return try cell.isNull ? second.value(moment) : cell
      }
    case 3:
      let (condition, value) = (predicate(depth - 1), required(type, depth - 1))
      return Term("when(\(condition.text), \(value.text))") {
        SQLOperation(optional: SQL.when(condition.sql($0), then: value.sql($0)))
      } value: { moment in
        try condition.value(moment).truth == true ? value.value(moment) : .null
      }
    default: return scalar(type, depth)
    }
  }

  /// `NULL` where the term has some value.
  private mutating func missing<Value: Sample>(_ term: Term<Value>) -> Term<Value?> {
    let value = Value.sample(using: &random)
    let ignoresCase = term.ignoresCase ?? false
    return Term("\(term.text).nilIf(\(value))") {
      term.sql($0).nilIf(value)
    } value: { moment in
      let cell = try term.value(moment)
      return cell.compared(with: Cell(value._boundValue), ignoringCase: ignoresCase) == 0 ? .null : cell
    }
  }

  /// The smaller or the larger of two.
  private func extreme<Value: ColumnValue>(
    _ first: Term<Value>, _ second: Term<Value>, takesSmaller: Bool
  ) -> Term<Value> {
    let ignoresCase = first.ignoresCase ?? second.ignoresCase ?? false
    return Term("\(takesSmaller ? "min" : "max")(\(first.text), \(second.text))", smaller: [first, second]) {
      takesSmaller ? min(first.sql($0), second.sql($0)) : max(first.sql($0), second.sql($0))
    } value: { moment in
      let (left, right) = (try first.value(moment), try second.value(moment))
      if left.isNull || right.isNull { return .null }
      let order = left.compared(with: right, ignoringCase: ignoresCase)
      // Of two texts that are the same but for their case SQLite may take either.
      if order == 0, left != right { throw Unspecified() }
      return (order < 0) == takesSmaller ? left : right
    }
  }

  private mutating func branches<Value: Sample>(_ type: Value.Type, _ depth: Int) -> Term<Value> {
    let (first, second) = (predicate(depth - 1), predicate(depth - 1))
    let (one, two, three) = (required(type, depth - 1), Value.sample(using: &random), required(type, depth - 1))
    return Term(
      "when(\(first.text), \(one.text)).when(\(second.text), \(two)).otherwise(\(three.text))", smaller: [one, three]
    ) {
      SQL.when(first.sql($0), then: one.sql($0)).when(second.sql($0), then: two).otherwise(three.sql($0))
    } value: { moment in
      if try first.value(moment).truth == true { return try one.value(moment) }
      if try second.value(moment).truth == true { return Cell(two._boundValue) }
      return try three.value(moment)
    }
  }
}
