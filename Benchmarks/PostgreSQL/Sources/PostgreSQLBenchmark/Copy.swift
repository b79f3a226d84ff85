import Foundation
import LibPQ

/// The rows of a `COPY … FROM STDIN (FORMAT binary)`.
struct CopiedRows {
  private var bytes: [UInt8] = []
  private let connection: HandConnection

  init(_ connection: HandConnection) {
    self.connection = connection
    bytes.reserveCapacity(1 << 17)
    bytes.append(contentsOf: Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + Array(repeating: 0, count: 8))
  }

  private mutating func store(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func begin(fields: Int16) { store(fields) }

  mutating func add(_ value: some FixedWidthInteger) {
    store(Int32(MemoryLayout.size(ofValue: value)))
    store(value)
  }

  mutating func add(_ value: Double) { add(value.bitPattern) }
  mutating func add(_ value: Bool) { add(UInt8(value ? 1 : 0)) }

  mutating func add(_ value: Date?) {
    guard let value else { return store(Int32(-1)) }
    add(Int64(value.timeIntervalSinceReferenceDate * 1e6) + 31_622_400_000_000)
  }

  mutating func add(_ value: String) {
    store(Int32(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func end() throws {
    if bytes.count > 1 << 16 { try send() }
  }

  mutating func finish() throws {
    store(Int16(-1))
    try send()
  }

  private mutating func send() throws {
    let code = bytes.withUnsafeBytes {
      PQputCopyData(connection.handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    guard code == 1 else { throw connection.failure }
    bytes.removeAll(keepingCapacity: true)
  }
}

extension HandConnection {
  func copy(_ sql: String, _ body: (inout CopiedRows) throws -> Void) throws {
    let begun = PQexec(handle, sql)
    defer { PQclear(begun) }
    guard PQresultStatus(begun) == PGRES_COPY_IN else { throw failure }
    var rows = CopiedRows(self)
    try body(&rows)
    try rows.finish()
    guard PQputCopyEnd(handle, nil) == 1 else { throw failure }
    while let result = PQgetResult(handle) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure }
    }
  }
}
