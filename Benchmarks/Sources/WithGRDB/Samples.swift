import BenchmarkHarness
import Foundation
import GRDB

/// A sample, as it is read and written: the stack's bytes as a whole.
private struct Sample: FetchableRecord, TableRecord {
  static let databaseTableName = "sample"
  var id: Int64
  var time: Int64
  var thread: Int32
  var weight: Int32
  var callStack: [UInt64]

  init(row: Row) throws {
    id = row[0]
    time = row[1]
    thread = row[2]
    weight = row[3]
    callStack = try row.withUnsafeData(atIndex: 4) { data in
      let data = data ?? Data()
      return [UInt64](unsafeUninitializedCapacity: data.count / 8) { buffer, count in
        data.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
        count = data.count / 8
      }
    }
  }
}

extension WithGRDB {
  package static func insertSamples(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial("statement") { stopwatch in
        try stopwatch.measure {
          try pool.write { db in
            let statement = try db.cachedStatement(
              sql: "INSERT INTO sample (time, thread, weight, call_stack) VALUES (?, ?, ?, ?)")
            for index in 0..<fixture.count {
              let values = SampleValues(index: index)
              let stack = values.callStack.withUnsafeBytes { Data($0) }
              statement.setUncheckedArguments([values.time, values.thread, values.weight, stack])
              try statement.execute()
            }
          }
        }
        return Digest(count: fixture.count)
      }
    ]
  }

  package static func scanSamples(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [Trial { stopwatch in try stream(Sample.all(), from: pool, stopwatch) }]
  }

  package static func filterSamples(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try stream(Sample.filter(Column("thread") == 3 && Column("weight") > 4_000), from: pool, stopwatch)
      }
    ]
  }

  private static func stream(
    _ request: QueryInterfaceRequest<Sample>, from pool: DatabasePool, _ stopwatch: Stopwatch
  ) throws -> Digest {
    try pool.read { db in
      try stopwatch.measure {
        var digest = Digest()
        let samples = try request.fetchCursor(db)
        while let sample = try samples.next() {
          digest.add(time: sample.time, thread: sample.thread, weight: sample.weight, callStack: sample.callStack)
        }
        return digest
      }
    }
  }
}
