import Postil

// Joins of three tables, and groups of joined rows.
extension Generator {
  /// The third of three tables: one of few rows, so that the evaluation looks at no more than some hundred triples.
  mutating func joinedThree<A: Subject & Model, B: Subject & Model>(_ one: A.Type, _ two: B.Type) -> any Question {
    func question<C: Subject & Model>(_ generator: inout Generator, _ three: C.Type) -> any Question {
      generator.joined(one, two, three)
    }
    let thirds: [any (Subject & Model).Type] = [Shelf.self, Tag.self, Person.self, Fir.self]
    let third = pick(thirds)
    return question(&self, third)
  }

  private mutating func joined<A: Subject & Model, B: Subject & Model, C: Subject & Model>(
    _ one: A.Type, _ two: B.Type, _ three: C.Type
  ) -> any Question {
    let (pair, third) = (join(one, two), table(three, conditions: roll(2)))
    let on = about(one) { $0.about(two) { $0.about(three) { $0.predicate(1) } } }
    let (conditions, results, orders) = about(one) { generator in
      generator.about(two) { generator in
        generator.about(three, isOptional: true) { generator in
          (
            (0..<generator.roll(3)).map { _ in generator.predicate(2) },
            (0...generator.roll(3)).map { _ in generator.plainTerm(1) },
            generator.orders(2)
          )
        }
      }
    }
    let (limit, offset) = page()
    let source = ThreeTablesSource(joined: pair, third: third, on: on, conditions: conditions, orders: orders)
    return SelectQuestion(source: source, results: results, limit: limit, offset: offset)
  }

  private mutating func join<A: Subject & Model, B: Subject & Model>(_ one: A.Type, _ two: B.Type) -> JoinSource<A, B> {
    let (first, second) = (table(one, conditions: roll(2)), table(two, conditions: roll(2)))
    let on = about(one) { $0.about(two) { $0.predicate(1) } }
    return JoinSource(first: first, second: second, on: on, conditions: [])
  }

  /// Values of the groups of joined rows.
  mutating func joinedGroups<A: Subject & Model, B: Subject & Model>(_ one: A.Type, _ two: B.Type) -> any Question {
    var pair = join(one, two)
    let (conditions, keys) = about(one) { generator in
      generator.about(two) { generator in
        (
          (0..<generator.roll(2)).map { _ in generator.predicate(1) },
          (0...generator.roll(2)).map { _ in generator.plainTerm(1) }
        )
      }
    }
    pair.conditions = conditions
    let vocabulary = about(one) { $0.about(two) { $0.groupVocabulary(keys: keys) } }
    var source = JoinedGroupSource(joined: pair, keys: keys, conditions: [])
    let results = aboutGroups(vocabulary) { generator in
      source.conditions = (0..<generator.roll(2)).map { _ in generator.predicate(2) }
      source.orders = generator.orders(1)
      return (0...generator.roll(3)).map { _ in generator.chance(40) ? generator.pick(keys) : generator.anyTerm(1) }
    }
    let (limit, offset) = page()
    return SelectQuestion(source: source, results: results, limit: limit, offset: offset)
  }
}
