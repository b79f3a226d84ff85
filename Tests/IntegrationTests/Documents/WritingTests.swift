import Foundation
import Postil
import PostilQuery
import PostilTestSupport
import Testing

/// Docs/Queries.md, "RETURNING, upserts and bulk inserts": what a change returns, what is done where a row is there
/// already, inserts from queries.
@Suite("The document on writing")
struct WritingTests {
  private let document: Document
  private let log = StatementLog()
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    document = try Document("Queries")
    store = try temporaryStore(tracedBy: log)
    library = try store.write { db in try Library(in: db) }
  }

  // MARK: - Updates of sets

  @Test("Columns are set to values of rows at the end of paths, and versions are incremented")
  func values() throws {
    try store.write { db in
      let adult = try Tariff.Draft(name: "adult", cents: 900).insert(in: db)
      let child = try Tariff.Draft(name: "child", cents: 400).insert(in: db)
      let drafts = [
        Fare.Draft(name: "a", reducedCents: 1, tariffID: adult.id), Fare.Draft(name: "b", tariffID: child.id),
        Fare.Draft(name: "c", tariffID: adult.id, reducedID: child.id),
        Fare.Draft(name: "d", reducedCents: 1, tariffID: child.id),
      ]
      try Fare.insert(drafts, in: db)
      try RawSQL("UPDATE fare SET updated_at = '2000-01-01 00:00:00'").execute(in: db)
      _ = log.drain()

      let standard = Fare.where { $0.tariff.name == "child" || $0.reduced.isNotNil }
      try standard.update(in: db) { [$0.cents.set($0.tariff.cents), $0.reducedCents.set($0.reduced.cents)] }

      let statements = log.drain()
      #expect(statements.count == 1)
      let change = standard.updating { [$0.cents.set($0.tariff.cents), $0.reducedCents.set($0.reduced.cents)] }
      #expect(document.says("\(change)"))
      let fares = try Fare.order { $0.name }.fetchAll(in: db)
      #expect(fares.map(\.cents) == [0, 400, 900, 400])
      #expect(fares.map(\.reducedCents) == [1, nil, 400, nil])
      #expect(fares.map(\.version) == [1, 2, 2, 2])
      #expect(fares.map { $0.updatedAt.timeIntervalSince1970 > 1_000_000_000 } == [false, true, true, true])

      try Fare.all.update(in: db) { [$0.cents.set($0.reduced.cents ?? 5)] }
      #expect(try Fare.order { $0.name }.select { $0.cents }.fetchAll(in: db) == [5, 5, 400, 5])
    }
  }

  @Test("Rows are deleted and restored by conditions on relationships, and returned")
  func related() throws {
    try store.write { db in
      let adult = try Tariff.Draft(name: "adult", cents: 900).insert(in: db)
      let child = try Tariff.Draft(name: "child", cents: 400).insert(in: db)
      for name in ["a", "b"] { try Fare.Draft(name: name, tariffID: adult.id, reducedID: child.id).insert(in: db) }
      try Fare.Draft(name: "c", tariffID: child.id).insert(in: db)
      let gone = try Fare.where { $0.tariff.cents > 500 && $0.reduced.name == "child" }
        .order { $0.name }.limit(1).deleting().returning { ($0.name, $0.tariff.name) }.fetchAll(in: db)
      #expect(gone.map(\.0) == ["a"] && gone.map(\.1) == ["adult"])
      #expect(try adult.fares.delete(in: db) == 1)
      #expect(try Fare.select { $0.name }.fetchAll(in: db) == ["c"])
      #expect(try Tariff.where { $0.fares.isEmpty }.deleting().returning { $0.name }.fetchAll(in: db) == ["adult"])
    }
  }

  // MARK: - Returning

  @Test("An update returns rows, values and projections, and a delete returns the deleted rows")
  func returning() throws {
    try store.write { db in
      let old = Book.where { $0.publishedIn < 1900 }
      let lent = try old.updating { [$0.isLent.set(true)] }.returning().fetchAll(in: db)  // [Book], after the change
      let pairs = try old.updating { [$0.isLent.set(false)] }
        .returning { ($0.title, $0.author.name) }.fetchAll(in: db)  // [(String, String)]
      let lines = try old.updating { [$0.isLent.set(true)] }.returning {
        BookLine.Columns(
          title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
      }.fetchAll(in: db)  // [BookLine]
      let gone = try Book.where { $0.genre == .poetry }.deleting()
        .returning { $0.title }.fetchAll(in: db)  // [String], before they were deleted

      #expect(Set(lent.map(\.id)) == [library.emma.id, library.odes.id])
      #expect(lent.allSatisfy { $0.isLent })
      #expect(pairs.sorted { $0.0 < $1.0 }.map(\.1) == ["Jane Austen", "John Keats"])
      #expect(
        Set(lines) == [
          BookLine(title: "Emma", author: "Jane Austen", shelf: "A1", subjectCount: 1),
          BookLine(title: "Odes", author: "John Keats", shelf: nil, subjectCount: 2),
        ])
      #expect(gone == ["Odes"])
      #expect(
        try Book.where { $0.title == "None" }.updating { [$0.isLent.set(true)] }.returning().fetchOne(in: db) == nil)
      #expect(try old.updating { _ in [] }.returning().fetchAll(in: db).count == 1)
    }
  }

  @Test("Soft deletes, restores and permanent deletes return their rows")
  func softlyDeleted() throws {
    try store.write { db in
      for text in ["a", "b", "c"] { try Remark.Draft(text: text, bookID: library.emma.id).insert(in: db) }
      let first = Remark.order { $0.text }.limit(1)
      let bin = try first.deleting().returning().fetchAll(in: db)
      #expect(bin.map(\.text) == ["a"] && bin[0].deletedAt != nil)
      let back = try Remark.onlyDeleted().restoring().returning { ($0.text, $0.deletedAt, $0.book.title) }
        .fetchAll(in: db)
      #expect(back.map(\.0) == ["a"] && back[0].1 == nil && back[0].2 == "Emma")
      let last = Remark.order { $0.text.descending }.limit(1).deletingPermanently().returning { $0.text }
      #expect(try last.fetchAll(in: db) == ["c"])
      #expect(try Remark.all.withDeleted().count(in: db) == 2)
    }
  }

  @Test("Only the rows that a limit and an order select get a new version")
  func limited() throws {
    try store.write { db in
      for name in ["a", "b", "c"] { try Mark.Draft(name: name).insert(in: db) }
      let gone = try Mark.order { $0.name.descending }.limit(2).deleting().returning { ($0.name, $0.version) }
        .fetchAll(in: db)
      let before = try Mark.where { $0.name == "a" }.select { $0.version }.fetchAll(in: db)
      #expect(gone.map(\.0).sorted() == ["b", "c"])
      #expect(gone.map(\.1) == [before[0] + 1, before[0] + 1])
      #expect(try Mark.select { $0.name }.fetchAll(in: db) == ["a"])
    }
  }

  @Test("An insert returns selected values of its row")
  func insertedDraft() throws {
    try store.write { db in
      let draft = Record.Draft(title: "Emma", author: "Jane Austen")
      let values = try draft.inserting().returning { ($0.id, $0.initial, $0.version) }.fetchOne(in: db)
      #expect(values?.0 == Record.ID(1) && values?.1 == "E" && values?.2 == 1)
      #expect(throws: ConstraintViolation.unique(table: "record", columns: ["title", "author"])) {
        try goingOnAfterErrors(in: db) { try draft.inserting().run(in: db) }
      }
    }
  }

  @Test("Nothing changes if one row is refused")
  func refused() throws {
    try store.write { (db) throws in
      #expect(throws: ConstraintViolation.self) {
        try goingOnAfterErrors(in: db) { try Book.all.updating { [$0.title.set("")] }.returning().fetchAll(in: db) }
      }
      let drafts = [
        Book.Draft(title: "new", publishedIn: 1, authorID: library.austen.id),
        Book.Draft(title: "", publishedIn: 1, authorID: library.austen.id),
      ]
      #expect(throws: ConstraintViolation.self) {
        try goingOnAfterErrors(in: db) { try Book.insertUnlessPresent(drafts, in: db) }
      }
      #expect(try Book.order { $0.title }.select { $0.title }.fetchAll(in: db) == ["Emma", "Odes"])
    }
  }

  @Test("Values from other rows of the changed table can't be returned")
  func changing() throws {
    try store.write { db in
      let delete = Remark.all.deleting()
      #expect(throws: QueryError.returningReadsChangedTable(table: "remark")) {
        try delete.returning { $0.answerTo.text }.fetchAll(in: db)
      }
      #expect(throws: QueryError.returningReadsChangedTable(table: "record")) {
        try Record.inserting(from: Record.all) { [$0.title.set($1.title), $0.author.set("x"), $0.copies.set(1)] }
          .returning { record in SQL.scalar(Record.where { $0.copies > record.copies }.select { $0.title }) }
          .fetchAll(in: db)
      }
      _ = try Remark.all.count(in: db)
    }
  }

  // MARK: - A row that may be there

  @Test("An upsert returns whether the row is new, and a restored row isn't")
  func outcomes() throws {
    try store.write { db in
      let draft = Record.Draft(title: "Emma", author: "Jane Austen", copies: 2)
      let outcome = try draft.upsertOutcome(on: { $0.titleAndAuthor }, in: db)
      if outcome.isInserted { print("new:", outcome.row.title) }
      #expect(outcome.isInserted && outcome.row.version == 1)
      let more = try draft.upsertOutcome(on: { $0.titleAndAuthor }, in: db) { [$0.copies.set($0.copies + $1.copies)] }
      #expect(!more.isInserted && more.row.copies == 4 && more.row.version == 2)
      let same = try draft.upsertOutcome(on: { $0.titleAndAuthor }, in: db) { _, _ in [] }
      #expect(!same.isInserted && same.row == more.row)
      try same.row.delete(in: db)
      let back = try draft.upsertOutcome(on: { $0.titleAndAuthor }, in: db) { _, _ in [] }
      #expect(!back.isInserted && back.row.removedAt == nil && back.row.version == 4 && back.row.id == same.row.id)
    }
  }

  @Test("Drafts get or create their rows, all of which are returned in the order of the drafts")
  func getOrCreate() throws {
    try store.write { db in
      let emma = try Essay.Draft(title: "Emma", text: "old").insert(in: db)
      let drafts = ["Odes", "Emma", "Lamia", "Odes"].map { Essay.Draft(title: $0, text: "new") }
      let all = try Essay.insertUnlessPresent(returning: drafts, on: { $0.title }, in: db)  // [Essay]
      #expect(all.map(\.title) == ["Odes", "Emma", "Lamia", "Odes"])
      #expect(all[1] == emma && all[0] == all[3] && all[2].text == "new")
      #expect(try Essay.all.count(in: db) == 3)
      let stored = try Essay.upsert(returning: drafts, on: { $0.title }, in: db)  // [Essay], new or updated
      #expect(stored.map(\.id) == all.map(\.id) && stored[1].text == "new" && stored[1].version == 2)
      let longer = try Essay.upsert(returning: drafts, on: { $0.title }, in: db) { [$0.text.set($0.text + $1.text)] }
      #expect(longer.map(\.text) == ["newnew", "newnew", "newnew", "newnewnew"])
      #expect(throws: ConstraintViolation.self) {
        try goingOnAfterErrors(in: db) {
          let records = [Record.Draft(title: "a", author: "b"), Record.Draft(title: "c", author: "d", copies: 0)]
          _ = try Record.upsert(returning: records, on: { $0.titleAndAuthor }, in: db) { [$0.copies.set($1.copies)] }
          throw ConstraintViolation.check(name: "end")
        }
      }
    }
  }

  @Test("Rows are updated with values of their own, in one statement")
  func valuesOfEach() throws {
    struct Line {
      var post: Post.ID
      var views: Int
      var title: String
      var day: Date?
    }
    try store.write { db in
      let posts = try Post.insert(returning: ["a", "b", "c"].map { Post.Draft(slug: $0, title: $0, views: 1) }, in: db)
      let day = Date(timeIntervalSince1970: 1_700_000_000)
      var lines = [
        Line(post: posts[0].id, views: 5, title: "A"), Line(post: posts[2].id, views: 7, title: "C", day: day),
      ]
      _ = log.drain()
      let count = try Post.updateEach(lines, id: \.post, in: db) { post, line in
        [post.views.set(post.views + line.views), post.title.set(line.title)]
      }
      let statements = log.drain()
      #expect(count == 2 && statements.count { $0.contains("UPDATE") } == 1)
      let changed = try Post.order { $0.id }.fetchAll(in: db)
      #expect(changed.map(\.views) == [6, 1, 8] && changed.map(\.title) == ["A", "b", "C"])
      #expect(changed.map(\.version) == [2, 1, 2])

      lines += [Line(post: posts[0].id, views: 9, title: "twice"), Line(post: Post.ID(99), views: 9, title: "none")]
      let dated = try Post.updateEach(lines, id: \.post, in: db) { post, line in
        [post.publishedAt.set(line(\.day, as: UnixSeconds?.self)), post.title.set(line.title)]
      }
      #expect(dated == 2)
      let last = try Post.order { $0.id }.fetchAll(in: db)
      #expect(last.map(\.publishedAt) == [nil, nil, day] && last.map(\.title) == ["A", "b", "C"])
      #expect(try Post.updateEach([Line](), id: \.post, in: db) { [$0.views.set($1.views)] } == 0)
    }
  }

  @Test("Many rows, and rows with a composite key, are updated with values of their own")
  func manyValues() throws {
    try store.write { db in
      let drafts = (1...450).map { Post.Draft(slug: "\($0)", title: "x") }
      let posts = try Post.insert(returning: drafts, in: db)
      let count = try Post.updateEach(posts, id: \.id, in: db) { [$0.title.set($1.slug)] }
      #expect(count == 450)
      #expect(try Post.where { $0.title != $0.slug }.count(in: db) == 0)
      let terms = try Term.insert(
        returning: ["de", "da"].map { Term.Draft(word: "Signatur", language: $0, meaning: "?") }, in: db)
      #expect(try Term.updateEach(terms, id: \.id, in: db) { [$0.meaning.set($1.language)] } == 2)
      #expect(try Term.order { $0.language }.select { $0.meaning }.fetchAll(in: db) == ["da", "de"])
    }
  }

  @Test("Members of an option set are found, added and removed in the database")
  func bits() throws {
    try store.write { db in
      let marks: [Marks] = [[], .pinned, [.pinned, .hidden], [.locked, .hidden]]
      try Post.insert(marks.enumerated().map { Post.Draft(slug: "\($0)", title: "x", marks: $1) }, in: db)
      let pinned = Post.where { $0.marks.contains(.pinned) && $0.marks.isDisjoint(with: [.locked, .hidden]) }
      #expect(try pinned.select { $0.slug }.fetchAll(in: db) == ["1"])
      let both = Post.where { $0.marks.contains([.pinned, .hidden]) || !$0.marks.contains([]) }
      #expect(try both.select { $0.slug }.fetchAll(in: db) == ["2"])
      try Post.all.update(in: db) { [$0.marks.set($0.marks.union([.locked]).subtracting(.hidden))] }
      let changed = try Post.order { $0.id }.select { $0.marks }.fetchAll(in: db)
      #expect(changed == [.locked, [.pinned, .locked], [.pinned, .locked], .locked])
    }
  }

  @Test("A draft is inserted, or updates the existing row by its own values, by a set clause, or not at all")
  func upserts() throws {
    try store.write { db in
      let draft = Record.Draft(title: "Emma", author: "Jane Austen", copies: 2)
      let record = try draft.upsert(on: { $0.titleAndAuthor }, in: db)  // Record: inserted or updated
      let more = try draft.upsert(on: { $0.titleAndAuthor }, in: db) { current, new in
        [current.copies.set(current.copies + new.copies)]
      }
      let most = try draft.upsert(on: { $0.titleAndAuthor }, where: { $0.copies < $1.copies }, in: db) {
        [$0.copies.set($1.copies)]
      }  // Record?, nil if the condition isn't true
      let first = try draft.insertUnlessPresent(on: { $0.titleAndAuthor }, in: db)  // Record?, nil if it exists

      #expect(record.version == 1 && more.id == record.id && more.copies == 4 && more.version == 2)
      #expect(most == nil && first == nil)
      let insertion = draft.inserting().upserting(on: { $0.titleAndAuthor }) { current, new in
        [current.copies.set(current.copies + new.copies)]
      }
      #expect(document.says("\(insertion.returning())"))
      let larger = Record.Draft(title: "Emma", author: "Jane Austen", copies: 9)
      let changed = try larger.upsert(on: { $0.titleAndAuthor }, where: { $0.copies < $1.copies }, in: db) {
        [$0.copies.set($1.copies)]
      }
      #expect(changed?.copies == 9 && changed?.version == 3)
      let same = try draft.upsert(on: { $0.titleAndAuthor }, in: db) { _, _ in [] }
      #expect(same.copies == 9 && same.version == 3)
      #expect(try Record.all.fetchAll(in: db) == [same])
    }
  }

  @Test("An upsert restores a deleted row, and increments its version")
  func upsertOfADeletedRow() throws {
    try store.write { db in
      let draft = Record.Draft(title: "Emma", author: "Jane Austen")
      let record = try draft.insert(in: db)
      try record.delete(in: db)
      #expect(try draft.insertUnlessPresent(in: db) == nil)
      #expect(try Record.all.count(in: db) == 0)
      let back = try draft.upsert(on: { $0.titleAndAuthor }, in: db) { current, new in
        [current.copies.set(current.copies + new.copies)]
      }
      #expect(back.id == record.id && back.removedAt == nil && back.copies == 2 && back.version == 3)
      #expect(try Record.all.fetchAll(in: db) == [back])
      try back.delete(in: db)
      let kept = try draft.upsert(on: { $0.titleAndAuthor }, where: { current, _ in current.copies > 99 }, in: db) {
        [$0.copies.set($1.copies)]
      }
      #expect(kept == nil)
      #expect(try Record.all.count(in: db) == 0)
    }
  }

  @Test("An upsert can use a partial unique key")
  func partialKey() throws {
    try store.write { db in
      let one = try Record.Draft(title: "a", author: "x", mark: "M").insert(in: db)
      let other = Record.Draft(title: "b", author: "y", mark: "M")
      #expect(throws: ConstraintViolation.self) { try goingOnAfterErrors(in: db) { try other.insert(in: db) } }
      let same = try other.upsert(on: { $0.mark }, in: db) { current, new in [current.publishedIn.set(1900)] }
      #expect(same.id == one.id && same.title == "a" && same.publishedIn == 1900)
      #expect(try other.insertUnlessPresent(on: { $0.mark }, in: db) == nil)
      try same.delete(in: db)
      // The deleted row has the mark no more, as far as that key is concerned.
      let second = try other.upsert(on: { $0.mark }, in: db) { current, _ in [current.publishedIn.set(2000)] }
      #expect(second.id != one.id && second.publishedIn == nil)
      // Another key than the named one throws.
      let clash = Record.Draft(title: "a", author: "x", mark: "N")
      #expect(throws: ConstraintViolation.unique(table: "record", columns: ["title", "author"])) {
        try goingOnAfterErrors(in: db) { try clash.upsert(on: { $0.mark }, in: db) { [$0.copies.set($1.copies)] } }
      }
    }
  }

  @Test("An insert can be skipped if the row exists")
  func present() throws {
    try store.write { (db) throws in
      #expect(try Shelf.Draft(label: "A1").insertUnlessPresent(on: { $0.label }, in: db) == nil)
      #expect(try Shelf.Draft(label: "B1").insertUnlessPresent(in: db)?.label == "B1")
      #expect(try Shelf.insertUnlessPresent([Shelf.Draft(label: "B1"), Shelf.Draft(label: "C1")], in: db) == 1)
      #expect(try Shelf.order { $0.label }.select { $0.label }.fetchAll(in: db) == ["A1", "B1", "C1"])
    }
  }

  @Test("Many drafts are written, or none")
  func many() throws {
    let drafts = [Essay.Draft(title: "a", text: "1"), Essay.Draft(title: "b", text: "2")]
    let others = [Essay.Draft(title: "z", text: "3"), Essay.Draft(title: "c", text: "4")]
    try store.write { db in
      let count = try Essay.insert(drafts, in: db)
      let essays = try Essay.insert(returning: others, in: db)  // [Essay], in the order of the drafts
      try Essay.upsert(drafts, on: { $0.title }, in: db) { current, new in [current.text.set(new.text)] }
      let added = try Essay.insertUnlessPresent(drafts, on: { $0.title }, in: db)  // the number of inserted rows

      #expect(count == 2 && essays.map(\.title) == ["z", "c"] && essays.map(\.id.rawValue) == [3, 4] && added == 0)
      #expect(try Essay.order { $0.id }.select { $0.version }.fetchAll(in: db) == [2, 2, 1, 1])
      let none = try Essay.upsert(drafts, on: { $0.title }, where: { $0.text < $1.text }, in: db) {
        [$0.text.set($1.text)]
      }
      #expect(none == 0)
    }
  }

  // MARK: - Insert from a query

  @Test("An insert from a query adds one row for each of its rows")
  func insertFrom() throws {
    try store.write { db in
      _ = log.drain()
      let old = Book.where { $0.publishedIn < 1900 }
      let count = try Record.insert(from: old, in: db) { record, book in
        [record.title.set(book.title), record.author.set(book.author.name), record.copies.set(1)]
      }

      let statements = log.drain()
      #expect(count == 2 && statements.count == 1)
      let insertion = Record.inserting(from: old) { record, book in
        [record.title.set(book.title), record.author.set(book.author.name), record.copies.set(1)]
      }
      #expect(document.says("\(insertion)"))
      let records = try Record.order { $0.title }.fetchAll(in: db)
      #expect(records.map(\.title) == ["Emma", "Odes"] && records.map(\.author) == ["Jane Austen", "John Keats"])
      #expect(records.allSatisfy { $0.version == 1 && $0.removedAt == nil && $0.publishedIn == nil })
      #expect(records.map(\.initial) == ["E", "O"])
    }
  }

  @Test("An insert of selected values can handle conflicts and return rows")
  func insertFromGroups() throws {
    try store.write { db in
      let counts = Book.group { $0.author.name }.select { ($0.author.name, SQL.count()) }
      let totals = Record.inserting(from: counts) { record, author, books in
        [record.title.set("All"), record.author.set(author), record.copies.set(books)]
      }
      let ids = try totals.unlessPresent(on: { $0.titleAndAuthor }).returning { $0.id }.fetchAll(in: db)
      let changed = try totals.upserting(on: { $0.titleAndAuthor }) { [$0.copies.set($1.copies)] }
        .returning { ($0.author, $0.copies) }.fetchAll(in: db)

      #expect(ids.count == 2)
      #expect(changed.map(\.0).sorted() == ["Jane Austen", "John Keats"] && changed.map(\.1) == [1, 1])
      #expect(try totals.unlessPresent().run(in: db) == 0)
      #expect(try Record.select { $0.version }.fetchAll(in: db) == [2, 2])
      #expect(throws: ConstraintViolation.unique(table: "record", columns: ["title", "author"])) {
        try goingOnAfterErrors(in: db) { try totals.run(in: db) }
      }
      // Deleted rows are not read, unless they are asked for, and the row that is written over is one like the others.
      try Record.all.delete(in: db)
      let copies = Record.inserting(from: Record.onlyDeleted()) { new, old in
        [new.title.set(old.title), new.author.set(old.author), new.copies.set(old.copies + 1)]
      }.upserting(on: { $0.titleAndAuthor }) { [$0.copies.set($1.copies)] }
      #expect(try copies.returning { $0.copies }.fetchAll(in: db) == [2, 2])
      #expect(try copies.run(in: db) == 0)
      #expect(try Record.all.count(in: db) == 2)
    }
  }

  @Test("Incomplete rows and generated columns are refused")
  func mistakes() throws {
    try store.write { db in
      _ = log.drain()
      #expect(throws: QueryError.generatedColumnSet(table: "record", column: "initial")) {
        try Record.insert(from: Book.all, in: db) { [$0.initial.set($1.title)] }
      }
      #expect(throws: QueryError.columnsNotSet(table: "fare", columns: ["cents", "tariffID"])) {
        try Fare.insert(from: Book.all, in: db) { [$0.name.set($1.title)] }
      }
      #expect(log.drain().isEmpty)
      _ = try Record.all.count(in: db)
    }
  }

  @Test("Groups of columns are copied, as a whole and by their parts")
  func groups() throws {
    let day = Date(timeIntervalSince1970: 1_700_000_000)
    let camp = Camp(moonrise: nil, equipment: Equipment(tents: 2), readings: [1.5])
    let span = Span(note: "n", from: day, ticket: UUID(), samples: [1], tags: ["a"], camp: camp)
    try store.write { db in
      let first = try Expedition.Draft(name: "first", span: span).insert(in: db)
      try Expedition.insert(from: Expedition.all, in: db) { new, old in
        [new.name.set(old.name + " again"), new.span.set(old.span), new.reserve.set(old.span)]
      }
      try Expedition.insert(from: Expedition.where { $0.id == first.id }, in: db) { new, old in
        [new.name.set("third"), new.span.set(span), new.reserve.set(nil)]
      }
      let all = try Expedition.order { $0.id }.fetchAll(in: db)
      #expect(all.map(\.name) == ["first", "first again", "third"])
      #expect(all.map(\.span) == [span, span, span])
      #expect(all[0].reserve == nil && all[1].reserve == span)
      #expect(all[2].reserve == nil)
      #expect(throws: QueryError.columnSetTwice(table: "expedition", column: "reserve.camp.moonrise")) {
        try Expedition.insert(from: Expedition.all, in: db) { new, old in
          [new.reserve.set(old.span), new.reserve.camp.set(old.span.camp), new.reserve.note.set(old.name)]
        }
      }
      #expect(throws: QueryError.columnSetTwice(table: "expedition", column: "span.note")) {
        try Expedition.insert(from: Expedition.all, in: db) { [$0.span.set($1.span), $0.span.note.set($1.name)] }
      }
      #expect(
        throws: QueryError.columnsNotSet(table: "expedition", columns: ["span.ticket", "span.samples", "span.tags"])
      ) {
        try Expedition.insert(from: Expedition.all, in: db) { [$0.name.set($1.name), $0.span.from.set(day)] }
      }
    }
  }
}
