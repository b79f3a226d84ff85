import BenchmarkHarness
import Foundation
import PostilSync

/// How fast devices and a server exchange what they have.
struct Exchanges {
  let fixture: Fixture

  /// Changes of one device go up, and come down to another one.
  func changes(_ count: Int) async throws {
    let ann = try await fixture.person("Ann")
    let (phone, laptop) = (try Device(fixture, ann), try Device(fixture, ann))
    for device in [phone, laptop] { try await device.sync.once() }
    for number in 0..<count {
      try await phone.store.write { db in _ = try Note.Draft(number, of: ann).insert(in: db) }
    }
    print("\n\(count) new rows, each of a write block of its own")
    try await measure("up", count, phone)
    try await measure("down", count, laptop)
    for note in try await phone.store.read({ db in try Note.fetchAll(in: db) }) {
      try await phone.store.write { db in
        try Note.where { $0.id == note.id }.update(in: db) { [$0.priority.set(note.priority + 1)] }
      }
    }
    print("\(count) changed values, each of a write block of its own")
    try await measure("up", count, phone)
    try await measure("down", count, laptop)
  }

  /// The first load of a device.
  func firstLoad(_ count: Int) async throws {
    let ann = try await fixture.person("Ann")
    try await fixture.add(count, notesOf: ann, to: fixture.store)
    let peak = peakResidentBytes() ?? 0
    let device = try Device(fixture, ann)
    print("\nthe first load of \(count) rows")
    try await measure("rows", count, device)
    let plain = try fixture.file()
    let note = try await plain.write { db in
      _ = try Person.Draft(id: ann.id, name: ann.name).insert(in: db)
      return try Note.Draft(count / 2, of: ann).insert(in: db)
    }
    try await fixture.add(count, notesOf: ann, to: plain)
    let copy = fixture.folder.appendingPathComponent("copy.sqlite")
    try await plain.backup(to: copy.path)
    let file = try FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? Int ?? 0
    let json = try JSONEncoder().encode(note).count * count
    print(
      String(
        format: "  %.1f MB on the wire; %.1f MB as JSON objects; %.1f MB as an SQLite file",
        Double(device.transport.totals.bytesDown) / 1e6, Double(json) / 1e6, Double(file) / 1e6))
    print(
      String(
        format: "  peak memory %.0f MB, of device and server, which are one process; %.0f MB before",
        Double(peakResidentBytes() ?? 0) / 1e6, Double(peak) / 1e6))
  }

  /// Devices that see what others change.
  func manyDevices(_ count: Int) async throws {
    var devices: [(Person, Device)] = []
    for number in 0..<count {
      let person = try await fixture.person("Person \(number)")
      try await fixture.add(100, notesOf: person, to: fixture.store)
      devices.append((person, try Device(fixture, person, inMemory: true)))
    }
    let all = devices.map(\.1)
    print("\n\(count) devices with 100 rows of their own")
    try await measure("first loads", all)
    for _ in 0..<3 {
      let (person, device) = devices[Int.random(in: 0..<count)]
      try await device.store.write { db in
        for number in 0..<10 { try Note.Draft(number, of: person, isOnBoard: true).insert(in: db) }
      }
      try await device.sync.once()
      try await measure("10 rows of one for all", all)
    }
    try await measure("nothing new", all)
  }

  // MARK: Measuring

  private func measure(_ title: String, _ count: Int, _ device: Device) async throws {
    device.transport.forget()
    let watch = Stopwatch()
    try await watch.measure { try await device.sync.once() }
    let (seconds, totals) = (watch.measurement.wall, device.transport.totals)
    print(
      "  " + title.padding(toLength: 6, withPad: " ", startingAt: 0),
      String(
        format:
          "%8.0f a second: %.2f s, of which the server %.2f s, JSON of both %.2f s, the device %.2f s; %d messages",
        Double(count) / seconds, seconds, totals.server, totals.json, seconds - totals.server - totals.json,
        totals.requests))
    fflush(nil)
  }

  /// Lets each device exchange its changes, four of them at once.
  private func measure(_ title: String, _ devices: [Device]) async throws {
    for device in devices { device.transport.forget() }
    let watch = Stopwatch()
    try await watch.measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for part in 0..<4 {
          group.addTask {
            for index in stride(from: part, to: devices.count, by: 4) { try await devices[index].sync.once() }
          }
        }
        try await group.waitForAll()
      }
    }
    let requests = devices.reduce(0) { $0 + $1.transport.totals.requests }
    print(
      "  " + title.padding(toLength: 24, withPad: " ", startingAt: 0),
      String(format: "%8.0f requests a second", Double(requests) / watch.measurement.wall))
    fflush(nil)
  }
}
