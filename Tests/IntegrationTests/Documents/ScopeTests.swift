import Foundation
import Postil
import Testing

/// Docs/Store.md, "Scopes"; Tests/PeerTests has what they do to each form of a query.
@Suite("Scopes")
struct ScopeTests {
  @Test("A reader's loans, whose keys have several columns")
  func readers() throws {
    let store = try temporaryStore()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let (library, other) = try store.write { db in
      let library = try Library(in: db)
      let other = try Reader.Draft(name: "Ben").insert(in: db)
      for (reader, time) in [(library.ann, now), (other, now + 60)] {
        for book in [library.emma, library.odes] {
          try Loan.Draft(bookID: book.id, lentAt: time, readerID: reader.id).insert(in: db)
        }
      }
      return (library, other)
    }
    let me = library.ann
    let scopes = RowScopes(Loan.where { $0.readerID == me.id }, Reader.where { $0.id == me.id })
    try store.write { db in
      let all = try db.scoped(to: scopes) { db in
        try Loan.where { $0.returnedAt == nil }.update(in: db) { [$0.returnedAt.set(now)] }
        return try Loan.all.count(in: db.unscoped)
      }
      #expect(try all == 4 && Loan.where { $0.returnedAt == nil }.count(in: db) == 2)
      try db.scoped(to: scopes) { db in
        let mine = try Loan.order { $0.bookID }.with { $0.book }.fetchAll(in: db)
        #expect(mine.map { $0.1.title } == ["Emma", "Odes"])
        #expect(try Book.select { $0.loans.count }.fetchAll(in: db) == [1, 1])
        #expect(try Reader.all.fetchAll(in: db) == [me] && Reader.fetch(other.id, in: db) == nil)
        let theirs = Loan.ID(bookID: library.emma.id, lentAt: now + 60)
        #expect(try Loan.fetch(theirs, in: db) == nil && Loan.fetch(theirs, in: db.unscoped) != nil)
        #expect(try !Loan.delete(theirs, in: db) && Loan.delete(mine[0].0.id, in: db))
      }
    }
  }

  @Test("Full text, its rank and its parts")
  func fullText() throws {
    let store = try temporaryStore()
    try store.write { db in
      let magazine = try Magazine.Draft(name: "Doors").insert(in: db)
      for (number, title) in ["Oil the door", "A door closes", "Windows"].enumerated() {
        try Article.Draft(title: title, number: number, isDraft: number == 1, magazineID: magazine.id).insert(in: db)
      }
      try db.scoped(to: RowScopes(Article.where { !$0.isDraft })) { (db) throws in
        let found = Article.where { $0.fullText.matches(words: "door") }
        #expect(try found.count(in: db) == 1 && found.count(in: db.unscoped) == 2)
        let parts = try found.order { $0.fullText.rank }.select { $0.fullText.highlight(.title, "[", "]") }.fetchAll(
          in: db)
        #expect(parts.count == 1 && parts[0] == "Oil the [door]")
        #expect(try Article.where { $0.number > 5 || $0.fullText.matches(words: "door") }.count(in: db) == 1)
        #expect(try Magazine.where { $0.articles.any { $0.number == 1 } }.count(in: db) == 0)
      }
    }
  }

  @Test("Deleted rows of a scope are restored, those outside aren't")
  func deleted() throws {
    let store = try temporaryStore()
    try store.write { db in
      let bills = try ["mine", "other"].map { try Bill.Draft(number: $0).insert(in: db) }
      for bill in bills { try bill.delete(in: db) }
      try db.scoped(to: RowScopes(Bill.where { $0.number == "mine" })) { (db) throws in
        #expect(try Bill.all.count(in: db) == 0 && Bill.all.withDeleted().count(in: db) == 1)
        #expect(try Bill.fetch(withDeleted: bills[1].id, in: db) == nil)
        #expect(throws: RecordNotFound.self) { try Bill.restore(bills[1].id, in: db) }
        #expect(try !Bill.deletePermanently(bills[1].id, in: db))
        #expect(try Bill.restore(bills[0].id, in: db).cancelledAt == nil)
        #expect(try Bill.all.withDeleted().deletePermanently(in: db) == 1)
      }
      #expect(try Bill.all.withDeleted().count(in: db) == 1)
    }
  }

  @Test("Hooks get the scoped transaction")
  func hooks() throws {
    let hook = ModelHooks<Post>(
      didInsert: { post, db in _ = try Post.all.update(in: db) { [$0.summary.set(post.slug)] } })
    let store = try hookedStore([hook])
    try store.write { db in
      let first = try Post.Draft(slug: "first", title: "First").insert(in: db)
      try db.scoped(to: RowScopes(Post.where { $0.slug != "first" })) { db in
        _ = try Post.Draft(slug: "second", title: "Second").insert(in: db)
      }
      #expect(try Post.find(first.id, in: db).summary == "first")
      #expect(try Post.where { $0.slug == "second" }.fetchOnly(in: db).summary == "second")
    }
  }
}
