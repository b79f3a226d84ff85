import Postil
import Testing

/// Docs/Language.md: values of the transaction that SQL reads.
@Suite("The context of a transaction")
struct ContextTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  /// Who made the changes that the trigger stored, in their order.
  private func names() throws -> [String?] {
    try store.read { db in try PriceChange.all.order { $0.id }.fetchAll(in: db).map(\.changedBy) }
  }

  @Test("A trigger reads what the transaction has set, and the next transaction begins without it")
  func isReadByTriggers() throws {
    try store.write { db in
      try Ware.Draft(name: "Card", cents: 100).insert(in: db)
      try db.setContext("user", to: "ann")
      try Ware.where { $0.name == "Card" }.update(in: db) { [$0.cents.set(90)] }
      try db.setContext("user", to: "Zoë 🎈")
      try Ware.all.update(in: db) { [$0.cents.set(80)] }
      try db.setContext("user", to: nil)
      try Ware.all.update(in: db) { [$0.cents.set(70)] }
      try db.setContext("user", to: "")
      try Ware.all.update(in: db) { [$0.cents.set(60)] }
      try db.setContext("user", to: "bob")
    }
    _ = try store.write { db in try Ware.all.update(in: db) { [$0.cents.set(50)] } }
    #expect(try names() == ["ann", "Zoë 🎈", nil, nil, nil])
  }

  @Test("A savepoint that is undone takes its value along, and one that is kept leaves it")
  func followsSavepoints() throws {
    struct Undone: Error {}
    try store.write { db in
      try Ware.Draft(name: "Card", cents: 100).insert(in: db)
      try db.setContext("user", to: "ann")
      #expect(throws: Undone.self) {
        try db.savepoint {
          try db.setContext("user", to: "bob")
          throw Undone()
        }
      }
      try Ware.all.update(in: db) { [$0.cents.set(90)] }
      try db.savepoint { try db.setContext("user", to: "cy") }
      try Ware.all.update(in: db) { [$0.cents.set(80)] }
    }
    #expect(try names() == ["ann", "cy"])
  }

  @Test(
    "Names and values that not every engine has are refused",
    arguments: [("User", "a"), ("", "a"), ("1", "a"), ("user", "a\0")])
  func isChecked(name: String, value: String) throws {
    try store.write { db in
      #expect(throws: TransactionMisuse.self) { try db.setContext(name, to: value) }
    }
  }

  @Test("A transaction that has ended has no context")
  func endsWithItsTransaction() throws {
    let ended = try store.write { $0 }
    #expect(throws: TransactionMisuse.ended) { try ended.setContext("user", to: "ann") }
  }
}
