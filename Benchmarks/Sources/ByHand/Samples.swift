import BenchmarkHarness
import SystemSQLite

/// A sample, as it is read.
private struct Sample {
  var id: Int64
  var time: Int64
  var thread: Int32
  var weight: Int32
  var callStack: [UInt64]

  static let columns = "id, time, thread, weight, call_stack"

  /// Reads the row that `statement` stands on; the stack is copied as a whole.
  @inline(__always)
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    time = sqlite3_column_int64(statement, 1)
    thread = Int32(truncatingIfNeeded: sqlite3_column_int64(statement, 2))
    weight = Int32(truncatingIfNeeded: sqlite3_column_int64(statement, 3))
    let bytes = sqlite3_column_blob(statement, 4)
    let size = Int(sqlite3_column_bytes(statement, 4))
    callStack = [UInt64](unsafeUninitializedCapacity: size / 8) { buffer, count in
      if let bytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: .init(start: bytes, count: size)) }
      count = size / 8
    }
  }

  @inline(__always)
  func add(to digest: inout Digest) { digest.add(time: time, thread: thread, weight: weight, callStack: callStack) }
}

extension SampleValues {
  /// Binds the columns of an insert.
  @inline(__always)
  func bind(to statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, time)
    sqlite3_bind_int64(statement, 2, Int64(thread))
    sqlite3_bind_int64(statement, 3, Int64(weight))
    callStack.withUnsafeBytes { _ = sqlite3_bind_blob(statement, 4, $0.baseAddress, Int32($0.count), transient) }
  }

  static let insertSQL = "INSERT INTO sample (time, thread, weight, call_stack) VALUES (?1, ?2, ?3, ?4)"
}

extension ByHand {
  package static func insertSamples(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let insert = try session.connection.prepare(SampleValues.insertSQL)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          try session.write {
            for index in 0..<fixture.count {
              SampleValues(index: index).bind(to: insert)
              try insert.run(on: session.connection)
            }
          }
        }
        return Digest(count: fixture.count)
      }
    ]
  }

  package static func scanSamples(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare("SELECT \(Sample.columns) FROM sample")
    return [Trial { stopwatch in try stream(select, session, stopwatch) }]
  }

  package static func filterSamples(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare(
      "SELECT \(Sample.columns) FROM sample WHERE thread = ?1 AND weight > ?2")
    return [
      Trial { stopwatch in
        sqlite3_bind_int64(select, 1, 3)
        sqlite3_bind_int64(select, 2, 4_000)
        return try stream(select, session, stopwatch)
      }
    ]
  }

  private static func stream(_ select: OpaquePointer, _ session: Session, _ stopwatch: Stopwatch) throws -> Digest {
    try session.read {
      try stopwatch.measure {
        var digest = Digest()
        try select.forEachRow(on: session.connection) { Sample(select).add(to: &digest) }
        return digest
      }
    }
  }

  /// What `sample` holds, before its rows are removed again: for the case that commits.
  package static func digestAndEmptySamples(_ fixture: Fixture) throws -> Digest {
    let connection = try Connection(fixture.path, waitsForDisk: false)
    let digest = Digest(
      count: Int(try connection.integer("SELECT count(*) FROM sample")),
      sum: UInt64(
        bitPattern: try connection.integer(
          "SELECT sum(time / 1000000 + thread + weight + length(call_stack)) FROM sample")))
    try connection.execute("DELETE FROM sample")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return digest
  }
}
