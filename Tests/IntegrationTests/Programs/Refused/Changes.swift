import Foundation
import Postil

@testable import Documents

// What an update cannot set, or not to this.
private func changes(book: Book, library: Library, db: some WriteTransaction) throws {
  try Book.all.update(in: db) { [$0.title.set(5)] }  // error: 'Int'
  try Book.all.update(in: db) { $0.title = "Emma" }  // error: columns are assigned with 'set', in a list: '[$0.title.set(title)]'
  try Book.all.update(in: db) { $0.publishedIn += 1 }  // error: columns are assigned with 'set', in a list
  _ = Book.where { $0.isLent }.updating { $0.isLent = false }  // error: columns are assigned with 'set', in a list
  try Book.all.update(in: db) { [$0.title.set(nil)] }  // error: 'nil'
  try Book.all.update(in: db) { [$0.title.set($0.isbn)] }  // error: 'String?'
  try Book.all.update(in: db) { [$0.publishedIn.set($0.title)] }  // error: 'Int16'
  try Book.all.update(in: db) { [$0.authorID.set(library.shelf.id)] }  // error: 'Shelf.ID'
  try Book.all.update(in: db) { [$0.id.set(book.id)] }  // error: this column can't be updated
  try Book.all.update(in: db) { [$0.author.name.set("Jane")] }  // error: 'Assignment<Author>'
  try Book.all.update(in: db) { [$0.subjects.set([])] }  // error: value of type 'ToMany<Subject>' has no member 'set'
  try Loan.all.update(in: db) { [$0.lentAt.set(.now)] }  // error: this column can't be updated
  try Fee.all.update(in: db) { [$0.cents.set(5)] }  // error: this column can't be updated
  try Essay.all.update(in: db) { [$0.version.set(5)] }  // error: this column can't be updated: it is a 'let', a key, or filled or computed by the database
  try Branch.all.update(in: db) { [$0.address.set(nil)] }  // error: 'nil' is not compatible with expected argument type
  try Branch.all.update(in: db) { [$0.address.street.set(nil)] }  // error: 'nil'
  try Branch.all.update(in: db) { [$0.mail.set("Oslo")] }  // error: cannot convert value of type 'String'
  try Shelf.all.update(in: db) { [$0.label == "A1"] }  // error: columns are assigned with 'set', in a list
}

// What is not there, because the model does not allow it.
private func operations(library: Library, db: some WriteTransaction) throws {
  try library.austen.removeAllFromBooks(in: db)  // error: value of type 'Author' has no member 'removeAllFromBooks'
  _ = try library.austen.replaceBooks(with: [], in: db)  // error: value of type 'Author' has no member 'replaceBooks'
  try Book.setAuthor(nil, of: library.emma.id, in: db)  // error: 'nil' is not compatible with expected argument type 'Author.ID'
  try ShelfSummary.all.delete(in: db)  // error: requires that 'ShelfSummary' conform to 'Model'
  try ShelfSummary.all.update(in: db) { _ in [] }  // error: requires that 'ShelfSummary' conform to 'Model'
  _ = ShelfSummary.Draft(label: "A1")  // error: type 'ShelfSummary' has no member 'Draft'
  try library.emma.restore(in: db)  // error: value of type 'Book' has no member 'restore'
  _ = try Book.current(in: db)  // error: type 'Book' has no member 'current'
  try library.shelf.moveInBooks(from: 0, to: 1, in: db)  // error: value of type 'Shelf' has no member 'moveInBooks'
}

// Drafts without what is required, or with what the database gives.
private func drafts(title: String?, library: Library) {
  _ = Book.Draft(title: "Emma", authorID: library.austen.id)  // error: missing argument for parameter 'publishedIn'
  _ = Book.Draft(title: title, publishedIn: 1815, authorID: library.austen.id)  // error: value of optional type 'String?' must be unwrapped
  _ = Book.Draft(title: "Emma", publishedIn: 1815, authorID: library.emma.shelfID)  // error: expected argument type 'Author.ID'
  _ = Book.Draft(id: library.emma.id, title: "Emma", publishedIn: 1815, authorID: library.austen.id)  // error: extra argument 'id' in call
  _ = Fee.Draft(days: 1, centsPerDay: 2, cents: 3)  // error: extra argument 'cents' in call
  _ = Essay.Draft(title: "On books", version: 1)  // error: extra argument 'version' in call
  _ = Day.Draft(name: "Monday")  // error: missing argument for parameter 'tripID'
  _ = Trip.Draft(title: "Iceland", days: [Day.Draft(name: "Monday", tripID: Trip.ID(1))])  // error: 'Day.Draft'
}
