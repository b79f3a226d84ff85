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
  var street: String  // @check("quote(street) = 'text'")
}

// @table
struct House: Sendable {
  let id: ID
  var home: Address  // @embedded
}

// @table(sql: "CREATE TABLE ledger (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL CHECK (sum > 0), name TEXT COLLATE NOCASE)")
struct Ledger: Sendable {
  let id: ID
  var sum: Int
  var name: String?
}

// @table(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, ledger_id INTEGER NOT NULL REFERENCES ledger ON UPDATE CASCADE)")
struct Entry: Sendable {
  let id: ID
  var ledgerID: Ledger.ID  // @references(inverse: entries, onDelete: noAction)
}

// @table(sql: "CREATE TABLE memo (id INTEGER PRIMARY KEY, text TEXT NOT NULL COLLATE RTRIM CHECK (quote(text) = 'text'))")
struct Memo: Sendable {
  let id: ID
  var text: String
}
