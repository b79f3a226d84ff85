import Postil

/// A to-many relationship, as Postil's and as the rows that it leads to.
struct ToManyTerm<Target: Subject & Model> {
  let text: String
  let sql: (Scopes) -> ToMany<Target>
  let members: (Moment) -> [Row]
}

/// A to-many relationship to any model.
protocol AnyToManyTerm {
  /// A condition on the members.
  func question(_ generator: inout Generator, _ depth: Int) -> Term<Bool>
  /// How many there are.
  func count(_ generator: inout Generator, _ depth: Int) -> Term<Int>
  /// The sum, or the smallest or largest value, of an expression over them.
  func aggregate(_ generator: inout Generator, _ depth: Int) -> Term<Int?>
  /// Which members come with each row of `M`.
  func included<M: Subject & Model>(with type: M.Type, _ generator: inout Generator) -> any Question
}

extension ToManyTerm: AnyToManyTerm {
  func question(_ generator: inout Generator, _ depth: Int) -> Term<Bool> {
    let (sql, members) = (sql, members)
    if generator.chance(20) {
      return Term("\(text).isEmpty") {
        sql($0).isEmpty
      } value: {
        Cell(members($0).isEmpty)
      }
    }
    let condition = generator.within(Target.self) { $0.predicate(depth - 1) }
    func term(
      _ name: String, _ smaller: [Term<Bool>] = [],
      _ question: @escaping (ToMany<Target>, (Target.Columns) -> SQLPredicate) -> SQLPredicate,
      _ answer: @escaping ([Bool?], Rules) -> Bool
    ) -> Term<Bool> {
      Term("\(text).\(name) { \(condition.text) }") { scopes in
        question(sql(scopes)) { condition.sql(scopes.with($0)) }
      } value: { moment in
        let truths = try members(moment).map { try condition.value(moment.with($0)).truth }
        return Cell(answer(truths, moment.rules))
      }
    }
    switch generator.roll(4) {
    case 0: return term("any", [], { $0.any($1) }, { truths, _ in truths.contains(true) })
    case 1: return term("none", [], { $0.none($1) }, { truths, _ in !truths.contains(true) })
    case 2:
      return term("all", [], { $0.all($1) }) { truths, rules in
        truths.allSatisfy { rules.asksAllForTruth ? $0 == true : $0 != false }
      }
    default:
      // A narrower relationship is asked the same.
      return term("where.isEmpty", [], { !$0.where($1).isEmpty }, { truths, _ in truths.contains(true) })
    }
  }

  func count(_ generator: inout Generator, _ depth: Int) -> Term<Int> {
    let (sql, members) = (sql, members)
    if generator.chance(40) {
      return Term("\(text).count") {
        sql($0).count
      } value: {
        .integer(Int64(members($0).count))
      }
    }
    let condition = generator.within(Target.self) { $0.predicate(depth - 1) }
    return Term("\(text).count { \(condition.text) }") { scopes in
      sql(scopes).count { condition.sql(scopes.with($0)) }
    } value: { moment in
      .integer(Int64(try members(moment).filter { try condition.value(moment.with($0)).truth == true }.count))
    }
  }
}

extension ToManyTerm {
  func aggregate(_ generator: inout Generator, _ depth: Int) -> Term<Int?> {
    let (sql, members) = (sql, members)
    var operand = generator.within(Target.self) { $0.optional(Int.self, 1) }
    // An aggregate of nothing but columns of the query around is refused; what is asked of no values is not written.
    if !operand.text.contains("t\(generator.tables).") || operand.text.contains("([])") {
      guard let column = Speaker<Target>(generator.tables).vocabulary.terms(of: Int?.self).first else {
        return Term("nil") { _ in
          SQLOperation(nil)
        } value: { _ in
          .null
        }
      }
      operand = column
    }
    let (value, kind) = (operand, generator.roll(3))
    return Term("\(text).\(["sum", "min", "max"][kind]) { \(value.text) }") { scopes in
      switch kind {
      case 0: sql(scopes).sum { value.sql(scopes.with($0)) }
      case 1: sql(scopes).min { value.sql(scopes.with($0)) }
      default: sql(scopes).max { value.sql(scopes.with($0)) }
      }
    } value: { moment in
      let cells = try members(moment).map { try value.value(moment.with($0)) }.filter { !$0.isNull }
      if kind == 0 { return try NumberRules.sum(cells) }
      return try Extremes.extreme(of: cells, smallest: kind == 1, ignoringCase: false)
    }
  }

  func included<M: Subject & Model>(with type: M.Type, _ generator: inout Generator) -> any Question {
    let conditions = generator.within(Target.self) { generator in
      (0..<generator.roll(2)).map { _ in generator.predicate(2) }
    }
    let orders = generator.within(Target.self) { $0.orders(2) }
    return EagerQuestion<M, Target>(
      relationship: self, conditions: conditions, orders: orders, limit: generator.chance(60) ? generator.roll(4) : nil,
      offset: generator.chance(30) ? generator.roll(3) : 0)
  }
}

extension Generator {
  mutating func memberAggregate(_ depth: Int) -> Term<Int?>? { relationship()?.aggregate(&self, depth) }

  private mutating func relationship() -> (any AnyToManyTerm)? {
    let near = vocabularies.last?.toManys ?? []
    return near.isEmpty || nesting > 1 ? nil : pick(near)
  }

  mutating func memberQuestion(_ depth: Int) -> Term<Bool>? { relationship()?.question(&self, depth) }

  mutating func memberCount(_ depth: Int) -> Term<Int>? { relationship()?.count(&self, depth) }

  // MARK: - Subqueries

  /// `EXISTS`, or that a value is one of those that a query returns.
  mutating func subquery(_ depth: Int) -> Term<Bool> {
    let subject = pick(Self.subjects)
    switch roll(3) {
    case 0: return exists(subject, depth)
    case 1: return selected(Int.self, subject, depth)
    default: return selected(String.self, subject, depth)
    }
  }

  private mutating func exists<M: Subject & Model>(_ type: M.Type, _ depth: Int) -> Term<Bool> {
    let condition = within(type) { $0.predicate(depth - 1) }
    return Term("\(M.self).where { \(condition.text) }.exists()") { scopes in
      M.where { condition.sql(scopes.with($0)) }.exists()
    } value: { moment in
      Cell(
        try (moment.world.tables[M.table.name] ?? []).contains { try condition.value(moment.with($0)).truth == true })
    }
  }

  private mutating func selected<Value: Sample, M: Subject & Model>(
    _ valueType: Value.Type, _ type: M.Type, _ depth: Int
  ) -> Term<Bool> {
    let isIn = chance(60)
    func term<L: ColumnValue, R: ColumnValue>(_ left: Term<L>, _ right: Term<R>, _ condition: Term<Bool>) -> Term<Bool>
    where L.Unwrapped == Value, R.Unwrapped == Value {
      let isOptional = L.self != Value.self
      let ignoresCase = left.ignoresCase ?? right.ignoresCase ?? false
      return Term(
        "\(left.text).\(isIn ? "in" : "notIn")(\(M.self).where { \(condition.text) }.select { \(right.text) })"
      ) { scopes in
        let query = M.where { condition.sql(scopes.with($0)) }.select { right.sql(scopes.with($0)) }
        return isIn ? left.sql(scopes).in(query) : left.sql(scopes).notIn(query)
      } value: { moment in
        let inner = (moment.world.tables[M.table.name] ?? []).map { moment.with($0) }
        let cells = try inner.filter { try condition.value($0).truth == true }.map { try right.value($0) }
        // Of a type that is not optional there is no NULL but that of a division by 0.
        if R.self == Value.self, cells.contains(where: \.isNull) { throw Unspecified() }
        let cell = try left.value(moment)
        if cell.isNull {
          if !isOptional { throw Unspecified() }
          return isIn || moment.rules.takesNilInNotIn ? Cell(!isIn) : .null
        }
        return Cell(cells.contains { !$0.isNull && cell.compared(with: $0, ignoringCase: ignoresCase) == 0 } == isIn)
      }
    }
    let condition = within(type) { $0.predicate(depth - 1) }
    switch roll(4) {
    case 0: return term(required(valueType, 0), within(type) { $0.required(valueType, 1) }, condition)
    case 1: return term(optional(valueType, 0), within(type) { $0.required(valueType, 1) }, condition)
    case 2: return term(required(valueType, 0), within(type) { $0.optional(valueType, 1) }, condition)
    default: return term(optional(valueType, 0), within(type) { $0.optional(valueType, 1) }, condition)
    }
  }

  /// The only value of a subquery: an extreme of the rows, or that of the first of them.
  mutating func scalar<Value: Sample>(_ valueType: Value.Type, _ depth: Int) -> Term<Value?> {
    func term<M: Subject & Model>(_ generator: inout Generator, _ type: M.Type) -> Term<Value?> {
      let condition = generator.within(type) { $0.predicate(depth - 1) }
      var value = generator.within(type) { $0.required(valueType, 1) }
      // An aggregate of nothing but columns of the query around is refused; what is asked of no values is not written.
      if value.text.contains(/t[0-9]/), !value.text.contains("t\(generator.tables).") || value.text.contains("([])") {
        value = generator.literal(valueType)
      }
      let operand = value
      let takesSmallest = generator.chance(50)
      let function = takesSmallest ? "min" : "max"
      return Term("scalar(\(M.self).where { \(condition.text) }.select { \(operand.text).\(function)() })") { scopes in
        let rows = M.where { condition.sql(scopes.with($0)) }
        return takesSmallest
          ? SQL.scalar(rows.select { operand.sql(scopes.with($0)).min() })
          : SQL.scalar(rows.select { operand.sql(scopes.with($0)).max() })
      } value: { moment in
        let inner = (moment.world.tables[M.table.name] ?? []).map { moment.with($0) }
        let cells = try inner.filter { try condition.value($0).truth == true }.map { try operand.value($0) }
        return try Extremes.extreme(of: cells, smallest: takesSmallest, ignoringCase: operand.ignoresCase ?? false)
      }
    }
    let subject = pick(Self.subjects)
    return term(&self, subject)
  }
}

/// The aggregates `min` and `max`.
enum Extremes {
  static func extreme(of cells: [Cell], smallest: Bool, ignoringCase: Bool) throws -> Cell {
    let values = cells.filter { !$0.isNull }
    let best = values.min { left, right in
      let order = left.compared(with: right, ignoringCase: ignoringCase)
      return smallest ? order < 0 : order > 0
    }
    guard let best else { return .null }
    // Of texts that are the same but for their case SQLite may take any.
    if values.contains(where: { $0 != best && $0.compared(with: best, ignoringCase: ignoringCase) == 0 }) {
      throw Unspecified()
    }
    return best
  }
}
