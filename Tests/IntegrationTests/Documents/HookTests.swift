import Foundation
import Postil
import PostilTestSupport
import Testing

/// What is wrong with a post, by property.
struct InvalidPost: Error, Hashable {
  var problems: [String: String] = [:]

  static func check(title: String, labels: [String]) throws {
    var invalid = InvalidPost()
    if title.isEmpty { invalid.problems["title"] = "is empty" }
    if labels.count > 3 { invalid.problems["labels"] = "are more than three" }
    if !invalid.problems.isEmpty { throw invalid }
  }
}

/// Docs/Store.md, "Hooks".
@Suite("Hooks of models")
struct HookTests {
  private let events = StatementLog()
  private let store: SQLiteStore

  init() throws {
    let events = events
    let validation = ModelHooks<Post>(
      willInsert: { post, _ in
        post.title = post.title.trimmingCharacters(in: .whitespaces)
        try InvalidPost.check(title: post.title, labels: post.labels)
      },
      willUpdate: { _, post, _ in
        post.title = post.title.trimmingCharacters(in: .whitespaces)
        try InvalidPost.check(title: post.title, labels: post.labels)
      })
    let recording = ModelHooks<Post>(
      didInsert: { post, _ in events.append("inserted \(post.title)") },
      didUpdate: { old, new, _ in events.append("\(old.title) -> \(new.title)") },
      willDelete: { post, _ in if post.marks.contains(.locked) { throw InvalidPost(problems: ["marks": "is locked"]) }
      },
      didDelete: { post, db in
        events.append("deleted \(post.title)")
        try Term.Draft(word: post.slug, language: "en", meaning: "removed").insert(in: db)
        try db.afterCommit { events.append("gone: \(post.title)") }
      })
    let terms = ModelHooks<Term>(didInsert: { term, _ in events.append("term \(term.word)") })
    store = try hookedStore([validation, recording, terms])
  }

  private func draft(_ slug: String, title: String? = nil) -> Post.Draft {
    Post.Draft(slug: slug, title: title ?? " \(slug) ")
  }

  @Test("Every way to insert a draft calls the hooks, which change the draft")
  func inserting() throws {
    try store.write { db in
      let post = try draft("a").insert(in: db)
      #expect(post.title == "a")
      #expect(try Post.find(post.id, in: db) == post)
      #expect(try Post.insert([draft("b"), draft("c")], in: db) == 2)
      #expect(try Post.insert(returning: [draft("d")], in: db).map(\.title) == ["d"])
      #expect(try draft("e").insertUnlessPresent(on: { $0.slug }, in: db)?.title == "e")
      #expect(try draft("e").insertUnlessPresent(in: db) == nil)
      #expect(try Post.insertUnlessPresent([draft("e"), draft("f")], on: { $0.slug }, in: db) == 1)
      #expect(events.drain() == ["a", "b", "c", "d", "e", "f"].map { "inserted \($0)" })
      #expect(try Post.order { $0.id }.select { $0.title }.fetchAll(in: db) == ["a", "b", "c", "d", "e", "f"])
    }
  }

  @Test("An upsert calls the hooks of what it did, with the row before")
  func upserting() throws {
    try store.write { db in
      #expect(try draft("a").upsert(on: { $0.slug }, in: db).title == "a")
      #expect(try draft("a", title: " b ").upsert(on: { $0.slug }, in: db).title == "b")
      let outcome = try draft("a", title: "x").upsertOutcome(on: { $0.slug }, in: db) { current, _ in
        [current.title.set(current.title + " ")]
      }
      #expect(!outcome.isInserted && outcome.row.title == "b")
      #expect(try draft("n").upsertOutcome(on: { $0.slug }, in: db).isInserted)
      #expect(try Post.upsert([draft("a", title: "c"), draft("m")], on: { $0.slug }, in: db) == 2)
      #expect(events.drain() == ["inserted a", "a -> b", "b -> b", "inserted n", "b -> c", "inserted m"])
      #expect(try Post.select { $0.title }.fetchAll(in: db).sorted() == ["c", "m", "n"])
    }
  }

  @Test("A hook refuses with an error for each property, and nothing is written")
  func refusing() throws {
    try store.write { (db) throws in
      let invalid = InvalidPost(problems: ["title": "is empty", "labels": "are more than three"])
      let labels = ["1", "2", "3", "4"]
      #expect(throws: invalid) { try Post.Draft(slug: "a", title: "  ", labels: labels).insert(in: db) }
      #expect(throws: InvalidPost.self) { try Post.insert([draft("a"), draft("b", title: "")], in: db) }
      #expect(try Post.all.count(in: db) == 0)
      var post = try draft("a").insert(in: db)
      let same = post
      post.labels = labels
      #expect(throws: InvalidPost.self) { try post.update(in: db) }
      #expect(throws: InvalidPost.self) { try post.save(in: db) }
      #expect(throws: InvalidPost.self) { try post.apply(Post.Changes(labels: labels), in: db) }
      #expect(throws: InvalidPost.self) { try Post.all.update(in: db) { [$0.labels.set(labels)] } }
      #expect(throws: InvalidPost.self) { try draft("a", title: " ").upsert(on: { $0.slug }, in: db) }
      #expect(try Post.all.fetchAll(in: db) == [same])
    }
  }

  @Test("Every way to update a row calls the hooks with the old and the new row")
  func updating() throws {
    try store.write { db in
      var post = try draft("a").insert(in: db)
      _ = events.drain()
      post.title = " b"
      post = try post.update(in: db)
      #expect(post.title == "b" && post.version == 2)
      post.title = " c"
      post = try post.save(in: db)
      post = try post.apply(Post.Changes(title: " d"), in: db)
      #expect(post.title == "d")
      #expect(try Post.find(post.id, in: db) == post)
      _ = try draft("z").insert(in: db)
      #expect(try Post.where { $0.slug == "a" }.update(in: db) { [$0.title.set("e ")] } == 1)
      let titles = Post.where { $0.slug == "a" }.updating { [$0.title.set("f")] }.returning { $0.title }
      #expect(try titles.fetchAll(in: db) == ["f"])
      #expect(events.drain() == ["a -> b", "b -> c", "c -> d", "inserted z", "d -> e", "e -> f"])
      #expect(try Post.find(post.id, in: db).title == "f")
      post = try Post.apply(Post.Changes(), to: post.id, in: db)
      #expect(try Post.all.update(in: db) { _ in [] } == 2)
      #expect(events.drain().isEmpty)
    }
  }

  @Test("Every way to delete a row calls the hooks, which write other rows with hooks of their own")
  func deleting() throws {
    try store.write { db in
      let posts = try Post.insert(returning: ["a", "b", "c", "d"].map { draft($0) }, in: db)
      _ = events.drain()
      #expect(try posts[0].delete(in: db))
      #expect(try !posts[0].delete(in: db))
      try Term.all.delete(in: db)
      #expect(try posts[0].restore(in: db).deletedAt == nil)
      #expect(try posts[0].deletePermanently(in: db))
      #expect(try Post.where { $0.slug == "b" }.delete(in: db) == 1)
      #expect(try Post.where { $0.slug == "c" }.deleting().returning { $0.title }.fetchAll(in: db) == ["c"])
      let expected = [
        "deleted a", "term a", "a -> a", "deleted a", "term a", "deleted b", "term b", "deleted c", "term c",
      ]
      #expect(events.drain() == expected)
      try Post.all.update(in: db) { [$0.marks.set(.locked)] }
      #expect(throws: InvalidPost.self) { try posts[3].delete(in: db) }
      #expect(throws: InvalidPost.self) { try Post.all.delete(in: db) }
      #expect(try Post.all.count(in: db) == 1 && Term.all.count(in: db) == 3)
      _ = events.drain()
    }
    #expect(events.drain() == ["gone: a", "gone: a", "gone: b", "gone: c"])
  }

  @Test("What a hook does after the commit isn't done if the block or the savepoint is undone")
  func afterCommit() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.write { db in
        try draft("a").insert(in: db).delete(in: db)
        throw Stop()
      }
    }
    try store.write { db in
      _ = try? db.savepoint {
        try draft("a").insert(in: db).delete(in: db)
        throw Stop()
      }
      try draft("b").insert(in: db)
    }
    #expect(events.drain().filter { $0.hasPrefix("gone") }.isEmpty)
  }

  @Test("A row that was inserted is removed again if a hook throws afterwards")
  func throwingAfterwards() throws {
    struct Stop: Error {}
    let store = try hookedStore([
      ModelHooks<Post>(
        didInsert: { _, _ in throw Stop() }, didUpdate: { _, _, _ in throw Stop() }, didDelete: { _, _ in throw Stop() }
      )
    ])
    try store.write { (db) throws in
      #expect(throws: Stop.self) { try draft("a").insert(in: db) }
      #expect(throws: Stop.self) { try Post.insert([draft("a")], in: db) }
      #expect(try Post.all.count(in: db) == 0)
      #expect(try Term.Draft(word: "a", language: "en", meaning: "b").insert(in: db).meaning == "b")
    }
  }
}
