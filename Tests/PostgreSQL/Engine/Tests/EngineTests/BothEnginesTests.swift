import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// The same rows and queries on both engines, which must have the same results.
  @Suite("Both engines")
  struct BothEngines {
    /// A question to either engine.
    private protocol Question: Sendable {
      associatedtype Answer: Equatable & Sendable
      func prepare(in db: some WriteTransaction) throws
      func ask(in db: some ReadTransaction) throws -> Answer
    }

    private func answers<Q: Question>(_ question: Q) async throws -> (sqlite: Q.Answer, postgreSQL: Q.Answer) {
      func answer(_ store: some DatabaseStore) async throws -> Q.Answer {
        try await store.write { db in try question.prepare(in: db) }
        return try await store.read { db in try question.ask(in: db) }
      }
      return (
        try await answer(SQLiteStore.inMemory(schema: EngineTestsSchema.self)), try await answer(Server.emptyStore())
      )
    }

    private struct Compounds: Question {
      func prepare(in db: some WriteTransaction) throws {
        _ = try Tag.insert(["Ann", "bob", "Cid"].map { Tag.Draft(name: $0) }, in: db)
      }

      func ask(in db: some ReadTransaction) throws -> [[String]] {
        func names(_ names: String...) -> Query<Tag> { Tag.where { $0.name.in(names) } }
        let (ann, bob, both, all) = (names("Ann"), names("bob"), names("Ann", "bob"), Tag.where { $0.name != "" })
        return try [
          ann.union(both).intersect(bob), ann.intersect(both).union(bob), all.except(ann).intersect(both),
          ann.union(bob).intersect(both).except(ann), ann.union(bob).intersect(bob).intersect(all).union(ann),
          all.except(both).union(ann).intersect(both), ann.unionAll(ann).intersect(ann),
        ].map { query in try query.order { $0.name }.fetchAll(in: db).map(\.name) }
      }
    }

    /// Which ranges can be stored.
    private struct Ranges: Question {
      static let seats = [UUID(), UUID()]

      /// Random rows and changes, with the name of the constraint that refuses each.
      func prepare(in db: some WriteTransaction) throws {
        var generator = SeededGenerator(seed: 11)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func time(_ hours: Int) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + Double(hours) * 3600) }
        func day(_ number: Int) -> DateComponents { DateComponents(year: 2026, month: 3, day: number) }
        for turn in 1...400 {
          let (from, first, first_) = (number(0...40), number(1...30), number(1...20))
          var stay = Stay.Draft(
            room: number(0...9) == 0 ? nil : "room \(number(1...3))", from: time(from),
            to: number(0...9) == 0 ? nil : time(from + number(-1...5)), seat: Self.seats[number(0...1)],
            first: Int32(first), last: number(0...30) == 0 ? .max : Int32(first + number(0...3)),
            cancelled: number(0...3) == 0, day: day(first_), lastDay: day(first_ + number(0...3)),
            isHoliday: number(0...5) == 0)
          // Most rows differ in one of their ranges only.
          if turn % 3 == 1 { (stay.from, stay.to) = (time(turn * 100), time(turn * 100 + 1)) }
          if turn % 3 == 2 { stay.cancelled = true }
          do {
            if turn % 4 == 0, let old = try Stay.all.order({ $0.id }).limit(1, offset: turn / 10).fetchOne(in: db) {
              var changed = old
              (changed.room, changed.from, changed.to) = (stay.room, stay.from, stay.to)
              (changed.cancelled, changed.isHoliday) = (stay.cancelled, stay.isHoliday)
              let row = changed
              _ = try db.savepoint { try row.update(in: db) }
            } else {
              let draft = stay
              _ = try db.savepoint { try draft.insert(in: db) }
            }
            _ = try Tag.Draft(name: "\(turn): taken").insert(in: db)
          } catch ConstraintViolation.exclusion(let name) {
            _ = try Tag.Draft(name: "\(turn): \(name)").insert(in: db)
          } catch ConstraintViolation.check(let name) {
            _ = try Tag.Draft(name: "\(turn): \(name)").insert(in: db)
          }
        }
      }

      func ask(in db: some ReadTransaction) throws -> [String] {
        try Tag.all.fetchAll(in: db).map(\.name).filter { $0.contains(": ") }.sorted()
      }
    }

    @Test("A row whose range overlaps another one is refused with the same error")
    func ranges() async throws {
      let (sqlite, postgreSQL) = try await answers(Ranges())
      for name in ["taken", "stay_room_from_to_excl", "stay_seats", "stay_holidays", "stay_from_to_check"] {
        #expect(sqlite.contains { $0.hasSuffix(": \(name)") }, "\(name)")
      }
      // A row can violate several constraints, and each engine reports the one that it checks first.
      #expect(sqlite.map { $0.hasSuffix("taken") } == postgreSQL.map { $0.hasSuffix("taken") })
      #expect(
        Set(sqlite.map { $0.split(separator: " ").last }) == Set(postgreSQL.map { $0.split(separator: " ").last }))
    }

    /// Which numbers can be stored.
    private struct Digits: Question {
      static let amounts = [
        "0", "12.5", "-12.55", "12.555", "0.001", "99999999.99", "-99999999.99", "100000000", "-100000000",
        "99999999.999",
      ]
      static let shares = ["0", "0.5", "-0.99", "0.999", "1", "0.001"]
      static let pieces = [
        "0", "-7", "0.5", "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
      ]

      func prepare(in db: some WriteTransaction) throws {
        func number(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
        let drafts =
          Self.amounts.map { Price.Draft(amount: number($0)) }
          + Self.shares.map { Price.Draft(amount: 1, share: number($0)) }
          + Self.pieces.map { Price.Draft(amount: 2, pieces: number($0)) }
        for draft in drafts {
          do {
            // PostgreSQL ends a transaction after an error.
            _ = try db.savepoint { try draft.insert(in: db) }
          } catch ConstraintViolation.check(let name) {
            // What a person would find out about each refused number.
            let refused = name == "price_amount_range" ? -1 : name == "price_share_range" ? -2 : -3
            _ = try Price.Draft(amount: Decimal(refused)).insert(in: db)
          }
        }
        // A computed value is refused, too.
        do {
          _ = try db.savepoint {
            try Price.where { $0.amount == Decimal(125) / 10 }.update(in: db) { [$0.amount.set($0.amount / 1000)] }
          }
          Issue.record("a computed number was rounded")
        } catch ConstraintViolation.check(name: "price_amount_range") {}
      }

      func ask(in db: some ReadTransaction) throws -> [[String]] {
        let prices = try Price.all.order { $0.id }.fetchAll(in: db)
        return prices.map { ["\($0.amount)", $0.share.map { "\($0)" } ?? "", "\($0.pieces)"] }
      }
    }

    @Test("A number with more digits than its column allows is refused and never rounded")
    func digits() async throws {
      let (sqlite, postgreSQL) = try await answers(Digits())
      #expect(
        sqlite.map { $0[0] }.prefix(10) == [
          "0", "12.5", "-12.55", "-1", "-1", "99999999.99", "-99999999.99", "-1", "-1", "-1",
        ])
      #expect(sqlite[10..<16].map { $0[1].isEmpty ? $0[0] : $0[1] } == ["0", "0.5", "-0.99", "-2", "-2", "-2"])
      #expect(
        sqlite[16...].map { $0[0] == "2" ? $0[2] : $0[0] }
          == ["0", "-7", "-3", "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999"])
      #expect(postgreSQL == sqlite)
    }

    @Test("Queries are combined in the order in which they are written")
    func compounds() async throws {
      let (sqlite, postgreSQL) = try await answers(Compounds())
      #expect(
        sqlite == [["bob"], ["Ann", "bob"], ["bob"], ["bob"], ["Ann", "bob"], ["Ann"], ["Ann"]])
      #expect(postgreSQL == sqlite)
    }

    private struct Patterns: Question {
      func prepare(in db: some WriteTransaction) throws {
        _ = try Tag.insert(["a", "a!", "%"].map { Tag.Draft(name: $0) }, in: db)
      }

      func ask(in db: some ReadTransaction) throws -> [Int] {
        let patterns: [(String, Unicode.Scalar?)] = [
          ("a!", "!"), ("a!!", "!"), ("!%", "!"), ("%", nil), ("a!!!", "!"), ("!", "!"),
        ]
        return try patterns.flatMap { pattern, escape in
          try [
            Tag.where { $0.name.like(pattern, escape: escape) }.count(in: db),
            Tag.where { !$0.name.like(pattern, escape: escape) }.count(in: db),
          ]
        }
      }
    }

    @Test("A pattern that ends with its escape matches nothing")
    func patterns() async throws {
      let (sqlite, postgreSQL) = try await answers(Patterns())
      #expect(sqlite == [0, 3, 1, 2, 1, 2, 3, 0, 0, 3, 0, 3])
      #expect(postgreSQL == sqlite)
    }

    private struct Floats: Question {
      func prepare(in db: some WriteTransaction) throws {
        let date = Date(timeIntervalSince1970: 0)
        _ = try Specimen.insert((0..<4096).map { Specimen.Draft(name: "\($0)", half: 0.1, at: date) }, in: db)
      }

      func ask(in db: some ReadTransaction) throws -> [Double?] {
        let whole = try Specimen.select { ($0.half.sum(), $0.half.total(), $0.half.average()) }.fetchOnly(in: db)
        let last = try Specimen.order { $0.id.descending }.limit(1).select {
          (
            $0.half.sum().over(orderBy: $0.id), $0.half.total().over(orderBy: $0.id),
            $0.half.average().over(orderBy: $0.id, frame: .rows(.preceding(2)))
          )
        }.fetchOnly(in: db)
        let product = try Specimen.limit(1).select { ($0.half * $0.half).double }.fetchOnly(in: db)
        let sum = try Specimen.select { ($0.half + $0.half).total() }.fetchOnly(in: db)
        return [
          whole.0.map { Double($0) }, whole.1, whole.2.map { Double($0) }, last.0.map { Double($0) }, last.1,
          last.2.map { Double($0) }, product, sum,
        ]
      }
    }

    @Test("Floats are computed with the precision of a Double, also over windows")
    func floats() async throws {
      let (sqlite, postgreSQL) = try await answers(Floats())
      for (left, right) in zip(sqlite, postgreSQL) {
        // The numbers are added in another order.
        #expect(abs((left ?? 0) - (right ?? 1)) <= abs(left ?? 0) * 1e-12, "\(sqlite) \(postgreSQL)")
      }
    }

    private struct Arrays: Question {
      static let texts: [[String]] = [
        [], ["a"], ["old", "a", "gilt", "a"],
        ["", " ", "NULL", "null", "{}", ",", "\"", "\\", "\\\"'", "\n\t\r", "é😀\u{301}", "%"],
      ]
      static let keys = ["6F9619FF-8B86-D011-B42D-00C04FC964FF", "123E4567-E89B-12D3-A456-426614174000"].compactMap {
        UUID(uuidString: $0)
      }

      func prepare(in db: some WriteTransaction) throws {
        for (index, labels) in Self.texts.enumerated() {
          _ = try Basket.Draft(name: "\(index)", labels: labels, keys: Set(Self.keys.prefix(index))).insert(in: db)
        }
        let extremes: [Double] = [
          0, 0.1, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, .infinity, -.infinity, .nan,
        ]
        _ = try Basket.Draft(
          name: "numbers", numbers: [.min, 0, 7, .max], small: [.min, nil, 7, .max], weights: extremes,
          halves: [0.1, -3.4e38, .leastNonzeroMagnitude, .infinity], flags: [true, false], tags: [Tag.ID(rawValue: 3)]
        ).insert(in: db)
        _ = try Basket.Draft(name: "empty", numbers: [], small: [], halves: [], words: []).insert(in: db)
        // Many rows, of which PostgreSQL's engine copies some.
        try Basket.insert(
          (0..<700).map {
            Basket.Draft(
              name: "many \($0)", labels: ["\($0 % 7)", "x"], numbers: $0 % 5 == 0 ? nil : [$0, $0 % 3], weights: [0.5])
          }, in: db)
        _ = try Basket.Draft(name: "1", labels: ["a", "upserted"], numbers: [4]).upsert(on: { $0.name }, in: db)
        _ = try Basket.Draft(name: "new", labels: ["upserted"], numbers: nil).upsert(on: { $0.name }, in: db)
        if var row = try Basket.where({ $0.name == "2" }).fetchOne(in: db) {
          (row.labels, row.numbers, row.keys) = (row.labels.reversed(), [5], [])
          try row.update(in: db)
        }
        try Basket.where { $0.name == "new" }.update(in: db) {
          [$0.labels.append("é\"\\"), $0.weights.set([.nan, 2]), $0.keys.set(Set(Self.keys))]
        }
        try Basket.where { $0.numbers == nil && $0.name.hasPrefix("many 1") }.update(in: db) { [$0.numbers.append(1)] }
        try Basket.where { $0.name == "empty" }.update(in: db) { [$0.numbers.append(9), $0.words.set($0.labels)] }
        #expect(throws: ConstraintViolation.self) {
          try db.savepoint { _ = try Basket.Draft(name: "full", numbers: [1, 2, 3, 4, 5, 6]).insert(in: db) }
        }
      }

      static func text(_ row: Basket) -> String {
        "\(row.name) \(row.labels) \(row.numbers ?? [-1]) \(row.small) \(row.weights) \(row.halves ?? []) \(row.flags) "
          + "\(row.keys.map(\.uuidString).sorted()) \(row.tags) \(row.words) \(row.count)"
      }

      func ask(in db: some ReadTransaction) throws -> [String] {
        var lines: [String] = []
        let few = Basket.where { !$0.name.hasPrefix("many") }.order { $0.id }
        for row in try few.fetchAll(in: db) {
          lines.append(Self.text(row))
        }
        func names(_ condition: (Basket.Columns) -> SQLPredicate) throws {
          lines.append(try Basket.where(condition).order { $0.id }.fetchAll(in: db).map(\.name).joined(separator: ","))
        }
        try names { $0.labels.contains("a") }
        try names { !$0.labels.contains("x") }
        try names { $0.labels.contains("é\"\\") }
        try names { $0.numbers.contains(7) }
        try names { !$0.numbers.contains(1) && $0.name.hasPrefix("many 10") }
        try names { $0.small.contains(7) }
        try names { $0.weights.contains(0.5) && $0.name.hasSuffix("00") }
        try names { $0.flags.contains(true) }
        try names { $0.keys.contains(Self.keys[0]) }
        try names { $0.tags.contains(Tag.ID(rawValue: 3)) }
        try names { $0.labels.any { $0.like("g%") } }
        try names { $0.labels.all { $0 > "a" } && !$0.name.hasPrefix("many") }
        try names { $0.labels.none { $0 == "x" } }
        try names { $0.numbers.any { $0 > 690 } }
        try names { $0.weights.any { $0 > 1e15 } && $0.name != "new" }
        try names { $0.keys.any { $0 == Self.keys[1] } }
        try names { $0.flags.any { !$0 } }
        try names { $0.numbers == nil && $0.name.hasPrefix("many 2") }
        try names { $0.numbers != nil && !$0.name.hasPrefix("many") }
        try names { $0.numbers == [5] }
        try names { $0.numbers != [5] && !$0.name.hasPrefix("many") }
        try names { $0.labels == ["upserted", "é\"\\"] }
        try names { $0.labels.count > 2 }
        try names { $0.labels.isEmpty }
        try names { $0.numbers.count == 1 && !$0.name.hasPrefix("many") }
        try names { $0.labels[0] == "three" }
        try names { $0.numbers[0] == .min }
        for row in try few.select({ ($0.labels, $0.numbers, $0.labels.count, $0.numbers.count, $0.labels[0], $0.keys) })
          .fetchAll(in: db)
        {
          lines.append("\(row.0) \(row.1 ?? []) \(row.2) \(row.3 ?? -1) \(row.4 ?? "-") \(row.5.count)")
        }
        let labels = try Basket.joinEach { $0.labels.elements }.group { _, label in label.value }
          .order { _, label in label.value }.select { _, label in (label.value, SQL.count()) }.fetchAll(in: db)
        lines += labels.map { "\($0)" }
        let places = try Basket.joinEach { $0.numbers.elements }.where { basket, _ in !basket.name.hasPrefix("many") }
          .order { basket, number in (basket.id, number.index) }.select { basket, number in
            (basket.name, number.index, number.value)
          }
          .fetchAll(in: db)
        lines += places.map { "\($0)" }
        let grouped = try Basket.group { $0.labels }.order { ($0.labels.count.descending, $0.labels[0]) }
          .select { ($0.labels, SQL.count(), $0.numbers.count.max()) }.fetchAll(in: db)
        lines += grouped.map { "\($0)" }
        lines.append("\(try Basket.all.select { $0.labels }.distinct().count(in: db))")
        lines.append("\(try few.select { $0.labels }.union(few.select { $0.words }).count(in: db))")
        return lines
      }
    }

    @Test("Arrays are stored as such, and queries have the results that they have over JSON")
    func arrays() async throws {
      let (sqlite, postgreSQL) = try await answers(Arrays())
      for (left, right) in zip(sqlite, postgreSQL) { #expect(left == right) }
      #expect(sqlite.count == postgreSQL.count)
      // In SQL of the program, values are read and bound in the same way.
      let store = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
      try await store.write { db in
        let types = try RawSQL(
          "SELECT DISTINCT pg_typeof(labels) || ' ' || pg_typeof(small) || ' ' || pg_typeof(keys) FROM basket"
        )
        .as(String.self).fetchAll(in: db)
        #expect(types == ["text[] integer[] uuid[]"])
        // With so few rows, the planner prefers to read all of them.
        try RawSQL("SET LOCAL enable_seqscan = off").execute(in: db)
        let plan = try Basket.where { $0.labels.contains("gilt") }.explain(in: db)
        #expect("\(plan)".contains("basket_labels_idx"), "\(plan)")
        let rows = try Basket.order { $0.id }.fetchAll(in: db)
        let raw = try RawSQL("SELECT \(Basket.allColumns) FROM basket ORDER BY id").as(Basket.self).fetchAll(in: db)
        #expect(rows.map(Arrays.text) == raw.map(Arrays.text))
        let (weights, keys) = (JSONColumn(_plain: [Double.nan, 1e300]), JSONColumn(_plain: Set(Arrays.keys)))
        try RawSQL("UPDATE basket SET weights = \(weights), keys = \(keys) WHERE name = 'empty'").execute(in: db)
        let row = try #require(try Basket.where { $0.name == "empty" }.fetchOne(in: db))
        #expect(row.weights[0].isNaN && row.weights[1] == 1e300 && row.keys == Set(Arrays.keys))
        #expect(throws: ColumnEncodingError.self) {
          _ = try Basket.Draft(name: "zero", labels: ["a\0b"], words: []).insert(in: db)
        }
      }
    }

    @Test("Queries inside raw SQL are translated, and the SQL around them isn't")
    func queriesInRawSQL() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        _ = try Tag.insert(["Ann", "bob", "b%", "Cid"].map { Tag.Draft(name: $0) }, in: db)
        let tags = Tag.where { $0.name.hasPrefix("b") || $0.name.like("c%") }
        for (name, count) in [("bob", 2), ("Ann", 3)] {
          let sql: RawSQL = """
            SELECT count(*)::integer FROM tag t WHERE t.name IN (SELECT q.name FROM \(tags) AS q)
              AND t.name <> \(name) AND EXISTS \(Tag.where { $0.name == name }.select { $0.id })
            """
          #expect(try sql.as(Int.self).fetchOne(in: db) == count)
        }
        // A query with a name of the SQL around it is sent as it is.
        let other: RawSQL =
          "SELECT t.name FROM tag t WHERE EXISTS \(Tag.where { SQLPredicate(raw: "\($0.name) < t.name") })"
        #expect(try other.as(String.self).fetchAll(in: db).count == 3)
      }
    }

    private struct Casts: Question {
      static let texts = [
        "", "12", " 12abc", "-7.9", "1e999", "-1e99999999", "1e-999999", "5e-324", "1e20", "99999999999999999999", ".5",
        "1.", "true", "+3", "e5", "0x10", "1e+0000000003", "1.7976931348623157e308",
      ]
      static let numbers: [Double] = [
        0, -0.5, 1.9, 1e20, -1e20, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, .infinity, -.infinity, 1e308,
        1_234_567_890_123_456_789,
      ]

      func prepare(in db: some WriteTransaction) throws {
        _ = try Article.insert(
          Self.texts.map { Article.Draft(title: $0, source: Article.Source(city: $0, year: 7)) }, in: db)
        let date = Date(timeIntervalSince1970: 0)
        for number in Self.numbers {
          _ = try Specimen.Draft(
            name: "", int8: .min, int16: .min, int32: .min, number: number, at: date, price: Decimal(string: "-3.75")
          ).insert(in: db)
        }
      }

      func ask(in db: some ReadTransaction) throws -> [String] {
        var lines: [String] = []
        for row in try Article.order({ $0.id }).select({
          ($0.title, $0.title.cast(to: Int.self), $0.title.cast(to: Double.self))
        }).fetchAll(in: db) { lines.append("\(row)") }
        for row in try Article.order({ $0.id }).select({
          (
            $0.source.city, $0.source.city.cast(to: Int.self), $0.source.city.cast(to: Double.self),
            $0.source.year.cast(to: Double.self), $0.source.isKnown.cast(to: Int.self)
          )
        }).fetchAll(in: db) { lines.append("\(row)") }
        lines.append("\(try Article.where { $0.source.city.cast(to: Int.self) == 0 }.count(in: db))")
        for row in try Specimen.order({ $0.id }).select({
          (
            $0.number.cast(to: Int.self), $0.price.cast(to: Int.self), abs($0.int16).cast(to: Int.self),
            (-$0.int16).cast(to: Int.self), (-$0.int32).cast(to: Int.self)
          )
        }).fetchAll(in: db) { lines.append("\(row)") }
        for row in try Specimen.order({ $0.id }).select({
          ($0.number.exponential(), $0.number.power(3), $0.number.power(-400), $0.number.sine())
        }).fetchAll(in: db) { lines.append("\(row)") }
        return lines
      }
    }

    @Test("Rows that refer to each other without an action are deleted together, and not one by one")
    func cascades() async throws {
      func counts(_ store: some DatabaseStore) async throws -> [Int] {
        try await store.write { db in
          let venture = try Venture.Draft().insert(in: db)
          let first = try Stage.Draft(ventureID: venture.id).insert(in: db)
          _ = try Stage.Draft(ventureID: venture.id, previousID: first.id).insert(in: db)
          _ = try Job.Draft(ventureID: venture.id, stageID: first.id).insert(in: db)
          #expect(throws: ConstraintViolation.self) { try db.savepoint { try first.delete(in: db) } }
          let before = try Stage.all.count(in: db)
          try venture.delete(in: db)
          return try [before, Stage.all.count(in: db), Job.all.count(in: db)]
        }
      }
      #expect(try await counts(SQLiteStore.inMemory(schema: EngineTestsSchema.self)) == [2, 0, 0])
      #expect(try await counts(Server.emptyStore()) == [2, 0, 0])
    }

    private struct Overflows: Question {
      func prepare(in db: some WriteTransaction) throws {
        let date = Date(timeIntervalSince1970: 0)
        _ = try Specimen.Draft(name: "", int8: .max, int16: .max, int32: .max, count: .max, at: date).insert(in: db)
      }

      func change(in db: some WriteTransaction) throws -> [String] {
        func error(_ body: (Specimen.Columns) -> [Assignment<Specimen>]) throws -> String {
          do {
            try db.savepoint { try Specimen.all.update(in: db, body) }
            return "none"
          } catch let error as ConstraintViolation {
            return "\(error)"
          }
        }
        return try [
          error { [$0.int8.set($0.int8 + 1)] }, error { [$0.int16.set($0.int16 * 2)] },
          error { [$0.int32.set($0.int32 + 1)] }, error { [$0.count.set($0.count * 2)] },
          error { [$0.name.set("x"), $0.int32.set(-$0.int32 * 3), $0.uint32.set(5)] },
        ]
      }

      func ask(in db: some ReadTransaction) throws -> Int { try Specimen.where { $0.name == "" }.count(in: db) }
    }

    @Test("A computed value that is too large for its column is the same violation")
    func overflows() async throws {
      let question = Overflows()
      #expect(try await answers(question) == (1, 1))
      func errors(_ store: some DatabaseStore) async throws -> [String] {
        try await store.write { db in
          try question.prepare(in: db)
          return try question.change(in: db)
        }
      }
      let sqlite = try await errors(SQLiteStore.inMemory(schema: EngineTestsSchema.self))
      #expect(!sqlite.contains("none"))
      let store = try await Server.emptyStore()
      #expect(try await errors(store) == sqlite)
      // It isn't the column that is set if a condition can't be computed.
      await #expect(throws: PostgreSQLError.self) {
        try await store.write { db in
          try Specimen.where { $0.count * 2 > 0 }.update(in: db) { [$0.int32.set($0.int32 + 1)] }
        }
      }
    }

    @Test("Casts, powers and negative numbers never fail, and have the same results")
    func casts() async throws {
      let (sqlite, postgreSQL) = try await answers(Casts())
      #expect(sqlite.count == postgreSQL.count)
      for (left, right) in zip(sqlite, postgreSQL) { #expect(left == right) }
    }
  }
}
