import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("The write-ahead log")
struct LogTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private var logSize: Int {
    get throws { try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal")).count }
  }

  private func write(_ store: SQLiteStore, megabytes: Int = 0) throws {
    try store.write { db in try db.insertProject(UUID().uuidString + String(repeating: "x", count: megabytes << 20)) }
  }

  @Test("A checkpoint returns how many frames it copied")
  func frames() throws {
    let store = try file.open(SQLiteOptions(busyTimeout: .milliseconds(20)))
    try store.checkpoint(.truncate)
    #expect(try logSize == 0)
    try write(store)
    let passive = try store.checkpoint()
    #expect(passive.logFrames == passive.copiedFrames)
    #expect(try passive.logFrames == (logSize - 32) / (4096 + 24))
    #expect(!passive.isBlocked)
    try store.read { db in
      _ = try db.countProjects()
      onAnotherThread { [self] in
        try write(store)
        for mode in [SQLiteStore.CheckpointMode.full, .restart, .truncate] {
          let blocked = try store.checkpoint(mode)
          #expect(blocked.isBlocked && blocked.copiedFrames < blocked.logFrames, "\(mode)")
        }
      }
    }
    let rest = try store.checkpoint(.full)
    #expect(rest.copiedFrames == rest.logFrames && rest.logFrames > 0)
    let truncated = try store.checkpoint(.truncate)
    #expect(truncated.logFrames == 0 && !truncated.isBlocked)
    #expect(try logSize == 0)
    #expect(try SQLiteStore.inMemory(schema: TasksSchema.self).checkpoint(.full).logFrames == 0)
  }

  @Test("The log shrinks to its limit after a long read", arguments: [4_096, 512, nil])
  func shrinks(limit: Int?) throws {
    let store = try file.open(SQLiteOptions(logSizeLimitInKibibytes: limit))
    try store.read { db in
      _ = try db.countProjects()
      onAnotherThread { [self] in for _ in 0..<10 { try write(store, megabytes: 1) } }
    }
    #expect(try logSize > 10 << 20)
    for _ in 0..<3 { try write(store) }
    if let limit { #expect(try logSize <= limit << 10) } else { #expect(try logSize > 10 << 20) }
  }
}
