// @table
// @fullText(title)
struct Item: Sendable {
  let id: ID
  var title: String
  var fullText: String
}

// @table
struct ItemFts: Sendable {
  let id: ID
}

// @table
struct TagFtsData: Sendable {
  let id: ID
}

// @table
// @fullText(name)
struct Tag: Sendable {
  let id: ID
  var name: String

  enum FullTextColumn { case name }
}

// @table
// @fullText(name, name: "tag")
struct Other: Sendable {
  let id: ID
  var name: String
}

// @table
// @fullText(name)
// @hasMany(fullText: Part, inverse: whole)
struct Whole: Sendable {
  let id: ID
  var name: String
}

// @table
struct Part: Sendable {
  let id: ID
  // @references
  var wholeID: Whole.ID
}

// @table
// @fullText(text)
struct Remark: Sendable {
  let name: String  // @primaryKey
  var text: String
}

// @table
struct RemarkFtsRows: Sendable {
  let id: ID
}
