import BenchmarkHarness
import Foundation
import PostilSync

/// What recording its changes costs a device.
struct Costs {
  let fixture: Fixture
  let rounds: Int

  func run() async throws {
    print("\nsynced / not synced, medians of \(rounds) rounds of 2,000 changes")
    let owner = Person(id: UUID(), name: "Ann")
    for size in [1, 100] {
      try await compare("an insert, \(size) in a block", owner) { store, _ in
        for start in stride(from: 0, to: 2_000, by: size) {
          try await store.write { db in
            for number in start..<(start + size) { try Note.Draft(number, of: owner).insert(in: db) }
          }
        }
      }
      try await compare("an addToTags, \(size) in a block", owner) { store, notes in
        let tag = try await store.write { db in try Tag.Draft(id: UUID(), name: "late").insert(in: db) }
        for start in stride(from: 0, to: 2_000, by: size) {
          try await store.write { db in for note in notes[start..<(start + size)] { try note.addToTags(tag, in: db) } }
        }
      }
    }
  }

  private func compare(
    _ title: String, _ owner: Person, _ body: (SQLiteStore, [Note]) async throws -> Void
  ) async throws {
    var stores: [(store: SQLiteStore, sync: SyncClient?, notes: [Note], results: [BenchmarkHarness.Measurement])] = []
    for isSynced in [false, true] {
      let store = try fixture.file()
      let transport = MeasuredTransport(server: fixture.server, user: owner)
      let sync = isSynced ? try SyncClient(store: store, schema: devicesSchema.self, transport: transport) : nil
      try await store.write { db in _ = try Person.Draft(id: owner.id, name: owner.name).insert(in: db) }
      try await fixture.add(2_000, notesOf: owner, to: store)
      stores.append((store, sync, try await store.read { db in try Note.fetchAll(in: db) }, []))
    }
    for round in 0...rounds {
      for index in stores.indices.shuffled() {
        let watch = Stopwatch()
        try await watch.measure { try await body(stores[index].store, stores[index].notes) }
        if round > 0 { stores[index].results.append(watch.measurement) }
      }
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let wall = stores.map { median($0.results.map(\.wall)) }
    let processor = stores.map { median($0.results.map(\.processor)) }
    print(
      title.padding(toLength: 34, withPad: " ", startingAt: 0),
      String(
        format: "%.2f of processor time, %.2f on the wall (%.1f µs, %.1f µs not synced)", processor[1] / processor[0],
        wall[1] / wall[0], wall[1] * 1e6 / 2_000, wall[0] * 1e6 / 2_000))
  }
}
