import Postil

/// An article in a magazine.
// @table
// @fullText(title, body, tokenize: "unicode61 remove_diacritics 2")
struct Article: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var body: String?
  var number: Int  // @unique
  var isDraft = false

  // @references(inverse: articles, onDelete: cascade)
  var magazineID: Magazine.ID
}

// @table
// @fullText(name, tokenize: "trigram", prefix: "2 3", name: "magazine_search")
struct Magazine: Hashable, Identifiable, Sendable {
  let id: ID
  // @column("magazine_name")
  var name: String  // @unique

  // @hasMany(articles: Article, inverse: magazine)
}

// @table
struct Clipping: Hashable, Identifiable, Sendable {
  let id: ID
  // @references
  var articleID: Article.ID?
}
