import Foundation
import Postil

@testable import Documents

// A column beside a value of another type.
private func values(now: Date, count: Int, price: Double) {
  _ = Visit.where { $0.enteredAt == 5 }  // error: cannot convert value of type 'Int' to expected argument type 'Date'
  _ = Visit.where { $0.leftAt < "2026-01-01" }  // error: 'String'
  _ = Recording.where { $0.price == "x" }  // error: cannot convert value of type 'String' to expected argument type 'Decimal'
  _ = Book.where { $0.title == 5 }  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Book.where { $0.title != count }  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Book.where { 5 == $0.title }  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Book.where { $0.isbn == 978 }  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Book.where { $0.publishedIn < "1900" }  // error: 'String'
  _ = Book.where { $0.publishedIn == price }  // error: cannot convert value of type 'Double' to expected argument type 'Int16'
  _ = Book.where { $0.publishedIn == now }  // error: 'Date'
  _ = Book.where { $0.isLent == 1 }  // error: integer literal value '1' cannot be used as a boolean; did you mean 'true'?
  _ = Book.where { $0.isLent && $0.title == 5 }  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Book.where { $0.genre == .comic }  // error: type 'Book.Genre?' has no member 'comic'
  _ = Book.where { $0.isLent && $0.genre != .comic }  // error: type 'Book.Genre?' has no member 'comic'
  _ = Book.where { .comic == $0.genre }  // error: type 'Book.Genre?' has no member 'comic'
  _ = Book.where { $0.genre == "novel" }  // error: cannot convert value of type 'String' to expected argument type 'Book.Genre'
  _ = Book.where { $0.title.in([1, 2]) }  // error: 'String'
  _ = Book.where { $0.publishedIn.in("a"..."b") }  // error: the bounds of the range must have the type of the column's values
  _ = Visit.where { $0.day.in(Date.now...Date.now) }  // error: which is 'DateComponents' for days
  _ = Book.where { $0.publishedIn.contains("1") }  // error: value of type 'Column<Book, Int16>' has no dynamic member 'contains'
  _ = Book.where { $0.title + 5 == "Emma5" }  // error: 'Int'
  _ = Book.where { $0.title * 2 == "" }  // error: 'Column<Book, String>'
  _ = Book.where { $0.publishedIn + $0.title > 5 }  // error: 'Int16'
  _ = Book.where { ($0.isbn ?? 5) == "" }  // error: 'Int'
  _ = Book.where { $0.subjects == 5 }  // error: 'ToMany<Subject>'
}

// Values of Swift where a condition or a column belongs.
private func swiftValues(isAdmin: Bool, narrow: Int32, titles: [String]) {
  _ = Book.where { $0.isLent || isAdmin }  // error: operator function '||' requires that 'Bool' conform to 'SQLExpression'
  _ = Book.where { $0.publishedIn > 5 && isAdmin }  // error: operator function '&&' requires that 'Bool' conform to 'SQLExpression'
  _ = Book.where { isAdmin || $0.isLent }  // error: use 'where(ifPresent:)' for an optional condition
  _ = Loan.where { $0.bookID == Shelf.ID(1) }  // error: cannot convert value of type 'Shelf.ID' (aka 'RowID<Shelf>') to expected argument type 'RowID<Book>'
  _ = Book.where { $0.publishedIn == narrow }  // error: cannot convert value of type 'Int32' to expected argument type 'Int16'
  _ = Book.where { $0.publishedIn * 1.19 > 5 }  // error: cannot convert value of type 'Double' to expected argument type 'Int16'
  _ = Book.where { titles.contains($0.title) }  // error: write 'in' after the column: '$0.id.in(ids)'
  for book in Book.all { print(book) }  // error: fetch its rows with 'fetchAll(in:)'
  _ = Book.crossJoin(Shelf.all).join(Author.all) { book, _, author in book.authorID == author.id }  // error: missing argument label 'rows:' in call
}

// A value that is never `NULL`, compared with `nil`.
private func neverNull() {
  _ = Book.where { $0.title == nil }  // warning: the value is never NULL, so the comparison with nil is always false
  _ = Book.where { $0.isLent && $0.author.name != nil }  // warning: the value is never NULL, so the comparison with nil is always true
  _ = Book.where { $0.isbn == nil && $0.shelf.label != nil }
}

// What is no condition.
private func conditions() {
  _ = Book.where { $0.title }  // error: requires the types 'String' and 'Bool' be equivalent
  _ = Book.where { !$0.title }  // error: requires the types 'String' and 'Bool' be equivalent
  _ = Book.where { $0.isLent && $0.title }  // error: 'String'
  _ = Book.where { $0.subjects }  // error: 'ToMany<Subject>'
  _ = Book.where { $0.titel == "Emma" }  // error: value of type 'Book.Columns' has no member 'titel'
  _ = Book.where { $0.author.nmae == "Jane" }  // error: value of type 'Author.Columns' has no member 'nmae'
  _ = Book.where { $0.shelf.lable == "A1" }  // error: 'lable'
}

// Two columns of unlike types.
private func columns() {
  _ = Book.where { $0.title == $0.publishedIn }  // error: requires the types 'String' and 'Int16' be equivalent
  _ = Book.where { $0.title < $0.author.bornOn }  // error: requires the types 'String' and
  _ = Book.where { $0.isLent != $0.title }  // error: requires the types 'Bool' and 'String' be equivalent
  _ = Book.where { $0.publishedIn == $0.subjects.count }  // error: requires the types 'Int16' and 'Int' be equivalent
  _ = Book.join(Author.self) { book, author in book.authorID == author.name }  // error: requires the types
  _ = Book.join(Author.self) { book, author in book.id == author.id }  // error: to expected argument type 'RowID<Book>'
  _ = Book.leftJoin(Shelf.self) { $0.authorID == $1.id }  // error: to expected argument type 'RowID<Author>'
  _ = Book.join(Author.self) { book, author in book.title }  // error: requires the types 'String' and 'Bool' be equivalent
}
