import Postil
import PostilTestSupport
import Testing

/// A has-one that must be there, under every delete rule, with a required and an optional reference.
@Suite("A has-one with min: 1")
struct RequiredOneTests {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory(schema: CombinationsSchema.self) }

  /// An owner with all that it must have.
  @discardableResult
  private func madeOwner(in db: SQLiteWriteTransaction) throws -> Owner {
    try Owner.Draft(cascading: .init(), denying: .init(), acting: .init(), loose: .init(), nullifying: .init())
      .insert(in: db)
  }

  private func refusal(_ name: String, _ owner: Owner) -> ConstraintViolation {
    .arity(relationship: "Owner.\(name)", count: 0, bound: .minimum(1), owner: [.integer(owner.id.rawValue)])
  }

  @Test("The member must exist when the transaction ends")
  func insert() throws {
    #expect(throws: ConstraintViolation.self) { try store.write { db in _ = try Owner.Draft().insert(in: db) } }
    let owner = try store.write { db in try madeOwner(in: db) }
    #expect(throws: refusal("cascading", owner)) {
      try store.write { db in _ = try owner.cascading(in: db)?.delete(in: db) }
    }
    #expect(throws: refusal("denying", owner)) { try store.write { db in try owner.removeDenying(in: db) } }
    #expect(throws: refusal("loose", owner)) { try store.write { db in try owner.removeLoose(in: db) } }
    #expect(throws: refusal("nullifying", owner)) { try store.write { db in try NullifyingOne.all.delete(in: db) } }
  }

  @Test("The member can be replaced in one transaction if the reference is optional")
  func replaced() throws {
    try store.write { db in
      let owner = try madeOwner(in: db)
      let other = try DenyingOne.Draft().insert(in: db)
      try owner.setDenying(other, in: db)
      try owner.cascading(in: db)?.delete(in: db)
      let next = try CascadingOne.Draft(ownerID: owner.id).insert(in: db)
      #expect(try owner.denying(in: db) == DenyingOne.find(other.id, in: db))
      #expect(try owner.cascading(in: db) == next)
      #expect(throws: ConstraintViolation.self) { try ActingOne.Draft(ownerID: owner.id).insert(in: db) }
    }
  }

  @Test("Taking the member from another owner leaves that owner without one")
  func taken() throws {
    let (first, second) = try store.write { db in try (madeOwner(in: db), madeOwner(in: db)) }
    #expect(throws: refusal("loose", first)) {
      try store.write { db in
        guard let loose = try first.loose(in: db) else { return }
        try second.setLoose(loose, in: db)
      }
    }
  }

  @Test("The delete rule deletes the member, refuses the delete, or clears the reference")
  func deleteRules() throws {
    let owner = try store.write { db in try madeOwner(in: db) }
    #expect(throws: ConstraintViolation.self) { try store.write { db in try owner.delete(in: db) } }
    try store.write { db in
      try owner.removeDenying(in: db)
      try owner.acting(in: db)?.delete(in: db)
      try owner.delete(in: db)
      #expect(try CascadingOne.all.count(in: db) == 0)
      #expect(try NullifyingOne.all.fetchAll(in: db).map(\.ownerID) == [nil])
      #expect(try LooseOne.all.fetchAll(in: db).map(\.ownerID) == [nil])
      #expect(try DenyingOne.all.count(in: db) == 1)
    }
  }
}
