import Postil

@testable import Documents

// The key of one model where that of another belongs.
private func keys(
  book: Book, author: Author, shelf: Shelf, subject: Subject, edition: Edition, db: some WriteTransaction
) throws {
  var book = book
  book.authorID = shelf.id  // error: cannot assign value of type 'Shelf.ID'
  book.shelfID = author.id  // error: cannot assign value of type 'Author.ID'
  book.authorID = 5  // error: cannot assign value of type 'Int' to type 'Author.ID'
  book.authorID = author  // error: cannot assign value of type 'Author' to type 'Author.ID'
  _ = Book.Draft(title: "Emma", publishedIn: 1815, authorID: shelf.id)  // error: 'Shelf.ID'
  _ = try Book.find(author.id, in: db)  // error: cannot convert value of type 'Author.ID'
  _ = try Edition.find(book.id, in: db)  // error: cannot convert value of type 'Book.ID'

  try book.addToSubjects(author, in: db)  // error: cannot convert value of type 'Author' to expected argument type 'Subject'
  try book.addToSubjects(subject.id, in: db)  // error: cannot convert value of type 'Subject.ID'
  try Book.addToSubjects(author.id, of: book.id, in: db)  // error: cannot convert value of type 'Author.ID'
  try Book.addToSubjects(book.id, of: subject.id, in: db)  // error: cannot convert value of type
  _ = try book.setShelf(author, in: db)  // error: cannot convert value of type 'Author' to expected argument type 'Shelf'
  try Review.setEdition(nil, of: Review.ID(1), in: db)  // error: 'nil' is not compatible with expected argument type

  _ = Book.where { $0.authorID == shelf.id }  // error: 'Shelf.ID'
  _ = Book.where { $0.authorID == 5 }  // error: cannot convert value of type 'Int' to expected argument type 'RowID<Author>'
  _ = Book.where { $0.authorID == $0.shelfID }  // error: cannot convert value of type 'Column<Book, Shelf.ID?>'
  _ = Book.where { $0.id.in([author.id]) }  // error: 'Author.ID'
  _ = Book.where { $0.author == shelf }  // error: cannot convert value of type 'Shelf' to expected argument type 'Author'
  _ = Book.where { $0.subjects.contains(author) }  // error: no exact matches in call to instance method 'contains'
  _ = Review.where { $0.editionID == book.id }  // error: 'Book.ID'
}
