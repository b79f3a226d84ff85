import Foundation

// @table
// @fullText(title)
struct Book: Sendable {
  // @primaryKey
  let isbn: String
  var title: String
}

// @table
// @fullText(title)
struct Note: Sendable {
  let id: UUID
  var title: String
}

// @table
// @fullText(title)
struct Edition: Sendable {
  // @primaryKey
  let number: Int
  // @primaryKey
  let year: Int
  var title: String
}
