import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md, "Partial updates": values of `Post.Changes`.
@Suite("Partial updates")
struct ChangesTests {
  private let log = StatementLog()
  private let store: SQLiteStore
  private let post: Post
  init() throws {
    store = try temporaryStore(tracedBy: log)
    post = try store.write { db in
      try Post.Draft(slug: "first", title: "First", summary: "Old", labels: ["a"], place: Self.home).insert(in: db)
    }
    _ = log.drain()
  }

  private static let home = Address(street: "Quay 1", city: "Oslo")

  private func changes(_ json: String) throws -> Post.Changes {
    try JSONDecoder().decode(Post.Changes.self, from: Data(json.utf8))
  }

  @Test("A missing key leaves a column as it is, and null sets it to NULL")
  func decoding() throws {
    try store.write { db in
      let changes = try changes(#"{"title": "New", "summary": null}"#)
      #expect(changes == Post.Changes(title: "New", summary: .some(nil)))
      let changed = try Post.apply(changes, to: post.id, in: db)  // Post
      #expect(changed.title == "New" && changed.summary == nil && changed.labels == ["a"])
      #expect(changed.place == Self.home && changed.version == 2)
      #expect(changed == (try Post.find(post.id, in: db)))
    }
  }

  @Test("The document's example changes a row twice, and the rows of a query")
  func document() throws {
    try store.write { db in
      let json = #"{"title": "New", "summary": null}"#
      let changes = try JSONDecoder().decode(Post.Changes.self, from: Data(json.utf8))
      let changed = try Post.apply(changes, to: post.id, in: db)  // Post
      let again = try changed.apply(Post.Changes(marks: [.pinned], place: .some(nil)), in: db)
      let count = try Post.where { $0.summary == nil }.apply(Post.Changes(views: 0), in: db)
      #expect(again.title == "New" && again.marks == .pinned && again.place == nil && again.version == 3)
      #expect(count == 1)
    }
  }

  @Test("null for a column that can't be NULL isn't taken for a missing key")
  func wrongNull() throws {
    #expect(throws: DecodingError.self) { try changes(#"{"title": null}"#) }
    #expect(try changes("{}").isEmpty)
    #expect(try !changes(#"{"views": 0}"#).isEmpty)
  }

  @Test("Changes are encoded with the same keys, and decoded again as the same changes")
  func roundTrip() throws {
    let changes = Post.Changes(title: "New", summary: .some(nil), place: .some(nil), version: 3)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(changes)
    #expect(String(decoding: json, as: UTF8.self) == #"{"place":null,"summary":null,"title":"New","version":3}"#)
    #expect(try JSONDecoder().decode(Post.Changes.self, from: json) == changes)
  }

  @Test("Changes are one statement, which sets no other columns")
  func statement() throws {
    try store.write { db in
      _ = log.drain()
      try Post.apply(Post.Changes(title: "New", marks: [.pinned]), to: post.id, in: db)
      let statements = log.drain()
      #expect(statements.count == 1)
      #expect(statements[0].contains("UPDATE") && !statements[0].contains(#""views" ="#))
    }
  }

  @Test("Every kind of column is set: JSON, stored forms, embedded structs, references")
  func kinds() throws {
    try store.write { db in
      let library = try Library(in: db)
      let day = Date(timeIntervalSince1970: 1_700_000_000)
      let north = Address(street: "Hill 2", city: "Bergen", location: Location(latitude: 60, longitude: 5))
      let changes = Post.Changes(
        publishedAt: day, labels: ["b", "c"], marks: [.pinned, .hidden], place: north, views: 7,
        authorID: library.austen.id)
      let changed = try post.apply(changes, in: db)
      #expect(changed.publishedAt == day && changed.labels == ["b", "c"] && changed.marks == [.pinned, .hidden])
      #expect(changed.place == north && changed.views == 7 && changed.authorID == library.austen.id)
      let cleared = Post.Changes(publishedAt: .some(nil), place: .some(nil), authorID: .some(nil))
      let last = try changed.apply(cleared, in: db)
      #expect(last.publishedAt == nil && last.place == nil && last.authorID == nil && last.views == 7)
    }
  }

  @Test("The difference of two rows sets only what differs, and fails if the row was changed meanwhile")
  func difference() throws {
    try store.write { db in
      var new = post
      new.summary = nil
      new.marks.insert(.locked)
      let changes = Post.Changes(from: post, to: new)
      #expect(changes == Post.Changes(summary: .some(nil), marks: [.locked], version: 1))
      #expect(Post.Changes(from: post, to: post).isEmpty)
      try Post.all.update(in: db) { [$0.views.set(5)] }
      let stale = StaleRecord(model: "Post", key: [.integer(1)], version: .integer(1), current: .integer(2))
      #expect(throws: stale) { try Post.apply(changes, to: post.id, in: db) }
      #expect(throws: stale) { try post.apply(Post.Changes(title: "New"), in: db) }
      #expect(throws: stale) { try post.apply(Post.Changes(), in: db) }
      var again = changes
      again.version = nil
      let changed = try Post.apply(again, to: post.id, in: db)
      #expect(changed.views == 5 && changed.summary == nil && changed.marks == [.locked])
    }
  }

  @Test("Changes without a value return the row without a new version, and check that it exists")
  func nothing() throws {
    try store.write { (db) throws in
      #expect(try Post.apply(Post.Changes(), to: post.id, in: db) == post)
      let missing = RecordNotFound(model: "Post", key: [.integer(99)])
      #expect(throws: missing) { try Post.apply(Post.Changes(), to: Post.ID(99), in: db) }
      #expect(throws: missing) { try Post.apply(Post.Changes(title: "x"), to: Post.ID(99), in: db) }
    }
  }

  @Test("Checks hold, deleted rows aren't found, and a query takes changes")
  func others() throws {
    try store.write { (db) throws in
      #expect(throws: ConstraintViolation.self) {
        try goingOnAfterErrors(in: db) { try post.apply(Post.Changes(title: ""), in: db) }
      }
      try Post.Draft(slug: "second", title: "Second").insert(in: db)
      let changes = Post.Changes(summary: "Both")
      let unread = Post.where { $0.views == 0 }
      #expect(try unread.apply(changes, in: db) == 2)
      let titles = try Post.all.applying(changes).returning { $0.title }.fetchAll(in: db)
      #expect(titles.sorted() == ["First", "Second"])
      let counted = try Post.where { $0.slug == "first" }.update(in: db) {
        changes.assignments(to: $0) + [$0.views.set($0.views + 1)]
      }
      #expect(counted == 1)
      try post.delete(in: db)
      #expect(throws: RecordNotFound.self) { try Post.apply(changes, to: post.id, in: db) }
      #expect(try Post.all.apply(changes, in: db) == 1)
    }
  }

  @Test("A row with a composite key is changed too")
  func compositeKey() throws {
    try store.write { db in
      let term = try Term.Draft(word: "Signatur", language: "de", meaning: "shelf mark", source: "x").insert(in: db)
      try Term.Draft(word: "Signatur", language: "da", meaning: "signature").insert(in: db)
      let changed = try term.apply(Term.Changes(source: .some(nil)), in: db)
      #expect(changed.meaning == "shelf mark" && changed.source == nil)
      let json = Data(#"{"meaning": "mark"}"#.utf8)
      let decoded = try JSONDecoder().decode(Term.Changes.self, from: json)
      #expect(try Term.apply(decoded, to: term.id, in: db).meaning == "mark")
      #expect(try Term.where { $0.language == "da" }.fetchOnly(in: db).meaning == "signature")
    }
  }

  @Test("An update without assignments counts and returns its rows, and changes nothing")
  func emptyUpdate() throws {
    try store.write { (db) throws in
      try Post.Draft(slug: "second", title: "Second").insert(in: db)
      #expect(try Post.all.update(in: db) { _ in [] } == 2)
      #expect(try Post.where { $0.slug == "none" }.update(in: db) { _ in [] } == 0)
      #expect(try Post.where { $0.slug == "first" }.updating { _ in [] }.returning().fetchAll(in: db) == [post])
      let titles = try Post.order { $0.title }.limit(1).updating { _ in [] }.returning { $0.title }.fetchAll(in: db)
      #expect(titles == ["First"])
      #expect(try Post.all.select { $0.version }.fetchAll(in: db) == [1, 1])
    }
  }
}
