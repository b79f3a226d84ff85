
// @table
// @fullText(title, tokenize: "unicode62")
struct Tokenizer: Sendable {
  let id: ID
  var title: String
}

// @table
// @fullText(title, tokenize: "unicode61 remove_diacritics 9")
struct Option: Sendable {
  let id: ID
  var title: String
}

// @table
// @fullText(title, count)
struct Number: Sendable {
  let id: ID
  var title: String
  var count: Int
}

// @table
// @fullText(title, prefix: "two")
struct Prefix: Sendable {
  let id: ID
  var title: String
}

// @table
// @fullText(rank)
struct Ranked: Sendable {
  let id: ID
  var rank: String
}

// @table
// @fullText(title, tokenise: "porter")
struct Misspelt: Sendable {
  let id: ID
  var title: String
}

// @table
// @fullText(title, tokenize: porter)
struct Bare: Sendable {
  let id: ID
  var title: String
}
