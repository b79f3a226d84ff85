import Foundation
import Postil
import PostilTestSupport
import Testing

/// Pages of every size over random rows with ties and `NULL` are, one behind the other, the rows of the whole order.
@Suite("Pagination by any order")
struct PageOrderTests {
  /// A term of an order in one of its directions.
  struct Term<M: Queryable> {
    let ordering: (M.Columns, Int) -> Ordering

    init<E: SQLExpression>(_ expression: @escaping (M.Columns) -> E) {
      ordering = { columns, direction in
        let value = expression(columns)
        return switch direction {
        case 0: value.ascending
        case 1: value.descending
        case 2: value.ascending(nulls: .first)
        case 3: value.ascending(nulls: .last)
        case 4: value.descending(nulls: .first)
        default: value.descending(nulls: .last)
        }
      }
    }

    static func isDescending(_ direction: Int) -> Bool { ![0, 2, 3].contains(direction) }
  }

  /// Compares the pages of random orders with the whole; `ties` orders by the key.
  private func check<M: Queryable & Equatable>(
    _ base: Query<M>, by terms: [Term<M>], orders: Int, seed: UInt64, in db: SQLiteWriteTransaction,
    ties: (Query<M>, _ isDescending: Bool) -> Query<M>
  ) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<orders {
      var query = base
      var isDescending = false
      var chosen: [[Int]] = []
      // Each term by itself first, then several.
      let count = number < terms.count ? 1 : Int.random(in: 1...3, using: &random)
      for _ in 0..<count {
        let index = number < terms.count ? number : Int.random(in: terms.indices, using: &random)
        let direction = Int.random(in: 0..<6, using: &random)
        query = query.order { terms[index].ordering($0, direction) }
        isDescending = Term<M>.isDescending(direction)
        chosen.append([index, direction])
      }
      let whole = try ties(query, isDescending).fetchAll(in: db)
      for size in [1, 2, 5, whole.count - 1, whole.count, whole.count + 1] where size > 0 {
        #expect(try forwards(query, size, in: db) == whole, "seed \(seed), \(chosen), size \(size): \(query)")
        #expect(try backwards(query, size, in: db) == whole, "seed \(seed), \(chosen), back by \(size): \(query)")
      }
    }
  }

  private func forwards<M: Queryable>(_ query: Query<M>, _ size: Int, in db: SQLiteWriteTransaction) throws -> [M] {
    var rows: [M] = []
    var cursor: Cursor<M>?
    repeat {
      let page = try query.page(after: cursor, size: size).fetch(in: db)
      rows += page.rows
      cursor = page.next
    } while cursor != nil && rows.count < 10_000
    return rows
  }

  private func backwards<M: Queryable>(_ query: Query<M>, _ size: Int, in db: SQLiteWriteTransaction) throws -> [M] {
    var rows: [M] = []
    var cursor: Cursor<M>?
    repeat {
      let page = try query.page(before: cursor, size: size).fetch(in: db)
      rows = page.rows + rows
      cursor = page.previous
    } while cursor != nil && rows.count < 10_000
    return rows
  }

  @Test("Pages work for columns of every type, expressions and collations", arguments: [1, 2, 3] as [UInt64])
  func types(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let texts = ["", "a", "A", "ä", "\0", "a\0b", "b ", "b", "☃", "Zz", "zZ"]
    let doubles = [0.0, -0.0, 1.5, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, 0.1, 0.1.nextUp, 1e300]
    try temporaryStore().write { db in
      for _ in 0..<40 {
        var draft = Specimen.example
        draft.flag = .random(using: &random)
        draft.int8 = .random(in: -1...1, using: &random)
        draft.int64 = [.min, -1, 0, 3, 4, .max].randomElement(using: &random)!
        draft.uint64 = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max].randomElement(using: &random)!
        draft.double = doubles.randomElement(using: &random)!
        draft.float = [0, .greatestFiniteMagnitude, 0.1, .infinity].randomElement(using: &random)!
        draft.text = texts.randomElement(using: &random)!
        draft.data = [Data(), Data([0]), Data([0, 1]), Data([255])].randomElement(using: &random)!
        draft.date = Date(timeIntervalSinceReferenceDate: [0, 0.1, 0.25, 1, -1e9].randomElement(using: &random)!)
        draft.level = [.low, .high].randomElement(using: &random)!
        draft.state = [.new, .done].randomElement(using: &random)!
        draft.price = Specimen.Cents(rawValue: .random(in: 0...2, using: &random))
        draft.note = Bool.random(using: &random) ? nil : texts.randomElement(using: &random)!
        draft.uuid = UUID(uuid: (.random(in: 0...2, using: &random), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))
        try draft.insert(in: db)
      }
      let terms: [Term<Specimen>] = [
        Term { $0.flag }, Term { $0.int8 }, Term { $0.int64 }, Term { $0.uint64 }, Term { $0.double },
        Term { $0.float },
        Term { $0.text }, Term { $0.data }, Term { $0.date }, Term { $0.uuid }, Term { $0.level }, Term { $0.state },
        Term { $0.price }, Term { $0.note }, Term { $0.text.collated(.noCase) }, Term { $0.note.collated(.rtrim) },
        Term { $0.text.lowercased() }, Term { $0.note.length }, Term { $0.int64 / ($0.int64 - 3) },
        Term { $0.note ?? "b" }, Term { $0.note > "a" }, Term { !$0.flag && $0.int8 > 0 }, Term { $0.id },
        Term { $0.double * 2 - $0.double },
      ]
      try check(Specimen.all, by: terms, orders: 40, seed: seed, in: db) { query, isDescending in
        isDescending ? query.order { $0.id.descending } : query.order { $0.id }
      }
    }
  }

  @Test("Pages work for dates and UUIDs in every format, and for a composite key of them")
  func storedForms() throws {
    var random = SeededGenerator(seed: 11)
    try temporaryStore().write { db in
      for number in 0..<30 {
        let date = Date(timeIntervalSince1970: Double.random(in: 0...3, using: &random).rounded(.down) / 2)
        try Visit.Draft(
          day: DateComponents(year: 2026, month: 1, day: .random(in: 1...3, using: &random)), enteredAt: date,
          leftAt: Bool.random(using: &random) ? date + 0.001 : nil, sunrise: date + 0.1,
          ticket: UUID(uuid: (.random(in: 0...2, using: &random), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
          mood: [.bored, .curious].randomElement(using: &random)!,
          wristband: Bool.random(using: &random) ? Wristband(red: 0, green: 0, blue: UInt8(number % 3)) : nil
        ).insert(in: db)
        try Reading.Draft(
          sensor: ["a", "b", "c"].randomElement(using: &random)!,
          takenAt: Date(timeIntervalSince1970: Double(number) / 8),
          value: Double.random(in: 0...1, using: &random).rounded()
        ).insert(in: db)
        try LedgerPage.Draft(
          owner: UUID(uuid: (.random(in: 0...1, using: &random), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
          region: ["x", "y"].randomElement(using: &random)!, number: number,
          title: ["q", "r"].randomElement(using: &random)!
        ).insert(in: db)
      }
      let visits: [Term<Visit>] = [
        Term { $0.day }, Term { $0.enteredAt }, Term { $0.leftAt }, Term { $0.sunrise }, Term { $0.ticket },
        Term { $0.mood }, Term { $0.wristband }, Term { $0.steps.count },
      ]
      try check(Visit.all, by: visits, orders: 24, seed: 11, in: db) { query, isDescending in
        isDescending ? query.order { $0.id.descending } : query.order { $0.id }
      }
      let readings: [Term<Reading>] = [Term { $0.value }, Term { $0.sensor }, Term { $0.takenAt }]
      try check(Reading.all, by: readings, orders: 15, seed: 12, in: db) { query, isDescending in
        isDescending
          ? query.order { ($0.sensor.descending, $0.takenAt.descending) } : query.order { ($0.sensor, $0.takenAt) }
      }
      let pages: [Term<LedgerPage>] = [Term { $0.title }, Term { $0.number }, Term { $0.region }, Term { $0.owner }]
      try check(LedgerPage.where { $0.region == "x" || $0.number > 4 }, by: pages, orders: 15, seed: 13, in: db) {
        query, isDescending in
        isDescending
          ? query.order { ($0.owner.descending, $0.region.descending, $0.number.descending) }
          : query.order { ($0.owner, $0.region, $0.number) }
      }
    }
  }

  @Test("Pages work for decimal numbers, paths, counts, sums and soft deletion")
  func relationships() throws {
    var random = SeededGenerator(seed: 21)
    try temporaryStore().write { db in
      for _ in 0..<30 {
        try Recording.Draft(
          price: Decimal(
            string: ["9.5", "10", "10.0", "-3", "123456789012345678901234567890.5"].randomElement(using: &random)!)!,
          reducedPrice: Bool.random(using: &random)
            ? nil : Decimal(string: ["9", "10.25"].randomElement(using: &random)!)!,
          page: URL(string: "https://example.org/\(Int.random(in: 0...2, using: &random))")!,
          length: .seconds(Int.random(in: 0...2, using: &random)),
          pause: Bool.random(using: &random) ? nil : .milliseconds(5)
        ).insert(in: db)
      }
      let recordings: [Term<Recording>] = [
        Term { $0.price }, Term { $0.reducedPrice }, Term { $0.page }, Term { $0.length }, Term { $0.pause },
        Term { $0.reducedPrice ?? $0.price },
      ]
      try check(Recording.all, by: recordings, orders: 24, seed: 21, in: db) { query, isDescending in
        isDescending ? query.order { $0.id.descending } : query.order { $0.id }
      }

      let library = try Library(in: db)
      let shelves = try ["B1", "B2"].map { try Shelf.Draft(label: $0).insert(in: db) }
      for number in 0..<25 {
        let book = try Book.Draft(
          title: ["a", "b", "c"].randomElement(using: &random)!, publishedIn: .random(in: 1800...1802, using: &random),
          authorID: Bool.random(using: &random) ? library.austen.id : library.keats.id,
          shelfID: [nil, shelves[0].id, shelves[1].id].randomElement(using: &random)!
        ).insert(in: db)
        if number % 3 == 0 { try book.addToSubjects(library.love, in: db) }
        for _ in 0..<(number % 4) { try Remark.Draft(text: "\(number % 5)", bookID: book.id).insert(in: db) }
      }
      try Remark.where { $0.text == "3" }.delete(in: db)
      let books: [Term<Book>] = [
        Term { $0.author.name }, Term { $0.shelf.label }, Term { $0.shelf.id }, Term { $0.subjects.count },
        Term { $0.title },
        Term { $0.remarks.max { $0.text } }, Term { $0.author.books.average { $0.publishedIn } }, Term { $0.isbn },
        Term { $0.remarks.sum { $0.id.cast(to: Int.self) } },
      ]
      for base in [Book.all, Book.where { $0.shelf.label != "B1" }, library.austen.books, library.love.books] {
        try check(base, by: books, orders: 12, seed: 22, in: db) { query, isDescending in
          isDescending ? query.order { $0.id.descending } : query.order { $0.id }
        }
      }
      let remarks: [Term<Remark>] = [
        Term { $0.text }, Term { $0.book.title }, Term { $0.deletedAt }, Term { $0.answerTo.text },
      ]
      for base in [Remark.all, Remark.withDeleted(), Remark.onlyDeleted()] {
        try check(base, by: remarks, orders: 8, seed: 23, in: db) { query, isDescending in
          isDescending ? query.order { $0.id.descending } : query.order { $0.id }
        }
      }
    }
  }

  @Test("Members of ordered relationships are paged by their positions")
  func ordered() throws {
    try temporaryStore().write { db in
      let recipe = try Recipe.Draft(name: "Soup").insert(in: db)
      try Ingredient.Draft(name: "Water", recipeID: recipe.id).insert(in: db)
      for number in 0..<9 {
        let direction = try Direction.Draft(text: "\(number % 2)", recipeID: recipe.id).insert(in: db)
        try recipe.insertIntoDirections(direction, at: number / 2, in: db)
        let cook = try Cook.Draft(name: "\(number % 2)").insert(in: db)
        try recipe.insertIntoCooks(cook, at: 0, in: db)
      }
      for size in [1, 2, 4, 9, 10] {
        #expect(try forwards(recipe.directions, size, in: db) == recipe.directions.fetchAll(in: db))
        #expect(try backwards(recipe.directions, size, in: db) == recipe.directions.fetchAll(in: db))
        #expect(try forwards(recipe.cooks, size, in: db) == recipe.cooks.fetchAll(in: db))
        #expect(try backwards(recipe.cooks, size, in: db) == recipe.cooks.fetchAll(in: db))
        let named = recipe.cooks.order { $0.name.descending }
        #expect(try forwards(named, size, in: db) == named.fetchAll(in: db))
      }
    }
  }

  @Test(
    "Rows added or deleted between two requests don't shift the others", arguments: [31, 32, 33] as [UInt64])
  func changes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try temporaryStore().write { db in
      func add() throws -> Fee {
        try Fee.Draft(days: .random(in: 0...3, using: &random), centsPerDay: .random(in: 0...3, using: &random))
          .insert(in: db)
      }
      var kept: Set<Fee.ID> = []
      for _ in 0..<60 { kept.insert(try add().id) }
      let query = Fee.order { ($0.days.descending, $0.centsPerDay) }
      var seen: [Fee] = []
      var cursor: Cursor<Fee>?
      var added: Set<Fee.ID> = []
      repeat {
        let page = try query.page(after: cursor, size: 4).fetch(in: db)
        seen += page.rows
        cursor = page.next
        // The row of the cursor, too.
        var gone = [page.rows.last!.id]
        if let other = kept.subtracting(seen.map(\.id)).min(by: { $0.rawValue < $1.rawValue }) { gone.append(other) }
        for id in gone {
          kept.remove(id)
          try Fee.delete(id, in: db)
        }
        for _ in 0..<2 where seen.count < 40 { added.insert(try add().id) }
      } while cursor != nil
      #expect(Set(seen.map(\.id)).count == seen.count, "a row came twice")
      #expect(kept.isSubset(of: seen.map(\.id)), "a row was left out")
      #expect(seen.map(\.days) == seen.map(\.days).sorted(by: >))
      #expect(!added.isDisjoint(with: seen.map(\.id)))
    }
  }
}
