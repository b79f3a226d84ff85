// @table
struct Account: Codable, CustomReflectable, Sendable {
  let id: ID
  var name: String
  var password: String  // @secret

  enum CodingKeys: CodingKey {
    case id, name
  }
}

// @table
// @secret
struct Session: Sendable {
  let id: ID
  var token: String  // @secret(1)
  var note = ""  // @transient @secret
}

// @view("SELECT name FROM account")
struct AccountName: Sendable {
  let name: String  // @secret
}
