import Foundation
import Observation
import Postil
import PostilSwiftUI
import PostilTestSupport
import Testing

/// Docs/Observation.md
@Suite("Observation", .timeLimit(.minutes(20)))
struct ObservationTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    let store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
    self.store = store
  }

  private func lend(_ book: Book, _ isLent: Bool = true) throws {
    try store.write { db in try Book.where { $0.id == book.id }.update(in: db) { [$0.isLent.set(isLent)] } }
  }

  @Test("A loop receives the rows of a query")
  func loop() async throws {
    let (store, log) = (store, Log<[String]>())
    let task = Task {
      for try await books in store.observe(Book.where { $0.isLent }) {
        log.append(books.map(\.title))
      }
    }
    try await log.wait(for: 1)
    try lend(library.emma)
    try await log.wait(for: 2)
    task.cancel()
    try await task.value
    #expect(log.values == [[], ["Emma"]])
  }

  @Test("Loops end without an error when their tasks are cancelled")
  func cancelledLoops() async throws {
    let store = store
    let values = Task {
      for try await books in store.observe(Book.where { $0.isLent }) {
        print(books.map(\.title))
      }
    }
    let keys = Task {
      for try await changes in try await store.changes(of: Book.self) {
        print(changes.inserted, changes.updated, changes.deleted)  // each is a ChangedKeys<Book.ID>
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    for task in [values, keys] {
      task.cancel()
      try await task.value
    }
  }

  @Test("Rows that are selected with values are observed, and so are the tables of these values")
  func rowsWithValues() async throws {
    let (store, log) = (store, Log<[String]>())
    let task = Task {
      for try await rows in store.observe(Book.order { $0.title }.select { ($0, $0.author, $0.subjects.count) }) {
        log.append(rows.map { "\($0.0.title) by \($0.1.name): \($0.2)" })
      }
    }
    try await log.wait(for: 1)
    try await store.write { db in try library.emma.addToSubjects(library.nature, in: db) }
    try await log.wait(for: 2)
    try await store.write { db in try Author.where { $0.name == "John Keats" }.update(in: db) { [$0.name.set("Keats")] }
    }
    try await log.wait(for: 3)
    task.cancel()
    try await task.value
    #expect(
      log.values == [
        ["Emma by Jane Austen: 1", "Odes by John Keats: 2"], ["Emma by Jane Austen: 2", "Odes by John Keats: 2"],
        ["Emma by Jane Austen: 2", "Odes by Keats: 2"],
      ])
  }

  @Test("Every kind of query can be observed")
  func kinds() async throws {
    let oldest = Book.order { $0.publishedIn }.limit(3)
    let titles = store.observe(oldest.select { $0.title })  // [String]
    let authors = store.observe(Author.all.with { $0.books })  // [(Author, [Book])]
    let genres = store.observe(Book.all.group { $0.genre }.select { ($0.genre, SQL.count()) })
    let raw = store.observe(RawSQL("SELECT title FROM book WHERE is_lent").as(String.self))
    let joined = store.observe(Book.join(Author.self) { $0.authorID == $1.id }.where { $0.isLent && $1.name != "" })
    let id = library.emma.id
    let count = store.observe { db in try Book.where { $0.isLent }.count(in: db) }
    let book = store.observe { db in try Book.fetch(id, in: db) }  // Book?, nil when the row is deleted

    var (t, a, g) = (titles.makeAsyncIterator(), authors.makeAsyncIterator(), genres.makeAsyncIterator())
    var (r, j) = (raw.makeAsyncIterator(), joined.makeAsyncIterator())
    var (c, b) = (count.makeAsyncIterator(), book.makeAsyncIterator())
    #expect(try await t.next() == ["Emma", "Odes"])
    #expect(try await a.next()?.map { $0.1.map(\.title) } == [["Emma"], ["Odes"]])
    #expect(try await g.next()?.count == 2)
    #expect(try await r.next() == [])
    #expect(try await j.next()?.count == 0)
    #expect(try await c.next() == 0)
    #expect(try await b.next() == .some(library.emma))

    try lend(library.emma)
    #expect(try await r.next() == ["Emma"])
    #expect(try await j.next()?.map { $0.1.name } == ["Jane Austen"])
    #expect(try await c.next() == 1)
    #expect(try await b.next()??.isLent == true)
    #expect(try await a.next()?.first?.1.first?.isLent == true)

    try await store.write { db in
      try Book.Draft(title: "Lamia", publishedIn: 1820, genre: .poetry, authorID: library.keats.id).insert(in: db)
    }
    #expect(try await t.next() == ["Emma", "Odes", "Lamia"])
    #expect(try await a.next()?.last?.1.count == 2)
    #expect(try await g.next()?.map { $0.1 }.sorted() == [1, 2])
    try await store.write { db in
      try library.emma.removeAllFromSubjects(in: db)
      try library.emma.delete(in: db)
    }
    #expect(try await b.next() == .some(nil))
  }

  @Test("Named queries and full-text searches can be observed")
  func namedAndFullText() async throws {
    var noted = store.observe(Errand.lastNoted()).makeAsyncIterator()
    #expect(try await noted.next() != nil)
    var found = store.observe(Magazine.where { $0.fullText.matches(words: "door") }).makeAsyncIterator()
    #expect(try await found.next() == [])
    try await store.write { db in
      let shop = try Shop.Draft(name: "Smith").insert(in: db)
      try Errand.Draft(title: "Oil", notedAt: Date(timeIntervalSince1970: 0), shopID: shop.id).insert(in: db)
      try Magazine.Draft(name: "Oil and doors").insert(in: db)
    }
    #expect(try await noted.next() != nil)
    #expect(try await found.next()?.map(\.name) == ["Oil and doors"])
  }

  @Test("Observing one row ignores the others")
  func oneRow() async throws {
    let fetches = Log<Int>()
    let id = library.emma.id
    let store = store
    let log = Log<String?>()
    let task = Task {
      let titles = store.observe { db in
        fetches.append(1)
        return try Book.where { $0.id == id }.select { $0.title }.fetchOne(in: db)
      }
      for try await title in titles { log.append(title) }
    }
    try await log.wait(for: 1)
    for _ in 0..<5 { try lend(library.odes) }
    try await store.write { db in try Book.where { $0.id == library.odes.id }.update(in: db) { [$0.title.set("Poems")] }
    }
    try lend(library.emma)
    try await Task.sleep(for: .milliseconds(30))
    #expect(fetches.values.count == 1)
    try await store.write { db in try Book.where { $0.id == id }.update(in: db) { [$0.title.set("Emma!")] } }
    try await log.wait(for: 2)
    #expect(fetches.values.count == 2)
    task.cancel()
    try await task.value
  }

  @Test("Observers of the same query share its fetches")
  func sharing() async throws {
    let statements = StatementLog()
    let store = try temporaryStore(tracedBy: statements)
    try await store.write { db in _ = try Library(in: db) }
    _ = statements.drain()
    let log = Log<Int>()
    let tasks = (0..<20).map { number in
      Task {
        for try await books in store.observe(Book.where { $0.title != "é" }) { log.append(books.count) }
      }
    }
    try await log.wait(for: 20)
    try await store.write { db in try Book.all.update(in: db) { [$0.isLent.set(true)] } }
    try await log.wait(for: 40)
    #expect(statements.drain().filter { $0.hasPrefix("SELECT t0") }.count == 2)
    for task in tasks { task.cancel() }
    for task in tasks { try await task.value }
    // Queries with related rows share all their statements; so do loops over the same sequence of a closure.
    let counts = store.observe { db in try Book.all.count(in: db) }
    let shared = (0..<20).map { number in
      Task {
        if number % 2 == 0 {
          for try await authors in store.observe(Author.all.with { $0.books.where { $0.isLent } }) {
            log.append(authors.count)
          }
        } else {
          for try await count in counts { log.append(count) }
        }
      }
    }
    try await log.wait(for: 60)
    #expect(statements.drain().filter { $0.hasPrefix("SELECT") && !$0.contains("sqlite_schema") }.count == 3)
    for task in shared { task.cancel() }
    for task in shared { try await task.value }
    // Another condition on the related rows is another query.
    var unlent = store.observe(Author.all.with { $0.books.where { !$0.isLent } }).makeAsyncIterator()
    var lent = store.observe(Author.all.with { $0.books.where { $0.isLent } }).makeAsyncIterator()
    #expect(try await unlent.next()?.flatMap { $0.1 }.count == 0)
    #expect(try await lent.next()?.flatMap { $0.1 }.count == 2)
    _ = statements.drain()
    // Another text of the same characters is another query.
    var other = store.observe(Book.where { $0.title != "e\u{301}" }).makeAsyncIterator()
    _ = try await other.next()
    #expect(statements.drain().filter { $0.hasPrefix("SELECT t0") }.count == 1)
  }

  @Test("A live query is observable: value, error and loading state") @MainActor
  func liveQuery() async throws {
    let books = LiveQuery(store.observe(Book.where { $0.isLent }.select { $0.title }))
    #expect(books.isLoading && books.value == nil && books.error == nil)
    await change(of: books.value)
    #expect(books.value == [] && !books.isLoading)
    let lent = Task { await change(of: books.value) }
    await Task.yield()
    try lend(library.emma)
    await lent.value
    #expect(books.value == ["Emma"])
    books.observe(store.observe(Book.order { $0.title }.select { $0.title }))
    #expect(books.isLoading && books.value == ["Emma"])
    await change(of: books.value)
    #expect(books.value == ["Emma", "Odes"])
    books.observe(store.observe(RawSQL("SELECT nothing FROM book").as(String.self)))
    await change(of: books.error)
    #expect(books.error is DatabaseError && !books.isLoading && books.value == ["Emma", "Odes"])
  }

  @Test("A live query that is released ends its observation") @MainActor
  func releasedLiveQuery() async throws {
    var books: LiveQuery<[Book]>? = LiveQuery(store.observe(Book.all))
    weak let weakBooks = books
    _ = books?.value
    await Task.yield()
    books = nil
    #expect(weakBooks == nil)
  }

  /// Waits for the next change of what `value` reads.
  @MainActor private func change<Value>(of value: @autoclosure () -> Value) async {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = value()
      } onChange: {
        continuation.resume()
      }
    }
    // The change is made after it is announced.
    await Task.yield()
  }

  @Test("Server-sent events")
  func events() async throws {
    var events = lentBooks(in: store).makeAsyncIterator()
    #expect(try await events.next() == "event: books\ndata: []\n\n")
    try lend(library.emma)
    #expect(try await events.next()?.contains("Emma") == true)
  }

  @Test("The keys of changed rows: the outcome of each transaction, with cascades and savepoints")
  func keyChanges() async throws {
    let emma = library.emma
    var books = try await store.changes(of: Book.self).makeAsyncIterator()
    var readers = try await store.changes(of: Reader.self).makeAsyncIterator()
    var editions = try await store.changes(of: Edition.self).makeAsyncIterator()
    var subjects = try await store.changes(of: Subject.self).makeAsyncIterator()
    try await store.write { [library] db in
      try library.ann.delete(in: db)
      try Edition.Draft(isbn: "a", printing: 2, publisher: "A").insert(in: db)
      try Book.where { $0.id == emma.id }.update(in: db) { [$0.isLent.set(true)] }
    }
    #expect(try await books.next() == KeyChanges(updated: [emma.id]))
    #expect(try await readers.next() == KeyChanges(deleted: [library.ann.id]))
    #expect(try await editions.next() == KeyChanges(inserted: [Edition.ID(isbn: "a", printing: 2)]))
    let new = try await store.write { [library] db in
      let new = try Book.Draft(title: "Lamia", publishedIn: 1820, authorID: library.keats.id).insert(in: db)
      try Book.where { $0.id == new.id }.update(in: db) { [$0.title.set("Lamia!")] }
      try? db.savepoint {
        try Book.all.update(in: db) { [$0.title.set("undone")] }
        throw CancellationError()
      }
      let gone = try Book.Draft(title: "Gone", publishedIn: 1820, authorID: library.keats.id).insert(in: db)
      try gone.delete(in: db)
      try emma.removeAllFromSubjects(in: db)
      try emma.delete(in: db)
      return new
    }
    #expect(try await books.next() == KeyChanges(inserted: [new.id], deleted: [emma.id]))
    try await store.write { db in try Subject.all.where { $0.name == "love" }.delete(in: db) }
    #expect(try await subjects.next() == KeyChanges(deleted: [library.love.id]))
    var copies = try await store.changes(of: Copy.self).makeAsyncIterator()
    let copy = try await store.write { db in
      try Copy.Draft(isbn: "a", printing: 2, room: "attic").insert(in: db)
    }
    #expect(try await copies.next() == KeyChanges(inserted: [copy.id]))
    // A model that nothing refers to.
    var readings = try await store.changes(of: Reading.self).makeAsyncIterator()
    let dates = [Date(timeIntervalSince1970: 1.5), Date(timeIntervalSince1970: 2)]
    try await store.write { db in
      for date in dates { try Reading.Draft(sensor: "roof", takenAt: date, value: 5).insert(in: db) }
    }
    #expect(
      try await readings.next()
        == KeyChanges(inserted: ChangedKeys(dates.map { Reading.ID(sensor: "roof", takenAt: $0) })))
    var words = try await store.changes(of: Word.self).makeAsyncIterator()
    try await store.write { db in try Word.Draft(id: "oil", language: "en").insert(in: db) }
    #expect(try await words.next() == KeyChanges(inserted: ["oil"]))
    // Two keys that are equal as texts of Swift.
    try await store.write { db in
      for id in ["\u{E9}", "e\u{301}"] { try Word.Draft(id: id, language: "fr").insert(in: db) }
    }
    let accents = try #require(try await words.next())
    #expect(accents.inserted.count == 2 && accents == KeyChanges(inserted: ["\u{E9}", "e\u{301}"]))
    #expect(accents.inserted.contains("e\u{301}") && accents != KeyChanges(inserted: ["\u{E9}"]))
    try await store.write { db in
      try Word.delete("\u{E9}", in: db)
      try Word.where { $0.id == "e\u{301}" }.update(in: db) { [$0.language.set("it")] }
    }
    #expect(try await words.next() == KeyChanges(updated: ["e\u{301}"], deleted: ["\u{E9}"]))
    try await store.write { db in try Edition.all.delete(in: db) }
    #expect(try await copies.next() == KeyChanges(deleted: [copy.id]))
    #expect(try await editions.next() == KeyChanges(deleted: [Edition.ID(isbn: "a", printing: 2)]))
  }

  @Test("A loop receives the keys of changed rows, and leaves nothing in the database")
  func keyChangesLoop() async throws {
    let (store, log) = (store, Log<KeyChanges<Book.ID>>())
    let task = Task {
      for try await changes in try await store.changes(of: Book.self) {
        log.append(changes)
      }
    }
    while log.values.isEmpty {
      try lend(library.emma)
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(log.values.first == KeyChanges(updated: [library.emma.id]))
    task.cancel()
    try await task.value
    let leftover = RawSQL("SELECT name FROM sqlite_temp_schema").as(String.self)
    for _ in 0..<500 where try await !store.read({ db in try leftover.fetchAll(in: db) }).isEmpty {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(try await store.read { db in try leftover.fetchAll(in: db) } == [])
  }

  @Test("Changes of other processes")
  func otherProcesses() async throws {
    let file = try TemporaryFile()
    let options = SQLiteOptions(externalChangeInterval: .milliseconds(200))
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    var names = store.observe(Author.all.select { $0.name }).makeAsyncIterator()
    #expect(try await names.next() == [])
    try file.runElsewhere("INSERT INTO author (name) VALUES ('Woolf')")
    #expect(try await names.next() == ["Woolf"])
  }
}

func lentBooks(in store: SQLiteStore) -> AsyncThrowingStream<String, any Error> {
  AsyncThrowingStream { events in
    let task = Task {
      do {
        for try await books in store.observe(Book.where { $0.isLent }) {
          let json = String(decoding: try JSONEncoder().encode(books), as: UTF8.self)
          events.yield("event: books\ndata: \(json)\n\n")
        }
        events.finish()
      } catch {
        events.finish(throwing: error)
      }
    }
    events.onTermination = { _ in task.cancel() }
  }
}

/// Values that a task appends and a test waits for.
private final class Log<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])

  var values: [Value] { list.withLock { $0 } }

  func append(_ value: Value) { list.withLock { $0.append(value) } }

  func wait(for count: Int) async throws {
    for _ in 0..<5000 where values.count < count { try await Task.sleep(for: .milliseconds(1)) }
    #expect(values.count >= count)
  }
}
