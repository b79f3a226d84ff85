// @table
// @fullText
struct None: Sendable {
  let id: ID
  var title: String
}

// @table
// @fullText(titel, title, title, title.descending)
struct Names: Sendable {
  let id: ID
  var title: String
}

// @table
// @fullText(title, draft, at)
struct Types: Sendable {
  let id: ID
  var title: String
  var draft: Bool
  // @transient
  var at = ""
}

// @table
// @fullText(title)
// @fullText(body)
struct Twice: Sendable {
  let id: ID
  var title: String
  var body: String
}

// @table
struct OnProperty: Sendable {
  let id: ID
  // @fullText
  var title: String
}

// @table
// @fullText(titel, title, title, "lower(title)")
struct Other: Sendable {
  let id: ID
  var title: String
}
