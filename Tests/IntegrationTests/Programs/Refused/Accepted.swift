import Foundation
import Postil

@testable import Documents

// The same as in the other files, as it is meant: nothing here is an error, or the errors there would have other reasons.
private func accepted(book: Book, author: Author, shelf: Shelf, subject: Subject, db: some WriteTransaction) throws {
  var book = book
  book.authorID = author.id
  book.shelfID = nil
  try book.addToSubjects(subject, in: db)
  _ = Book.where { $0.author == author || $0.shelf == shelf && $0.title != "Emma" || $0.authorID == author.id }
  _ = Book.where { if book.isLent { $0.title == "" } }
  _ = Book.where { if book.isLent { $0.isLent } else { $0.title == "Emma" } }
  _ = Visit.where { $0.enteredAt == Date.now && $0.leftAt == nil }
  _ = Recording.where { $0.price == 5 }
  _ = Book.join(Author.self) { book, author in book.authorID == author.id && book.title == author.name }
  _ = Branch.select { ($0.name, $0.address.city, $0.mail.city) }
  let _: [(Book, Author, Int)] = try Book.select { ($0, $0.author, $0.subjects.count) }.fetchAll(in: db)
  let _: [Shelf?] = try Book.select { $0.shelf }.distinct().order { $0.label }.fetchAll(in: db)
  _ = Branch.order { ($0.address.city, $0.name.descending) }.order { $0.name }
  _ = Venue.where { $0.address.city == "Oslo" && $0.labels[0] == "old" }
  _ = Book.select {
    BookLine.Columns(title: $0.isbn ?? "", author: $0.author.name, shelf: $0.title, subjectCount: $0.subjects.count)
  }
  try Book.all.update(in: db) { [$0.title.set("Emma"), $0.isbn.set($0.title), $0.shelfID.set(nil)] }
  _ = Book.with { ($0.author.with { $0.books }, $0.shelf, $0.subjects.with { $0.books }) }
}
