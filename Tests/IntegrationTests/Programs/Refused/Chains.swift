import Foundation
import Postil

@testable import Documents

// One mistake in a chain of closures: the error is at the wrong word, not at the call that the closure belongs to.
private func joins() {
  _ = Book.join(Author.self) { $0.autorID == $1.id }  // error: value of type 'Book.Columns' has no member 'autorID'
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .where { book, author in author.nme == "Jane" }  // error: value of type 'Author.Columns' has no member 'nme'
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .select { book, author in (book.title, author.nme) }  // error: value of type 'Author.Columns' has no member 'nme'
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .leftJoin(Shelf.self) { book, author, shelf in book.shelfID == shelf.id }
    .where { book, author, shelf in author.nme == "Jane" && book.publishedIn > 1800 }  // error: value of type 'Author.Columns' has no member 'nme'
    .order { book, author, shelf in (shelf.label, book.title) }
    .select { book, author, shelf in (book.title, author.name, shelf.label) }
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .join(Shelf.self) { book, author, shelf in book.shelfID == shelf.id }
    .join(Book.self) { book, author, shelf, other in other.authorID == author.id && other.tittle != book.title }  // error: value of type 'Book.Columns' has no member 'tittle'
    .where { book, author, shelf, other in author.name == "Jane" && book.publishedIn > 1800 }
    .select { book, author, shelf, other in (book.title, author.name, shelf.label, other.title) }
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .join(Shelf.self) { book, author, shelf in book.shelfID == shelf.id }
    .join(Book.self) { book, author, shelf, other in other.authorID == author.id && other.title != book.title }
    .leftJoin(Shelf.self) { book, author, shelf, other, second in other.shelfID == second.id }
    .where { book, author, shelf, other, second in author.nme == "Jane" && book.publishedIn > 1800 }  // error: value of type 'Author.Columns' has no member 'nme'
    .select { book, author, shelf, other, second in (book.title, author.name, shelf.label, second.label) }
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .join(Shelf.self) { book, author, shelf in book.shelfID == author.id }  // error: to expected argument type 'RowID<Shelf>'
    .join(Book.self) { book, author, shelf, other in other.authorID == author.id && other.title != book.title }
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .join(Shelf.self) { book, author, shelf in book.shelfID == shelf.id }
    .join(Book.self) { book, author, shelf, other in other.authorID == author.id }
    .join(Shelf.self) { book, author, shelf, other, second in other.shelfID == second.id }
    .join(Author.self) { book, author, shelf, other, second, third in third.id == other.authorID }  // error: a query joins at most five tables
  _ = Book.join(Author.where { $0.name == "Jane" }) { book, author in book.authorID == author.id }  // error: missing argument label 'rows:' in call
  _ = Book.join(Author.self) { book, author in book.authorID == author.id }
    .join(Shelf.self) { book, shelf in book.shelfID == shelf.id }  // later error: expects 3 arguments, but 2 were used in closure body
}

// A mistake among arithmetic with literals.
private func arithmetic() {
  _ = Book.select { ($0.publishedIn * 2, $0.publihedIn + 1) }  // error: has no member 'publihedIn'
  _ = Book.select {
    (
      $0.publishedIn * 2, $0.publishedIn + 1, $0.publishedIn - 3, $0.publishedIn * 4, $0.publihedIn + 5,  // error: has no member 'publihedIn'
      $0.publishedIn - 6, $0.publishedIn * 7, $0.publishedIn + 8
    )
  }
  _ = Book.select {
    (
      ($0.publishedIn.double * (1 - $0.publishedIn.double) * (1 + $0.publishedIn.double)).sum(),
      ($0.publishedIn.double * (1 - $0.publihedIn.double) * (1 + $0.publishedIn.double)).sum(),  // error: has no member 'publihedIn'
      ($0.publishedIn.double * (1 - $0.publishedIn.double) * (1 + $0.publishedIn.double)).sum()
    )
  }
  _ = Book.select { $0.publishedIn.double / 100 * 1.19 + 5 - $0.publihedIn.double * 0.5 }  // error: has no member 'publihedIn'
  _ = Book.order { (($0.publishedIn * 100 + $0.publihedIn * 2 - 1).descending, $0.id) }  // error: has no member 'publihedIn'
  _ = Book.group { ($0.publishedIn / 10 * 10 + 1, $0.publihedIn * 2 - 1) }  // error: has no member 'publihedIn'
  _ = Book.all.updating { [$0.publishedIn.set($0.publishedIn * 2 + 1), $0.title.set($0.titel + "!" + $0.title)] }  // error: has no member 'titel'
  _ = Book.order { ($0.publishedIn * 2 + 1, $0.tittle, $0.publishedIn - 2) }  // error: has no member 'tittle'
  _ = Book.group { ($0.genre, $0.publihedIn / 100) }.select { ($0.genre, SQL.count()) }  // error: has no member 'publihedIn'
  _ = Book.where { $0.isLent }.order { $0.title }.limit(3).select { ($0.title, $0.publihedIn * 2 + 1) }  // error: has no member 'publihedIn'
}

// What people write first, coming from Swift's collections or another library.
private func guesses() {
  _ = Visit.where { $0.enteredAt > "2026-01-01" }  // error: cannot convert value of type 'String' to expected argument type 'Date'
  _ = Visit.order { $0.enteredAt.desc }  // error: 'desc' has been renamed to 'descending'
  _ = Book.order { ($0.title.asc, $0.publishedIn.desc) }  // error: 'asc' has been renamed to 'ascending'
  _ = Book.where { $0.subjects.contains { $0.name == "Love" } }  // error: use 'any' for a condition
  _ = Book.where { $0.isLent && $0.shelf.isOpen }  // later error: has no dynamic member 'isOpen'
  _ = Shelf.leftJoin(Book.self) { $0.id == $1.shelfID }.where { shelf, book in book.isLent }  // error: the condition can be NULL: write '($0.done ?? false)'
  _ = Book.where { _ in true }  // error: 'Bool'
  _ = Book.filter { $0.isLent }  // error: use 'where'
  _ = Book.all.filter { $0.isLent }  // error: use 'where'
  _ = Book.order(by: { $0.title })  // error: extraneous argument label 'by:' in call
  _ = Book.order(by: \.title)  // error: extraneous argument label 'by:' in call
  _ = Book.Draft(title: "Emma")  // error: missing arguments for parameters 'publishedIn', 'authorID' in call
}

// A selected value that is optional, in a variable that isn't.
private func results(db: some ReadTransaction) throws {
  let year = try Book.select { $0.publishedIn.max() }.fetchOnly(in: db)
  let _: Int16 = year  // error: value of optional type 'Int16?' must be unwrapped to a value of type 'Int16'
  let (_, isbn) = try Book.select { ($0.title, $0.isbn) }.fetchOnly(in: db)
  let _: String = isbn  // error: value of optional type 'String?' must be unwrapped to a value of type 'String'
}
