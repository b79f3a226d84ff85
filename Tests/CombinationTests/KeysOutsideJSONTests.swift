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

  @Test("Lists of any length compare whole texts")
  func lists() throws {
    try store.read { db in
      for padding in [0, 20] {
        let others = (0..<padding).map { "other \($0)" }
        let list = ["b\0c", "e"] + others
        #expect(try keys(BoxLabel.where { $0.id.in(list) }, db) == ["b\0c", "e"])
        #expect(try keys(BoxLabel.where { $0.id.notIn(list) }, db) == ["b", "b\0d"])
        let raw: RawSQL = "SELECT id FROM box_label WHERE id IN \(list) ORDER BY id"
        let one = try raw.as(String.self).fetchAll(in: db)
        #expect(one == ["b\0c", "e"])
      }
    }
  }

  @Test("Rows of a composite key with a NUL are found in lists, and by the rows that refer to them")
  func compositeKeys() throws {
    try store.write { db in
      let ids = [Part.ID(maker: "a", number: 1), Part.ID(maker: "a\0b", number: 1), Part.ID(maker: "a\0c", number: 1)]
      for id in ids {
        try Part.Draft(maker: id.maker, number: id.number, name: "part").insert(in: db)
        try Wheel.Draft(maker: id.maker, partNumber: id.number, size: Double(id.maker.utf8.count)).insert(in: db)
      }
      for padding in [0, 20] {
        let list = [ids[1]] + (0..<padding).map { Part.ID(maker: "none", number: $0) }
        #expect(try Part.where { $0.id.in(list) }.fetchAll(in: db).map(\.id) == [ids[1]])
        #expect(try Part.where { $0.id.notIn(list) }.order { $0.maker }.fetchAll(in: db).map(\.id) == [ids[0], ids[2]])
      }
      let loaded = try Part.order { $0.maker }.with { $0.wheels }.fetchAll(in: db)
      #expect(loaded.map { $0.1.map(\.size) } == [[1], [3], [3]])
      #expect(loaded.map { $0.1.map(\.maker) } == [["a"], ["a\0b"], ["a\0c"]])
      try Part.addToSpares(contentsOf: [ids[1], ids[2]], of: ids[0], in: db)
      #expect(try Part.replaceSpares(with: [ids[1]], of: ids[0], in: db) == 1)
      #expect(try Part.find(ids[0], in: db).spares.fetchAll(in: db).map(\.id) == [ids[1]])
    }
  }

  @Test("The error of a relationship with too few members contains the whole key of its owner")
  func arity() throws {
    #expect {
      try store.write { db in try Part.Draft(maker: "a\0b", number: 7, name: "part").insert(in: db) }
    } throws: { error in
      guard case ConstraintViolation.arity(_, _, _, let owner) = error else { return false }
      return owner == [.text("a\0b"), .integer(7)]
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
