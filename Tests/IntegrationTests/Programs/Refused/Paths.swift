import Postil

@testable import Documents

// A path into what has none, or none of this name.
private func paths(geo: Venue.Geo) {
  _ = Venue.where { $0.name.city == "Oslo" }  // error: value of type 'Column<Venue, String>' has no dynamic member 'city'
  _ = Venue.where { $0.address.town == "Oslo" }  // error: has no dynamic member 'town' using key path from root type 'Venue.Address.JSONPaths'
  _ = Venue.where { $0.address.city == 5 }  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Venue.where { $0.address.geo == "x" }  // error: cannot convert value of type 'String' to expected argument type 'Venue.Geo'
  _ = Venue.where { $0.address.geo == geo }  // error: in JSON, only text, numbers, truth values, dates and keys can be compared
  _ = Venue.where { $0.address.geo.latitude < "x" }  // error: 'String'
  _ = Venue.where { $0.programme.loaded == "Aida" }  // error: no exact matches in reference to subscript
  _ = Venue.where { $0.labels["old"] == "x" }  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Venue.where { $0.labels.contains(5) }  // error: cannot convert value of type 'Int' to expected argument type
  _ = Venue.where { $0.settings["theme"] == 5 }  // error: 'Int'
  _ = Book.where { $0.title.author == "x" }  // error: value of type 'Column<Book, String>' has no dynamic member 'author'
  _ = Book.where { $0.authorID.name == "x" }  // error: value of type 'Column<Book, Author.ID>' (aka 'Column<Book, RowID<Author>>') has no dynamic member 'name'
  _ = Venue.joinEach { $0.labels }  // error: 'joinEach' needs the elements of a JSON array
  _ = Venue.joinEach { $0.name.elements }  // error: generic parameter 'Key' could not be inferred
  _ = Venue.joinEach { $0.labels.elements }.group { _, label in label.valu }  // error: has no member 'valu'
  _ = Venue.joinEach { $0.labels.elements }.where { _, label in label.value == 5 }  // error: cannot convert value of type 'Int' to expected argument type 'String'
}

// A column of another row, whose name could be one of this row, too.
private func blobs(db: SQLiteWriteTransaction) throws {
  try Book.withBlob(\.author.name, of: Book.ID(1), in: db) { _ in }  // error: 'Author'
  try Book.withWritableBlob(\.author.name, of: Book.ID(1), in: db) { _ in }  // error: 'KeyPath<Book.Columns, Column<Author, String>>'
}
