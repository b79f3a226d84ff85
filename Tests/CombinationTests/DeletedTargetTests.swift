import Foundation
import Postil
import PostilTestSupport
import Testing

/// The operations of a relationship to rows with `@softDelete`, whose keys JSON can't always represent.
@Suite("Relationships to soft-deleted rows")
struct DeletedTargetTests {
  private let log = StatementLog()
  private let store: SQLiteStore
  private let album: Album

  init() throws {
    let log = log
    store = try SQLiteStore.inMemory(
      schema: CombinationsSchema.self, options: SQLiteOptions(trace: { log.append($0) }))
    album = try store.write { db in
      try Track.insert(["a", "b", "b\0c", "b\0d"].map { Track.Draft(id: $0) }, in: db)
      return try Album.Draft().insert(in: db)
    }
  }

  @Test("A replacement removes the pairs of deleted rows, whatever the keys are")
  func replaced() throws {
    try store.write { db in
      for kept in ["a", "b\0d"] {
        try Album.addToExtras(contentsOf: ["b", "b\0c"], of: album.id, in: db)
        try Track.delete("b", in: db)
        try Track.delete("b\0c", in: db)
        #expect(try Album.replaceExtras(with: [kept], of: album.id, in: db) == 3)
        #expect(try album.extras.withDeleted().fetchAll(in: db).map(\.id) == [kept])
        try Track.restore("b", in: db)
        try Track.restore("b\0c", in: db)
        try album.removeAllFromExtras(in: db)
      }
    }
  }

  @Test("One statement checks all rows that are added, and the error contains the deleted one's key")
  func statements() throws {
    try store.write { db in
      for keys in [["a", "b"], ["a", "b\0c", "a"]] {
        let count = try log.count { try Album.addToExtras(contentsOf: keys, of: album.id, in: db) }
        #expect(count <= 2 + (keys.count == 2 ? 0 : keys.count - 1), "\(keys)")
      }
      try Track.delete("b", in: db)
      let error = #expect(throws: RecordNotFound.self) {
        try Album.addToExtras(contentsOf: ["a", "b", "b\0d"], of: album.id, in: db)
      }
      #expect(error == RecordNotFound(model: "Track", key: [.text("b")]))
      #expect(try album.extras.withDeleted().count(in: db) == 3)
      let many = (0..<500).map { "track \($0)" }
      try Track.insert(many.map { Track.Draft(id: $0) }, in: db)
      #expect(try log.count { try Album.addToExtras(contentsOf: many, of: album.id, in: db) } == 2)
    }
  }

  @Test("A comparison of two optional structs keeps the rows where both are missing, also across a path")
  func missingStructs() throws {
    try store.write { db in
      let address = House.Address(street: "High Street", number: nil)
      let main = try House.Draft(name: "main", address: address).insert(in: db)
      try House.Draft(name: "same", address: address, neighborID: main.id).insert(in: db)
      try House.Draft(name: "other", neighborID: main.id).insert(in: db)
      try House.Draft(name: "alone").insert(in: db)
      let equal = House.where { $0.neighbor.address == $0.address }.order { $0.name }
      #expect(try equal.fetchAll(in: db).map(\.name) == ["alone", "same"])
      let different = House.where { $0.neighbor.address != $0.address }.order { $0.name }
      #expect(try different.fetchAll(in: db).map(\.name) == ["main", "other"])
    }
  }

  @Test("The error for a value that isn't the property's contains the model, also in rows loaded together with others")
  func modelsOfErrors() throws {
    try store.write { db in
      let main = try House.Draft(name: "main").insert(in: db)
      let near = try House.Draft(name: "near", neighborID: main.id).insert(in: db)
      try Album.addToExtras(contentsOf: ["a"], of: album.id, in: db)
      try RawSQL("UPDATE house SET built_at = 'never' WHERE id = \(main.id)").execute(in: db)
      try RawSQL("UPDATE track SET deleted_at = 'never'").execute(in: db)
      func model(_ body: () throws -> Any) -> String? {
        #expect(throws: ColumnDecodingError.self) { _ = try body() }?.model
      }
      #expect(model { try House.find(main.id, in: db) } == "House")
      #expect(model { try House.where { $0.id == near.id }.with { $0.neighbor }.fetchAll(in: db) } == "House")
      try RawSQL("UPDATE house SET built_at = NULL").execute(in: db)
      try RawSQL("UPDATE house SET built_at = 'never' WHERE id = \(near.id)").execute(in: db)
      #expect(model { try House.where { $0.id == main.id }.with { $0.neighbors }.fetchAll(in: db) } == "House")
      #expect(model { try Track.find(withDeleted: "a", in: db) } == "Track")
    }
  }
}
