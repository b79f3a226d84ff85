import Postil
import Testing

@Suite("Observing relationships within a tenant", .timeLimit(.minutes(5)))
struct TenantObservationTests {
  @Test("Observers of a reference get a value when its row is deleted, directly or by a cascade")
  func nullification() async throws {
    let store = try emptyStore()
    let (barn, cows) = try await store.write { db in
      let farm = try Farm.Draft(name: "North").insert(in: db)
      let barns = try (1...2).map { try Barn.Draft(farmID: farm.id, number: $0, name: "B\($0)").insert(in: db) }
      let cows = try (1...2).map {
        try Animal.Draft(farmID: farm.id, number: $0, barnNumber: barns[$0 - 1].number).insert(in: db)
      }
      for (index, cow) in cows.enumerated() {
        _ = try Animal.Draft(
          farmID: farm.id, number: index + 3, barnNumber: barns[0].number, motherNumber: cow.number
        ).insert(in: db)
      }
      return (barns[1], cows)
    }
    let young = Animal.where { $0.number > 2 }.order { $0.number }.select { $0.motherNumber }
    var values = store.observe { db in try young.fetchAll(in: db) }.makeAsyncIterator()
    #expect(try await values.next() == [1, 2])
    try await store.write { db in _ = try cows[0].delete(in: db) }
    #expect(try await values.next() == [nil, 2])
    try await store.write { db in _ = try barn.delete(in: db) }
    #expect(try await values.next() == [nil, nil])
  }

  @Test("Words are found after the file was compacted, and after rows were written without triggers")
  func compaction() async throws {
    let store = try emptyStore()
    let ids = try await store.write { db in
      try (1...50).map { try Report.Draft(title: "number \($0)", text: nil).insert(in: db).id }
    }
    try await store.write { db in _ = try Report.where { $0.title.in(["number 1", "number 7"]) }.delete(in: db) }
    try await store.vacuum()
    for number in [2, 8, 50] {
      let found = try await store.read { db in
        try Report.where { $0.fullText.matches(phrase: "number \(number)") }.fetchAll(in: db)
      }
      #expect(found.map(\.id) == [ids[number - 1]])
    }
    try await store.write { db in
      try RawSQL("INSERT OR REPLACE INTO report (id, title) SELECT id, 'other' FROM report WHERE title = 'number 2'")
        .execute(in: db)
      try RawSQL("DELETE FROM report_fts_entries").execute(in: db)
      try Report.fullText.rebuild(in: db)
    }
    let counts = try await store.read { db in
      try ["number", "other"].map { word in try Report.where { $0.fullText.matches(words: word) }.count(in: db) }
    }
    #expect(counts == [47, 1])
  }
}
