import Postil

@testable import Documents

// A property of a projection from an expression of another type, or from one that can be NULL.
private func projections() {
  _ = Book.select {
    BookLine.Columns(  // error: requires the types 'String?' and 'String' be equivalent
      title: $0.isbn, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
  }
  _ = Book.select {
    BookLine.Columns(  // error: requires the types 'String?' and 'String' be equivalent
      title: $0.title, author: $0.shelf.label, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
  }
  _ = Book.select {
    BookLine.Columns(  // error: requires the types 'Int16' and 'Int' be equivalent
      title: $0.title, author: $0.author.name, shelf: $0.title, subjectCount: $0.publishedIn)
  }
  _ = Book.select {
    BookLine.Columns(  // error: requires the types 'Double' and 'Int' be equivalent
      title: $0.title, author: "Jane Austen", shelf: "A1", subjectCount: 0.5)
  }
  _ = Book.select {
    BookLine.Columns(title: $0.titel, author: "Jane Austen", shelf: "A1", subjectCount: 0)  // error: value of type 'Book.Columns' has no member 'titel'
  }
  _ = Book.select {
    BookLine.Columns(title: $0.title, author: $0.author.name, shelf: nil)  // error: missing argument for parameter 'subjectCount'
  }
  _ = BookLine.where { $0.titel == "Emma" }  // error: value of type 'BookLine.Columns' has no member 'titel'
  _ = BookLine.all  // error: global actor '_ProjectionHasNoTable'
  _ = BookLine.where { $0.title == "Emma" }  // error: global actor '_ProjectionHasNoTable'
  _ = BookLine.order { $0.title }  // error: global actor '_ProjectionHasNoTable'
  _ = BookLine.order { ($0.title, $0.author.descending) }  // error: global actor '_ProjectionHasNoTable'
  _ = BookLine.limit(5)  // error: global actor '_ProjectionHasNoTable'
  _ = BookLine.Draft()  // error: type 'BookLine' has no member 'Draft'
}
