import Foundation
import Postil

extension Generator {
  /// A question of any kind.
  mutating func question() -> any Question {
    func about<M: Subject & Model, N: Subject & Model>(
      _ generator: inout Generator, _ type: M.Type, _ other: N.Type
    ) -> any Question {
      switch generator.roll(15) {
      case 0, 1: return generator.rows(type)
      case 2, 3: return generator.selection(generator.table(type, conditions: generator.roll(3)), about: type)
      case 4: return generator.whole(type)
      case 5, 6: return generator.groups(type)
      case 7: return generator.joined(type, other)
      case 8: return generator.projected(type)
      case 9: return generator.eager(type) ?? generator.rows(type)
      case 10: return generator.windows(type)
      case 11: return generator.written()
      case 12: return generator.joinedThree(type, other)
      case 13: return generator.joinedGroups(type, other)
      default: return generator.combined(type, other)
      }
    }
    let subject = chance(40) ? Book.self : pick(Self.subjects)
    let other = pick(Self.subjects)
    return about(&self, subject, other)
  }

  mutating func table<M: Subject & Model>(_ type: M.Type, conditions: Int) -> TableSource<M> {
    about(type) { generator in
      TableSource(conditions: (0..<conditions).map { _ in generator.predicate(3) })
    }
  }

  private mutating func rows<M: Subject & Model>(_ type: M.Type) -> RowQuestion<M> {
    var source = table(type, conditions: 1 + roll(2))
    source.orders = about(type) { $0.orders(2) }
    var question = RowQuestion(source: source, mode: pick(RowQuestion<M>.Mode.allCases))
    (question.limit, question.offset) = page()
    return question
  }

  /// No page, the first few rows, or some behind them.
  mutating func page() -> (limit: Int?, offset: Int) {
    switch roll(4) {
    case 0: (roll(6), 0)
    case 1: (roll(6), roll(4))
    case 2: (nil, chance(20) ? roll(4) : 0)
    default: (nil, 0)
    }
  }

  mutating func orders(_ most: Int) -> [OrderTerm] {
    (0..<roll(most + 1)).map { _ in
      OrderTerm(term: anyTerm(2), isDescending: chance(50), nulls: chance(70) ? nil : chance(50) ? .first : .last)
    }
  }

  /// Rows with the members of a relationship.
  private mutating func eager<M: Subject & Model>(_ type: M.Type) -> (any Question)? {
    let relationships = Speaker<M>(0).vocabulary.toManys
    if relationships.isEmpty { return nil }
    let relationship = pick(relationships)
    // Columns of the row itself cannot be named where its members are chosen.
    tables += 1
    defer { tables -= 1 }
    return relationship.included(with: type, &self)
  }

  /// Rows with values of window functions.
  private mutating func windows<M: Subject & Model>(_ type: M.Type) -> any Question {
    var question = selection(table(type, conditions: roll(2)), about: type)
    question.results.append(about(type) { $0.windowTerm(type) })
    question.results = Array(question.results.suffix(3))
    if !question.resultOrders.isEmpty { question.resultOrders = [(question.results.count - 1, chance(50))] }
    return question
  }

  /// Books that are changed or deleted.
  private mutating func written() -> any Question {
    let source = table(Book.self, conditions: 1 + roll(2))
    let limit = chance(30) ? roll(5) : nil
    if chance(40) { return WriteQuestion(source: source, limit: limit) }
    return about(Book.self) { generator in
      WriteQuestion(
        source: source, pages: generator.required(Int.self, 2), title: generator.required(String.self, 2),
        year: generator.optional(Int.self, 2), limit: limit)
    }
  }

  /// An expression of any type.
  mutating func anyTerm(_ depth: Int) -> any AnyTerm {
    switch roll(14) {
    case 0, 1: required(Int.self, depth)
    case 2, 3: optional(Int.self, depth)
    case 4: required(Double.self, depth)
    case 5: optional(Double.self, depth)
    case 6, 7: required(String.self, depth)
    case 8, 9: optional(String.self, depth)
    case 10: predicate(depth)
    case 11: storedDates() ?? required(Date.self, 1)
    case 12: optional(Genre.self, 1)
    default: chance(50) ? optional(Mood.self, 1) : optional(Bool.self, 1)
    }
  }

  /// A date in another stored form than text, where there is one.
  private mutating func storedDates() -> (any AnyTerm)? {
    switch roll(6) {
    case 0: column(UnixSeconds.self)
    case 1: column(UnixSeconds?.self)
    case 2: column(UnixMilliseconds.self)
    case 3: column(UnixMilliseconds?.self)
    case 4: column(JulianDay.self)
    default: column(JulianDay?.self)
    }
  }

  /// The same, none whose text SQLite could return in another case.
  mutating func plainTerm(_ depth: Int) -> any AnyTerm {
    while true {
      let term = anyTerm(depth)
      if term.ignoresCase != true { return term }
    }
  }

  private mutating func selection<S: Source, M: Subject>(_ source: S, about type: M.Type) -> SelectQuestion<S> {
    let results = about(type) { generator in (0...generator.roll(3)).map { _ in generator.plainTerm(2) } }
    var question = SelectQuestion(source: source, results: results, isDistinct: chance(25))
    if !question.isDistinct, chance(50) {
      question.source.orders = about(type) { $0.orders(2) }
    } else if chance(60) {
      question.resultOrders = [(roll(results.count), chance(50))]
    }
    (question.limit, question.offset) = page()
    question.mode = chance(80) ? .all : pick(SelectQuestion<S>.Mode.allCases)
    return question
  }

  // MARK: - Groups

  /// What can be said about a group: its keys and aggregates of its rows.
  mutating func groupVocabulary(keys: [any AnyTerm]) -> Vocabulary {
    var vocabulary = Vocabulary()
    func add<T: AnyTerm>(_ key: T) {
      guard let term = key as? Term<T.Value> else { return }
      // A predicate that is grouped by is true or false.
      vocabulary.add(Term(term.text, ignoresCase: term.ignoresCase, sql: term.sql, value: { try term.result($0) }))
    }
    for key in keys { add(key) }
    for _ in 0..<5 { addAggregate(to: &vocabulary) }
    vocabulary.add(
      Term<Int>("count()") { _ in
        SQLOperation(SQL.count())
      } value: {
        .integer(Int64($0.group?.count ?? 0))
      })
    return vocabulary
  }

  private mutating func addAggregate(to vocabulary: inout Vocabulary) {
    let filter = chance(30) ? predicate(1) : nil
    func term<Value, Result>(
      _ name: String, _ term: Term<Value>, _ call: @escaping (SQLOperation<Value>) -> SQLAggregate<Result>,
      _ compute: @escaping ([Cell], Rules) throws -> Cell
    ) -> Term<Result> {
      Term("\(term.text).\(name)\(filter.map { ".filter(\($0.text))" } ?? "")") { scopes in
        let aggregate = call(term.sql(scopes))
        return SQLOperation(filter.map { aggregate.filter($0.sql(scopes)) } ?? aggregate)
      } value: { moment in
        let rows = try (moment.group ?? []).filter { row in try filter.map { try $0.value(row).truth == true } ?? true }
        return try compute(rows.map { try term.value($0) }, moment.rules)
      }
    }
    func some(_ cells: [Cell]) -> [Cell] { cells.filter { !$0.isNull } }
    let isDistinct = chance(30)
    func numbers(_ cells: [Cell]) -> [Cell] { isDistinct ? Array(Set(some(cells))) : some(cells) }
    switch roll(9) {
    case 0:
      vocabulary.add(
        term(
          "count(\(isDistinct))", optional(Int.self, 1), { $0.count(distinct: isDistinct) },
          { cells, _ in .integer(Int64(numbers(cells).count)) }))
    case 1:
      vocabulary.add(
        term(
          "count(\(isDistinct))", optional(Genre.self, 0), { $0.count(distinct: isDistinct) },
          { cells, _ in .integer(Int64(numbers(cells).count)) }))
    case 2:
      vocabulary.add(
        term("sum(\(isDistinct))", optional(Int.self, 1), { $0.sum(distinct: isDistinct) }) { cells, _ in
          try NumberRules.sum(numbers(cells))
        })
    case 3:
      vocabulary.add(
        term("sum(\(isDistinct))", required(Double.self, 1), { $0.sum(distinct: isDistinct) }) { cells, _ in
          let sum = try NumberRules.sum(numbers(cells))
          return sum.isNull ? .null : try NumberRules.real(sum)
        })
    case 4:
      vocabulary.add(
        term("average(\(isDistinct))", optional(Int.self, 0), { $0.average(distinct: isDistinct) }) { cells, rules in
          try NumberRules.mean(rules.skipsNullInMeans ? numbers(cells) : cells.map { $0.isNull ? .integer(0) : $0 })
        })
    case 5:
      vocabulary.add(
        term("total", optional(Double.self, 0), { $0.total() }, { cells, _ in try NumberRules.total(some(cells)) }))
    case 6:
      let takesSmallest = chance(50)
      vocabulary.add(
        term(takesSmallest ? "min" : "max", required(Int.self, 1), { takesSmallest ? $0.min() : $0.max() }) {
          cells, _ in
          try Extremes.extreme(of: cells, smallest: takesSmallest, ignoringCase: false)
        })
    case 7:
      let (takesSmallest, text) = (chance(50), optional(String.self, 1))
      vocabulary.add(
        term(takesSmallest ? "min" : "max", text, { takesSmallest ? $0.min() : $0.max() }) { cells, _ in
          try Extremes.extreme(of: cells, smallest: takesSmallest, ignoringCase: text.ignoresCase ?? false)
        })
    default:
      let takesSmallest = chance(50)
      vocabulary.add(
        term(takesSmallest ? "min" : "max", optional(Date.self, 0), { takesSmallest ? $0.min() : $0.max() }) {
          cells, _ in
          try Extremes.extreme(of: cells, smallest: takesSmallest, ignoringCase: false)
        })
    }
  }

  /// Makes something about groups.
  mutating func aboutGroups<Result>(_ vocabulary: Vocabulary, _ body: (inout Generator) -> Result) -> Result {
    vocabularies.append(vocabulary)
    tables += 1
    // No subqueries: one inside an aggregate's neighbour could name a column that is not grouped.
    nesting += 2
    defer {
      vocabularies.removeLast()
      tables -= 1
      nesting -= 2
    }
    return body(&self)
  }

  private mutating func whole<M: Subject & Model>(_ type: M.Type) -> SelectQuestion<WholeSource<M>> {
    let vocabulary = about(type) { $0.groupVocabulary(keys: []) }
    let source = WholeSource(table: table(type, conditions: roll(3)))
    let results = aboutGroups(vocabulary) { generator in (0...generator.roll(3)).map { _ in generator.aggregated() } }
    return SelectQuestion(source: source, results: results)
  }

  /// An expression that has an aggregate in it.
  private mutating func aggregated() -> any AnyTerm {
    switch roll(4) {
    case 0: column(Int.self) ?? literal(Int.self)
    case 1: column(Int?.self).map { $0 as any AnyTerm } ?? column(Int.self) ?? literal(Int.self)
    case 2: column(String?.self).map { $0 as any AnyTerm } ?? column(Int.self) ?? literal(Int.self)
    default: column(Double?.self).map { $0 as any AnyTerm } ?? column(Int.self) ?? literal(Int.self)
    }
  }

  private mutating func groups<M: Subject & Model>(_ type: M.Type) -> SelectQuestion<GroupSource<M>> {
    let keys = about(type) { generator in (0...generator.roll(2)).map { _ in generator.plainTerm(1) } }
    let vocabulary = about(type) { $0.groupVocabulary(keys: keys) }
    var source = GroupSource(table: table(type, conditions: roll(2)), keys: keys, conditions: [])
    let (results, conditions, orders) = aboutGroups(vocabulary) { generator in
      (
        (0...generator.roll(3)).map { _ in generator.chance(40) ? generator.pick(keys) : generator.anyTerm(1) },
        (0..<generator.roll(2)).map { _ in generator.predicate(2) },
        generator.orders(1)
      )
    }
    source.conditions = conditions
    source.orders = orders
    var question = SelectQuestion(source: source, results: results)
    (question.limit, question.offset) = page()
    question.mode = chance(85) ? .all : pick(SelectQuestion<GroupSource<M>>.Mode.allCases)
    return question
  }

  // MARK: - Joins, projections and compounds

  private mutating func joined<A: Subject & Model, B: Subject & Model>(_ one: A.Type, _ two: B.Type) -> any Question {
    let (first, second) = (table(one, conditions: roll(2)), table(two, conditions: roll(2)))
    let on = about(one) { generator in generator.about(two) { $0.predicate(1) } }
    let isLeft = chance(60)
    let (conditions, results, orders) = about(one) { generator in
      generator.about(two, isOptional: isLeft) { generator in
        (
          (0..<generator.roll(3)).map { _ in generator.predicate(2) },
          (0...generator.roll(3)).map { _ in generator.plainTerm(1) },
          generator.orders(2)
        )
      }
    }
    let (limit, offset) = page()
    if isLeft {
      let source = LeftJoinSource(first: first, second: second, on: on, conditions: conditions, orders: orders)
      return SelectQuestion(source: source, results: results, limit: limit, offset: offset)
    }
    let source = JoinSource(first: first, second: second, on: on, conditions: conditions, orders: orders)
    return SelectQuestion(source: source, results: results, limit: limit, offset: offset)
  }

  private mutating func projected<M: Subject & Model>(_ type: M.Type) -> any Question {
    let table = table(type, conditions: roll(2))
    let (number, words, amount, other) = about(type) { generator in
      (
        generator.required(Int.self, 1), generator.optional(String.self, 1), generator.required(Double.self, 1),
        generator.optional(Int.self, 1)
      )
    }
    // A column keeps its collation through a subquery; what that is like is another matter.
    guard words.ignoresCase != true else { return projected(type) }
    let conditions = about(Line.self) { generator in (0..<generator.roll(3)).map { _ in generator.predicate(2) } }
    let source = ProjectionSource(
      table: table, number: number, words: words, amount: amount, other: other, isCommon: chance(30),
      conditions: conditions)
    return selection(source, about: Line.self)
  }

  private mutating func combined<M: Subject & Model, N: Subject & Model>(_ one: M.Type, _ two: N.Type) -> any Question {
    func plain<Value>(_ generator: inout Generator, _ make: (inout Generator) -> Term<Value>) -> Term<Value> {
      while true {
        let term = make(&generator)
        if term.ignoresCase != true { return term }
      }
    }
    let (left, right) = (table(one, conditions: roll(2)), table(two, conditions: roll(2)))
    let (limit, offset) = page()
    let orders = (0..<roll(3)).map { _ in (index: roll(2), isDescending: chance(50)) }
    func question<A, B>(
      _ generator: inout Generator, _ a: (inout Generator) -> Term<A>, _ b: (inout Generator) -> Term<B>
    ) -> any Question {
      let (a1, b1) = generator.about(one) { (plain(&$0, a), plain(&$0, b)) }
      let (a2, b2) = generator.about(two) { (plain(&$0, a), plain(&$0, b)) }
      return CompoundQuestion<M, N, A, B>(
        left: (left, a1, b1), right: (right, a2, b2),
        operation: generator.pick(CompoundQuestion<M, N, A, B>.Operation.allCases),
        orders: orders, limit: limit, offset: offset)
    }
    switch roll(3) {
    case 0: return question(&self, { $0.required(Int.self, 1) }, { $0.optional(String.self, 1) })
    case 1: return question(&self, { $0.optional(Int.self, 1) }, { $0.required(String.self, 1) })
    default: return question(&self, { $0.required(Double.self, 1) }, { $0.predicate(1) })
    }
  }
}
