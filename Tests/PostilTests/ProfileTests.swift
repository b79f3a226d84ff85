import Foundation
import Postil
import Profile
import Testing

@Suite("The profile: samples with call stacks")
struct ProfileTests {
  private let store: SQLiteStore
  private let process: SampledProcess

  init() throws {
    store = try SQLiteStore.inMemory(schema: ProfileSchema.self)
    process = try store.write { db in
      try SampledProcess.Draft(pid: 1, command: "init", startedAt: Date(timeIntervalSince1970: 0)).insert(in: db)
    }
  }

  @Test("Addresses above Int64.max are stored, and sort after all others")
  func wideAddresses() throws {
    let addresses: [UInt64] = [.max, 0, UInt64(Int64.max) + 1, 1, UInt64(Int64.max), 0xFFFF_8000_0000_0000]
    try store.write { db in
      for address in addresses { try Symbol.Draft(address: address, name: "f\(address)").insert(in: db) }
    }
    let sorted = try store.read { db in try Symbol.order { $0.address }.fetchAll(in: db).map(\.address) }
    #expect(sorted == addresses.sorted())
    let kernel = try store.read { db in try Symbol.where { $0.address > UInt64(Int64.max) }.count(in: db) }
    #expect(kernel == 3)
    let found = try store.read { db in try Symbol.where { $0.address == .max }.fetchOne(in: db) }
    #expect(found?.name == "f\(UInt64.max)")
  }

  @Test("Call stacks are stored as the bytes of their addresses, for any addresses and any number")
  func callStacks() throws {
    let stacks: [[UInt64]] = [[], [.max, 0, 1 << 63, 1], (0..<10_000).map { $0 &* 0x9E37_79B9_7F4A_7C15 }]
    try store.write { db in
      for stack in stacks {
        var sample = try Sample.Draft(takenAt: .now, thread: 1, callStack: stack, processID: process.id).insert(in: db)
        #expect(try Sample.find(sample.id, in: db).callStack == stack)
        sample.callStack.append(.max)
        try sample.update(in: db)
        #expect(try Sample.find(sample.id, in: db) == sample)
      }
      let deep = try Sample.where { $0.callStack.count > 1 }.order { $0.id }
        .select { ($0.callStack, $0.callStack.count) }.fetchAll(in: db)
      #expect(deep.map(\.0) == [stacks[1] + [.max], stacks[2] + [.max]])
      #expect(deep.map(\.1) == [5, 10_001])
      let bytes = try db.fetchFirst(_RenderedStatement(sql: "SELECT max(length(call_stack)) FROM sample")) { row in
        try row.readInt64()
      }
      #expect(bytes == 80_008)
    }
  }

  @Test("A row is found, updated, saved and deleted by a two-column key")
  func compositeKey() throws {
    try store.write { db in
      let symbol = try Symbol.Draft(address: 1, name: "main").insert(in: db)
      let other = try Symbol.Draft(address: 2, name: "exit").insert(in: db)
      let sample = try Sample.Draft(takenAt: .now, thread: 7, processID: process.id).insert(in: db)
      try Frame.insert(
        (0..<3).map { Frame.Draft(sampleID: sample.id, depth: $0, symbolID: symbol.id) }, in: db)

      var frame = try Frame.find(Frame.ID(sampleID: sample.id, depth: 1), in: db)
      frame.symbolID = other.id
      try frame.update(in: db)
      #expect(try Frame.where { $0.symbol.name == "exit" }.fetchAll(in: db) == [frame])
      #expect(try sample.frames.order { $0.depth }.fetchAll(in: db).map(\.depth) == [0, 1, 2])

      frame.symbolID = symbol.id
      try frame.save(in: db)
      #expect(try Frame.find(frame.id, in: db) == frame)
      try frame.delete(in: db)
      #expect(try Frame.fetch(frame.id, in: db) == nil)
      #expect(throws: RecordNotFound.self) { try frame.update(in: db) }
    }
  }

  @Test("Deleting a process deletes its samples and frames, and no others")
  func cascade() throws {
    try store.write { db in
      let other = try SampledProcess.Draft(pid: 2, command: "sh", startedAt: .now).insert(in: db)
      let symbol = try Symbol.Draft(address: 1, name: "main").insert(in: db)
      for owner in [process, other] {
        for number in 0..<4 {
          let sample = try Sample.Draft(takenAt: .now, thread: UInt32(number), processID: owner.id).insert(in: db)
          try Frame.Draft(sampleID: sample.id, depth: 0, symbolID: symbol.id).insert(in: db)
        }
      }
      try process.delete(in: db)
      #expect(try Sample.all.count(in: db) == 4)
      #expect(try Frame.where { $0.sample.process.command == "sh" }.count(in: db) == 4)
      #expect(try Frame.all.count(in: db) == 4)
    }
  }
}
