import Foundation
import Postil

@testable import Documents

// What has another name here, or none.
private func members(subject: Subject, ids: [Book.ID], names: [String], minimum: Int16?) {
  _ = Book.where { $0.title.hasprefix("E") }  // error: value of type 'Column<Book, String>' has no dynamic member 'hasprefix'
  _ = Book.where { $0.publishedIn.yeer == 5 }  // error: value of type 'Column<Book, Int16>' has no dynamic member 'yeer'
  _ = Book.where { $0.isLent && $0.author.name.yeer == "E" }  // error: value of type 'Column<Author, String>' has no dynamic member 'yeer'
  _ = Book.where { $0.isbn.lenght > 5 }  // error: value of type 'Column<Book, String?>' has no dynamic member 'lenght'
  _ = Book.where { $0.title.lowercased().contians("e") }  // error: value of type 'SQLOperation<String>' has no dynamic member 'contians'
  _ = Book.select { ($0.title.lenght, $0.id) }  // error: value of type 'Column<Book, String>' has no dynamic member 'lenght'
  _ = Book.where { $0.title.startsWith("E") }  // error: 'startsWith' has been renamed to 'hasPrefix(_:)'
  _ = Book.where { $0.isbn.starts(with: "9") }  // error: 'starts(with:)' has been renamed to 'hasPrefix(_:)'
  _ = Book.where { $0.title.endsWith("a") }  // error: 'endsWith' has been renamed to 'hasSuffix(_:)'
  _ = Book.where { $0.title.count > 3 }  // error: 'count' has been renamed to 'length'
  _ = Book.where { $0.isbn.count > 3 }  // error: 'count' has been renamed to 'length'
  _ = Book.group { $0.genre }.select { ($0.genre, $0.count()) }  // error: 'count()' has been renamed to 'SQL.count'
  _ = Book.where { ids.contains($0.id) }  // error: write 'in' after the column: '$0.id.in(ids)'
  _ = Book.where { !names.contains($0.title) }  // error: write 'in' after the column: '$0.id.in(ids)'
  _ = Book.where { (1800...1900).contains($0.publishedIn) }  // error: write 'in' after the column: '$0.id.in(ids)'
  _ = Book.where { $0.genre.in(.novel, .poetry) }  // error: 'in' takes a list: '.in([first, second])'
  _ = Book.where { $0.title.in("Emma") }  // error: 'in' takes a list: '.in([first, second])'
  _ = Book.where { minimum == nil || $0.publishedIn > minimum! }  // error: use 'where(ifPresent:)' for an optional condition
  _ = Book.where { minimum != nil && $0.publishedIn > minimum! }  // error: use 'where(ifPresent:)' for an optional condition
  _ = Visit.where { $0.day > Date() }  // error: a day is compared with 'DateComponents
  _ = Visit.where { $0.day == Date.now }  // error: a day is compared with 'DateComponents
  _ = Visit.where { $0.day != Date.now }  // error: a day is compared with 'DateComponents
  _ = Book.where { $0.authorID == subject.id }  // error: cannot convert value of type 'Subject.ID' (aka 'RowID<Subject>') to expected argument type 'RowID<Author>'
}

// What is done with a list.
private func lists(db: some WriteTransaction) throws {
  for book in Book.all { print(book) }  // error: a query isn't a list: use 'where' and 'order', or fetch its rows with 'fetchAll(in:)'
  _ = Book.all.map { $0.title }  // error: a query isn't a list
  _ = Book.all.first  // error: a query isn't a list
  _ = try Book.all.first(in: db)  // error: 'first(in:)' has been renamed to 'fetchOne(in:)'
  _ = Book.all.offset(5)  // error: use 'limit(_:offset:)', where 'nil' is no limit
  _ = Book.select { $0.title }.offset(5)  // error: use 'limit(_:offset:)', where 'nil' is no limit
  _ = Book.orderBy { $0.title }  // error: 'orderBy' has been renamed to 'order'
  _ = Book.all.sorted { $0.title }  // error: 'sorted' has been renamed to 'order'
  _ = Book.group(by: { $0.genre })  // error: extraneous argument label 'by:' in call
  _ = Book.all.group(by: { $0.genre })  // error: extraneous argument label 'by:' in call
  _ = Book.first  // error: use 'order' and 'fetchOne(in:)'
  _ = Book.offset(5)  // error: use 'limit(_:offset:)', where 'nil' is no limit
  _ = Book.join(Author.self) { $0.authorID == $1.id }.orderBy { $0.0.title }  // error: 'orderBy' has been renamed to 'order'
  _ = try Book.join(Author.self) { $0.authorID == $1.id }.first(in: db)  // error: 'first(in:)' has been renamed to 'fetchOne(in:)'
  _ = Book.select { $0.title }.orderBy { $0 }  // error: 'orderBy' has been renamed to 'order'
  _ = try Book.select { ($0.title, $0.id) }.first(in: db)  // error: 'first(in:)' has been renamed to 'fetchOne(in:)'
  _ = Book.all.filter { $0.isLent }  // error: use 'where'
}

// A row that isn't a draft.
private func rows(book: Book, db: some WriteTransaction) throws {
  try book.insert(in: db)  // error: instance method 'insert(in:)' requires the types 'Book' and 'Book.Draft' be equivalent
  _ = try Subject(name: "Novels").insert(in: db)  // later error: instance method 'insert(in:)' requires the types 'Subject' and 'Subject.Draft' be equivalent
}
