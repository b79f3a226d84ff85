import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Values")
  struct Values {
    private static let rows: [Specimen.Draft] = [
      Specimen.Draft(name: "", uint64: 1 << 63, at: Date(timeIntervalSince1970: 0)),
      Specimen.Draft(
        name: "é'\"\\ 🦉 \n", nick: "Anna", int8: .min, int16: .min, int32: .min, uint32: .max, uint64: .max,
        count: .min,
        half: -1.5, number: .greatestFiniteMagnitude, done: true, data: Data([0, 255, 0]),
        at: Date(timeIntervalSince1970: -62_135_596_800), seconds: Date(timeIntervalSince1970: -1),
        day: DateComponents(year: 2028, month: 2, day: 29), length: .nanoseconds(-1),
        price: Decimal(string: "-12345678901234567890.12345"), key: UUID(), moods: [.calm, .wild],
        address: Address(street: "a \"b\" \\", number: nil), mood: .wild),
      Specimen.Draft(
        name: "3", int8: .max, int16: .max, int32: .max, uint64: UInt64(Int64.max), count: .max,
        number: .leastNonzeroMagnitude,
        at: Date(timeIntervalSince1970: 253_402_300_799.5), day: DateComponents(year: 1, month: 1, day: 1),
        length: .seconds(86_400), price: 0, address: Address(street: "", number: 7)),
    ]

    @Test("A value of each type is read as it was written")
    func roundTrip() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        for draft in Self.rows {
          let inserted = try draft.insert(in: db)
          #expect(try Specimen.find(inserted.id, in: db) == inserted)
          #expect(
            try Specimen.where { $0.at == draft.at && $0.number == draft.number && $0.key == draft.key }.count(in: db)
              == 1)
        }
        let count = try Specimen.insert(Self.rows, in: db)
        #expect(count == 3)
      }
      let rows = try await store.read { db in try Specimen.order { $0.id }.fetchAll(in: db) }
      #expect(rows.count == 6)
      #expect(
        zip(rows, rows.dropFirst(3)).allSatisfy { $0.name == $1.name && $0.price == $1.price && $0.day == $1.day })
    }

    @Test("Columns have PostgreSQL's types")
    func types() async throws {
      let store = try await Server.emptyStore()
      let types = try await store.write { db in
        _ = try Self.rows[1].insert(in: db)
        return try RawSQL(
          "SELECT concat_ws(' ', pg_typeof(at), pg_typeof(done), pg_typeof(key), pg_typeof(moods), pg_typeof(price), pg_typeof(day)) FROM specimen"
        ).as(String.self).fetchOnly(in: db)
      }
      #expect(types == "timestamp with time zone boolean uuid jsonb numeric date")
    }

    @Test("A text that contains NUL is refused before it is sent")
    func nul() async throws {
      let store = try await Server.emptyStore()
      await #expect(throws: ColumnEncodingError.self) {
        try await store.write { db in
          _ = try Specimen.Draft(name: "a\u{0}b", at: Date(timeIntervalSince1970: 0)).insert(in: db)
        }
      }
      #expect(try await store.read { db in try Specimen.all.count(in: db) } == 0)
    }

    @Test("Values are computed and compared as in SQLite")
    func expressions() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        _ = try Specimen.insert(Self.rows, in: db)
        #expect(try Specimen.where { $0.nick == "ANNA" }.count(in: db) == 1)
        #expect(try Specimen.where { $0.name.contains("🦉") && $0.done }.count(in: db) == 1)
        #expect(try Specimen.where { !($0.count > 0) }.count(in: db) == 2)
        let counts: [Int?] = try Specimen.order { $0.count }.select { $0.count }.fetchAll(in: db)
        #expect(counts == [nil, .min, .max])
        #expect(try Specimen.where { $0.at.year == 1970 }.count(in: db) == 1)
        #expect(try Specimen.where { $0.int16.in([.min, 5]) }.count(in: db) == 1)
        let sums = try Specimen.select { ($0.int32.sum(), $0.half.average(), SQL.count(), $0.name.max()) }.fetchOnly(
          in: db)
        #expect(sums == (-1, -0.5, 3, "é'\"\\ 🦉 \n"))
      }
    }
  }
}
