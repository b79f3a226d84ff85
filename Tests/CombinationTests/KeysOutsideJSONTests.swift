import Foundation
import Postil
import PostilTestSupport
import Testing

/// SQLite cuts text that it reads from JSON at a NUL, so such keys travel one by one.
@Suite("Operations on several rows whose keys JSON cannot represent")
struct KeysOutsideJSONTests {
  private let store: SQLiteStore
  private let box: Box
  private static let texts = ["b", "b\0c", "b\0d", "e"]

  init() throws {
    store = try SQLiteStore.inMemory(schema: CombinationsSchema.self)
    box = try store.write { db in
      try BoxLabel.insert(Self.texts.map { BoxLabel.Draft(id: $0) }, in: db)
      return try Box.Draft(name: "box").insert(in: db)
    }
  }

  private func keys(_ labels: Query<BoxLabel>, _ db: some ReadTransaction) throws -> [String] {
    try labels.order { $0.id }.fetchAll(in: db).map(\.id)
  }

  @Test("Pairs of a join table are added and replaced by whole texts, and counted")
  func joinTable() throws {
    try store.write { db in
      let added = try Box.addToMarks(contentsOf: ["b\0c", "e"], of: box.id, in: db)
      #expect(added == 2)
      #expect(try keys(box.marks, db) == ["b\0c", "e"])
      #expect(try Box.addToMarks(contentsOf: ["b\0c", "b"], of: box.id, in: db) == 1)
      #expect(try Box.replaceMarks(with: ["b\0d", "b"], of: box.id, in: db) == 3)
      #expect(try keys(box.marks, db) == ["b", "b\0d"])
      #expect(try Box.replaceMarks(with: ["e"], of: box.id, in: db) == 3)
      #expect(try keys(box.marks, db) == ["e"])
    }
  }

  @Test("Pairs that are rows of a model keep their columns if they stay")
  func joinModel() throws {
    try store.write { db in
      try Seal.insert(
        [
          Seal.Draft(boxID: box.id, labelID: "b\0c", note: "old"), Seal.Draft(boxID: box.id, labelID: "e", note: "old"),
        ], in: db)
      #expect(try Box.replaceSeals(with: ["b\0c", "b\0d"], of: box.id, in: db) == 2)
      let seals = try Seal.order { $0.labelID }.fetchAll(in: db)
      #expect(seals.map(\.labelID) == ["b\0c", "b\0d"])
      #expect(seals.map(\.note) == ["old", nil])
    }
  }

  @Test("Rows are moved and replaced by whole texts, all or none")
  func references() throws {
    try store.write { db in
      try Box.addToLabels(contentsOf: ["b\0c", "e"], of: box.id, in: db)
      #expect(try keys(box.labels, db) == ["b\0c", "e"])
      try Box.replaceLabels(with: ["b\0d", "b"], of: box.id, in: db)
      #expect(try keys(box.labels, db) == ["b", "b\0d"])
      #expect(throws: RecordNotFound(model: "BoxLabel", key: [.text("b\0")])) {
        try Box.replaceLabels(with: ["e", "b\0"], of: box.id, in: db)
      }
      #expect(try keys(box.labels, db) == ["b", "b\0d"])
    }
  }

  @Test("A key that cannot be stored is refused as a value, not as NULL")
  func unstorable() throws {
    let (day, never) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: .infinity))
    try store.write { db in
      try Level.insert([Level.Draft(id: day)], in: db)
      try Box.addToLevels(day, of: box.id, in: db)
      #expect(throws: ColumnEncodingError.self) {
        try Box.addToLevels(contentsOf: [day, never], of: box.id, in: db)
      }
      #expect(throws: ColumnEncodingError.self) {
        try Box.replaceLevels(with: [never], of: box.id, in: db)
      }
      #expect(try box.levels.fetchAll(in: db).map(\.id) == [day])
    }
  }
}
