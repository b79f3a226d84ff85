import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md, "@secret".
@Suite("Secret properties")
struct SecretTests {
  private let store: SQLiteStore
  private let account: Login
  private let draft = Login.Draft(
    name: "ann", passwordHash: "$2b$hidden", home: Address(street: "Quay 1", city: "Hidden"))

  init() throws {
    let draft = draft
    store = try temporaryStore()
    account = try store.write { db in try draft.insert(in: db) }
  }

  private func printed(_ value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), "\(value)", dumped, "\([value])", "\(value as Any?)"]
  }

  @Test("A secret isn't printed, whatever prints the row, its draft or its changes")
  func printing() {
    let changes = Login.Changes(name: "ben", passwordHash: "$2b$hidden")
    for text in printed(account) + printed(draft) + printed(changes) {
      #expect(!text.lowercased().contains("hidden") && text.contains("(secret)"))
    }
    #expect("\(account)".contains("ann") && "\(draft)".contains("ann") && "\(changes)".contains("ben"))
  }

  @Test("A secret isn't encoded, but decoded")
  func coding() throws {
    let changes = Login.Changes(name: "ben", passwordHash: "$2b$hidden")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
    #expect(try json(account) == #"{"id":1,"logins":0,"name":"ann"}"#)
    #expect(try json(draft) == #"{"logins":0,"name":"ann"}"#)
    #expect(try json(changes) == #"{"name":"ben"}"#)
    let input = Data(#"{"name": "ben", "passwordHash": "x"}"#.utf8)
    #expect(try JSONDecoder().decode(Login.Draft.self, from: input) == Login.Draft(name: "ben", passwordHash: "x"))
    #expect(try JSONDecoder().decode(Login.Changes.self, from: input).passwordHash == "x")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Login.self, from: encoder.encode(account)) }
  }

  @Test("Queries read, compare and set a secret")
  func queries() throws {
    try store.write { db in
      #expect(
        try Login.where { $0.passwordHash == "$2b$hidden" && $0.home.city == "Hidden" }.fetchOnly(in: db) == account)
      let changed = try account.apply(Login.Changes(passwordHash: "$2b$new"), in: db)
      #expect(changed.passwordHash == "$2b$new" && changed.home == draft.home)
      #expect(try Login.select { $0.passwordHash }.fetchAll(in: db) == ["$2b$new"])
    }
  }
}
