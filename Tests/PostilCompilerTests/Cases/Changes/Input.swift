// @table
// @changes
struct Fact: Sendable {
  let id: ID
  let text: String
}

// @table
// @changes
struct Letter: Sendable {
  let id: ID
  var text: String  // @changes

  struct Changes {}
}

// @view("SELECT text FROM letter")
// @changes
struct LetterText: Sendable {
  let text: String
}
