import Postil

// @table
struct PgClass: Sendable {
  let id: ID
  var xmin: Int
  var name: String  // @collate(german)
  var space: String  // @collate(rtrim)
}

// @table @fullText(text, tokenize: "unicode61 tokenchars '-'")
struct Word: Sendable {
  let id: ID
  var text: String
}

struct Address: Sendable {
  var street: String  // @check("typeof(street) = 'text'")
}

// @table
struct House: Sendable {
  let id: ID
  var home: Address  // @embedded
}

// @table(sql: "CREATE TABLE ledger (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL)")
struct Ledger: Sendable {
  let id: ID
  var sum: Int
}
