import Foundation
import Postil
import PostilPostgreSQL
import Testing

/// The database with pgvector that the check made for these tests, which are skipped without one.
private let url = ProcessInfo.processInfo.environment["POSTIL_VECTORS_URL"]

/// Vectors on a server with pgvector, in `Tests/PostgreSQL/checks/8-vectors.sh`, and the same on SQLite.
@Suite(.serialized, .enabled(if: url != nil, "run Tests/PostgreSQL/run 8-vectors"))
struct VectorsOnServerTests {
  private func store() async throws -> PostgreSQLStore {
    let store = try await PostgreSQLStore(url ?? "", schema: VectorsSchema.self)
    try await store.write { db in try RawSQL("TRUNCATE passage, signal RESTART IDENTITY").execute(in: db) }
    return store
  }

  @Test("Both engines have the same rows, distances and orders")
  func answers() async throws {
    let sqlite = try SQLiteStore.inMemory(schema: VectorsSchema.self)
    try await sqlite.write { db in try Vectors.prepare(in: db) }
    let expected = try await sqlite.read { db in try Vectors.answers(in: db) }
    let store = try await store()
    try await store.write { db in
      try Vectors.prepare(in: db)
      let types = try RawSQL("SELECT DISTINCT pg_typeof(embedding)::text FROM passage").as(String.self).fetchAll(in: db)
      #expect(types == ["vector"])
      // An index finds most of the nearest rows, and a scan all of them.
      try RawSQL("SET LOCAL enable_indexscan = off").execute(in: db)
      let answers = try Vectors.answers(in: db)
      for (left, right) in zip(expected, answers) { #expect(left == right) }
      #expect(expected.count == answers.count)
    }
  }

  @Test("All numbers come back as they were")
  func numbers() async throws {
    let keepsNumbers = try await store().write { db in try Vectors.keepsNumbers(in: db) }
    #expect(keepsNumbers)
  }

  @Test("The nearest rows are found by the index of the distance")
  func indexes() async throws {
    try await store().write { db in
      try Vectors.prepare(in: db)
      // With so few rows, the planner prefers to read all of them.
      try RawSQL("SET LOCAL enable_seqscan = off").execute(in: db)
      let query = Passage.order { $0.embedding.cosineDistance(to: Vectors.query) }.limit(10)
      let plan = "\(try query.explain(in: db))"
      #expect(plan.contains("passage_embedding_idx") && !plan.contains("Sort"), "\(plan)")
      #expect(try query.fetchAll(in: db).count == 10)
      for order in [
        Signal.order { $0.numbers.distance(to: Vectors.query) },
        Signal.order { $0.numbers.innerProduct(with: Vectors.query).descending },
        Signal.where { $0.id < Signal.ID(rawValue: 99) }.order { $0.numbers.distance(to: Vectors.query).ascending },
      ] {
        let plan = "\(try order.limit(10).explain(in: db))"
        #expect(plan.contains("signal_numbers_") && !plan.contains("Sort"), "\(plan)")
      }
      // An index without NULL serves an order with NULL last.
      let images = "\(try Passage.order { $0.image.manhattanDistance(to: [1, 2]) }.limit(3).explain(in: db))"
      #expect(images.contains("passage_image_idx") && !images.contains("Sort"), "\(images)")
    }
  }

  @Test("Other numbers of dimensions and numbers that aren't finite are refused")
  func refusals() async throws {
    try await store().write { db in
      for vector in [[1, 2], [], [1, 2, .nan], [1, 2, -.infinity]] as [[Float]] {
        #expect(throws: PostgreSQLError.self) {
          try db.savepoint { _ = try Passage.Draft(text: "bad", embedding: vector, image: nil).insert(in: db) }
        }
      }
      _ = try Passage.Draft(text: "good", embedding: [1, 2, 3], image: nil).insert(in: db)
      let error = #expect(throws: PostgreSQLError.self) {
        try db.savepoint { _ = try Passage.order { $0.embedding.distance(to: [1, 2]) }.fetchAll(in: db) }
      }
      #expect(error?.message.contains("different vector dimensions") == true, "\(error?.message ?? "")")
    }
  }

  @Test("The distance from a vector of zeros is nil, and such rows come last")
  func zeros() async throws {
    try await store().write { db in
      for (text, image) in [("a", nil), ("b", [3, 4]), ("c", [0, 0])] as [(String, [Float]?)] {
        _ = try Passage.Draft(text: text, embedding: [0, 0, 0], image: image).insert(in: db)
      }
      try RawSQL("SET LOCAL enable_indexscan = off").execute(in: db)
      let cosines = try Passage.order { ($0.image.cosineDistance(to: [4, -3]), $0.text) }
        .select { ($0.text, $0.image.cosineDistance(to: [4, -3])) }.fetchAll(in: db)
      #expect(cosines.map(\.0).first == "b" && cosines.map(\.1) == [1, nil, nil])
    }
  }
}
