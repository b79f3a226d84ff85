import Foundation
import Postil

@testable import Documents

// A wrong line among right ones in the closure of a transaction: Swift checks them all again to find what is wrong, with less
// to go by, and what takes too long then would be the error that people see.
private func reading(store: SQLiteStore) throws {
  try store.read { db in
    let counts = try Author.leftJoin(Book.self) { author, book in
      book.authorID == author.id && book.genre == .poetry
    }
    .group { author, _ in author.id }
    .order { author, book in (book.id.count().descending, author.name) }
    .select { author, book in (author.name, book.id.count(), book.publishedIn.total()) }
    .fetchAll(in: db)
    print(counts)
    let titles = try Book.where { $0.author.name == "Jane Austen" && $0.isbn != nil && $0.publishedIn < 1900 }
      .order { ($0.publishedIn.descending, $0.title) }
      .select { ($0.title, $0.author.name, $0.isbn ?? "none", $0.subjects.count) }
      .fetchAll(in: db)
    print(titles)
    print(try Book.where { $0.title == 5 }.count(in: db))  // error: cannot convert value of type 'Int' to expected argument type 'String'
  }
}

private func writing(store: SQLiteStore) throws {
  try store.write { db in
    let years = try Book.group { $0.genre }
      .having { $0.publishedIn.sum() > 10 }
      .select { ($0.genre, $0.publishedIn.sum(), SQL.count()) }
      .fetchAll(in: db)
    print(years)
    let pairs = try Book.join(Author.self) { book, author in book.authorID == author.id && author.name == book.title }
      .where { book, _ in book.isLent || book.publishedIn > 1900 }
      .select { book, author in (book.title, author.name) }
      .fetchAll(in: db)
    print(pairs)
    try Book.all.update(in: db) { [$0.title.set(5)] }  // error: 'Int'
  }
}

// A mistake after a projection, in blocks whose types Swift infers.
private func projecting(store: SQLiteStore) throws {
  let count = try store.read { db in
    let lines = Book.select {
      BookLine.Columns(title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
    }
    let known = lines.where { $0.subjectCount > 1 }.order { $0.title }
    let lent = Book.where { $0.titel == "Emma" }  // error: value of type 'Book.Columns' has no member 'titel'
    return try known.count(in: db)
  }
  let titles = try store.read { db in
    let lines = Book.select {
      BookLine.Columns(title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
    }
    let known = lines.where { $0.subjectCount > 1 }
    return try known.order { $0.tittle }.fetchAll(in: db).map(\.title)  // error: value of type 'BookLine.Columns' has no member 'tittle'
  }
  try store.write { db in
    let lines = try Book.select {
      BookLine.Columns(title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
    }.order { $0.subjectCount.descending }.fetchAll(in: db)
    let old = try Book.where { $0.publishedIn < 1900 }.updating { [$0.isLent.set(true)] }.returning {
      BookLine.Columns(title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
    }.fetchAll(in: db)
    print(lines.count + old.cuont, count, titles)  // error: has no member 'cuont'
  }
}
