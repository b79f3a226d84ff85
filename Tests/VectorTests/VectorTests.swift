import Foundation
import Postil
import Testing

@Suite struct VectorTests {
  private func store() throws -> SQLiteStore { try SQLiteStore.inMemory(schema: VectorsSchema.self) }

  @Test func `distances are those of the numbers, and rows are sorted by them`() async throws {
    let store = try store()
    try await store.write { db in try Vectors.prepare(in: db) }
    try await store.read { db in
      let rows = try Passage.order { $0.embedding.distance(to: Vectors.query) }.fetchAll(in: db)
      func distance(_ row: Passage) -> Double {
        zip(row.embedding, Vectors.query).map { pow(Double($0) - Double($1), 2) }.reduce(0, +).squareRoot()
      }
      #expect(rows.count == 301 && rows.map(\.text) == rows.sorted { distance($0) < distance($1) }.map(\.text))
      func product(_ left: [Float], _ right: [Float]) -> Double {
        zip(left, right).map { Double($0) * Double($1) }.reduce(0, +)
      }
      for row in try Passage.all.select({
        (
          $0.embedding, $0.embedding.distance(to: Vectors.query), $0.embedding.cosineDistance(to: Vectors.query),
          $0.embedding.innerProduct(with: Vectors.query), $0.embedding.manhattanDistance(to: Vectors.query)
        )
      }).fetchAll(in: db) {
        let vector = row.0
        let lengths = (product(vector, vector) * product(Vectors.query, Vectors.query)).squareRoot()
        let difference = zip(vector, Vectors.query).map { abs(Double($0) - Double($1)) }
        let expected = [
          difference.map { $0 * $0 }.reduce(0, +).squareRoot(), 1 - product(vector, Vectors.query) / lengths,
          product(vector, Vectors.query), difference.reduce(0, +),
        ]
        for (found, value) in zip([row.1, row.2, row.3, row.4], expected) {
          #expect(abs((found ?? .nan) - value) < 1e-4, "\(row)")
        }
      }
    }
  }

  @Test func `all numbers come back as they were`() async throws {
    let keepsNumbers = try await store().write { db in try Vectors.keepsNumbers(in: db) }
    #expect(keepsNumbers)
  }

  @Test func `rows without a vector come last, and a distance from nothing is nil`() async throws {
    try await store().write { db in
      for (text, image) in [("a", nil), ("b", [3, 4]), ("c", [0, 0])] as [(String, [Float]?)] {
        _ = try Passage.Draft(text: text, embedding: [0, 0, 0], image: image).insert(in: db)
      }
      let rows = try Passage.order { $0.image.distance(to: [0, 0]) }.fetchAll(in: db)
      #expect(rows.map(\.text) == ["c", "b", "a"])
      let cosines = try Passage.order { ($0.image.cosineDistance(to: [4, -3]), $0.text) }
        .select { ($0.text, $0.image.cosineDistance(to: [4, -3])) }.fetchAll(in: db)
      #expect(cosines.map(\.0) == ["b", "a", "c"] && cosines.map(\.1) == [1, nil, nil])
    }
  }

  @Test func `other numbers of dimensions and numbers that aren't finite are refused`() async throws {
    try await store().write { db in
      for vector in [[1, 2], [], [1, 2, .nan], [1, 2, -.infinity]] as [[Float]] {
        #expect(throws: ConstraintViolation.check(name: "passage_embedding_json")) {
          try db.savepoint { _ = try Passage.Draft(text: "bad", embedding: vector, image: nil).insert(in: db) }
        }
      }
      for json in ["[1,2,null]", "[1,2,\"3\"]", "[1,2,true]", "[1,2,{}]", "{\"a\":1}", "7"] {
        #expect(throws: ConstraintViolation.self, "\(json)") {
          try RawSQL("INSERT INTO passage (text, embedding) VALUES ('bad', \(json))").execute(in: db)
        }
      }
      _ = try Passage.Draft(text: "good", embedding: [1, 2, 3], image: nil).insert(in: db)
      let question: [Float] = [1, 2, 2]
      let nearest = try Passage.order { $0.embedding.cosineDistance(to: question) }.limit(10).fetchAll(in: db)
      #expect(nearest.map(\.text) == ["good"])
      let error = #expect(throws: DatabaseError.self) {
        _ = try Passage.order { $0.embedding.distance(to: [1, 2]) }.fetchAll(in: db)
      }
      #expect(error?.message.contains("different vector dimensions") == true, "\(error?.message ?? "")")
      for vector in [[], [1, .infinity, 0]] as [[Float]] {
        #expect(throws: QueryError.argument(function: "distance", needs: "a vector of finite numbers")) {
          _ = try Passage.order { $0.embedding.distance(to: vector) }.fetchAll(in: db)
        }
      }
    }
  }
}
