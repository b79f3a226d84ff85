import Postil

@testable import Documents

// A struct of several columns or a relationship where a value or a row belongs.
private func groups(home: Address, library: Library, db: some WriteTransaction) throws {
  _ = Branch.select { $0.address }  // error: for a struct, name its columns, as in '$0.address.city'
  _ = try Branch.select { ($0.name, $0.address) }.fetchAll(in: db)  // error: for a struct, name its columns
  _ = Branch.all.select { $0.mail }  // error: for a struct, name its columns
  _ = Book.select { $0.subjects }  // error: for the rows of a to-many relationship, use 'with'
  _ = Book.select { ($0, $0.titel) }  // error: value of type 'Book.Columns' has no member 'titel'
  _ = Book.select { ($0, $0.author, $0.subjects) }  // error: for the rows of a to-many relationship, use 'with'
  _ = Book.select { ($0.title, $0.subjects) }  // error: for a struct, name its columns
  _ = Book.group { $0.genre }.select { ($0.genre, $0.subjects) }  // error: for the rows of a to-many relationship, use 'with'
  _ = Book.join(Author.self) { $0.authorID == $1.id }.where { $1.name == "x" }.select { ($0, $1.nme) }  // error: value of type 'Author.Columns' has no member 'nme'
  _ = Branch.all.updating { [$0.name.set("x")] }.returning { ($0, $0.address) }  // error: for a struct, name its columns
  _ = Book.select { ($0, $0.subjects.count) }.order { book, count in book.titel }  // error: has no dynamic member 'titel'
  _ = Branch.order { $0.address }  // error: requires that 'Address.Columns<Branch>' conform to '_OrderTerms'
  _ = Branch.order { ($0.name, $0.address) }  // error: Address.Columns<Branch>)' cannot conform to '_OrderTerms'
  _ = Book.all.order { $0.subjects }  // error: requires that 'ToMany<Subject>' conform to '_OrderTerms'
  _ = library.emma.subjects.order { $0.related }  // error: requires that 'ToMany<Subject>' conform to '_OrderTerms'
  _ = Book.group { $0.author }  // error: requires that 'Author.Columns' conform to 'SQLExpression'
  _ = Branch.where { $0.address == "Oslo" }  // error: cannot convert value of type 'String' to expected argument type 'Address.Columns<Branch>.Group' (aka 'Address')
  _ = Branch.where { $0.address == nil }  // error: requires that 'Address.Columns<Branch>' conform to 'SQLExpression'
  _ = Branch.where { $0.address < home }  // error: 'Address.Columns<Branch>'
  _ = Branch.where { $0.address.town == "Oslo" }  // error: value of type 'Address.Columns<Branch>' has no member 'town'
}

// What is no relationship, where rows are to be loaded with what they are related to.
private func inclusions(db: some ReadTransaction) throws {
  let _: [Book] = try Book.all.with { $0.author }.fetchAll(in: db)  // error: 'with' loads relationships
  _ = Book.with { $0.title.max() }  // error: 'with' loads relationships
  _ = Book.all.with { ($0.author, $0.title.max()) }  // error: 'with' loads relationships
  _ = Author.with { $0.books.with { _ in SQL.count() } }  // error: 'with' loads relationships
  _ = Branch.with { $0.address }  // error: 'with' loads relationships
  _ = Author.with { $0.books.select { $0.subjects } }  // error: for the rows of a to-many relationship, use 'with'
  let joined = Book.join(Author.self) { book, author in book.authorID == author.id }
  _ = joined.with { book, author in author.name.max() }  // error: 'with' loads relationships
  _ = joined.with { book, author in (book.subjects, author.boks) }  // error: value of type 'Author.Columns' has no member 'boks'
  _ = joined.crossJoin(5)  // error: no exact matches in call
}
