import Foundation
import LibPQ

struct HandFailure: Error, CustomStringConvertible {
  let description: String
}

/// A connection as somebody would write it who uses libpq directly.
final class HandConnection {
  let handle: OpaquePointer

  init(_ url: String) throws {
    guard let handle = PQconnectdb(url), PQstatus(handle) == CONNECTION_OK else {
      throw HandFailure(description: "cannot connect to \(url)")
    }
    self.handle = handle
    try execute("SET timezone = 'UTC'")
  }

  deinit { PQfinish(handle) }

  func execute(_ sql: String) throws {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
      throw failure
    }
  }

  var failure: HandFailure { HandFailure(description: String(cString: PQerrorMessage(handle))) }

  /// Runs `body` in a transaction that is rolled back.
  func undo<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN")
    defer { try? execute("ROLLBACK") }
    return try body()
  }
}

/// A prepared statement with binary parameters and results.
final class HandStatement {
  private let connection: HandConnection
  private let name: String
  private var values: [UnsafePointer<CChar>?]
  private var lengths: [Int32]
  private let formats: [Int32]
  private let buffer: UnsafeMutableRawPointer
  private var used = 0

  init(_ sql: String, parameters: Int, on connection: HandConnection) throws {
    self.connection = connection
    name = "by_hand_\(UInt(bitPattern: sql.hashValue))"
    values = Array(repeating: nil, count: parameters)
    lengths = Array(repeating: 0, count: parameters)
    formats = Array(repeating: 1, count: parameters)
    buffer = .allocate(byteCount: 1 << 16, alignment: 8)
    let result = PQprepare(connection.handle, name, sql, 0, nil)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw connection.failure }
  }

  deinit {
    buffer.deallocate()
    try? connection.execute("DEALLOCATE \(name)")
  }

  func bind(_ value: some FixedWidthInteger, at index: Int) {
    let bytes = buffer + used
    bytes.storeBytes(of: value.bigEndian, as: type(of: value))
    set(bytes, MemoryLayout.size(ofValue: value), at: index)
  }

  func bind(_ value: Double, at index: Int) { bind(value.bitPattern, at: index) }

  func bind(_ value: Bool, at index: Int) { bind(UInt8(value ? 1 : 0), at: index) }

  func bind(_ value: Date?, at index: Int) {
    guard let value else { return values[index] = nil }
    bind(Int64(value.timeIntervalSinceReferenceDate * 1e6) + 31_622_400_000_000, at: index)
  }

  func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 { text in
      if let start = text.baseAddress { (buffer + used).copyMemory(from: start, byteCount: text.count) }
      set(buffer + used, text.count, at: index)
    }
  }

  /// An array of `bigint`.
  func bind(_ keys: [Int64], at index: Int) {
    let start = buffer + used
    var place = start
    func store(_ value: some FixedWidthInteger) {
      place.storeBytes(of: value.bigEndian, as: type(of: value))
      place += MemoryLayout.size(ofValue: value)
    }
    for value in [1, 0, 20, Int32(keys.count), 1] { store(value) }
    for key in keys {
      store(Int32(8))
      place.storeBytes(of: key.bigEndian, toByteOffset: 0, as: Int64.self)
      place += 8
    }
    set(start, place - start, at: index)
  }

  private func set(_ bytes: UnsafeMutableRawPointer, _ count: Int, at index: Int) {
    values[index] = UnsafePointer(bytes.assumingMemoryBound(to: CChar.self))
    lengths[index] = Int32(count)
    used += (count + 8) & ~7
  }

  /// Runs the statement, and calls `body` with the result and the number of each row.
  @discardableResult
  func run(_ body: (OpaquePointer, Int32) throws -> Void = { _, _ in }) throws -> Int {
    used = 0
    let result = PQexecPrepared(connection.handle, name, Int32(values.count), values, lengths, formats, 1)
    defer { PQclear(result) }
    guard let result, PQresultStatus(result) == PGRES_TUPLES_OK || PQresultStatus(result) == PGRES_COMMAND_OK else {
      throw connection.failure
    }
    let count = PQntuples(result)
    for row in 0..<count { try body(result, row) }
    return Int(count)
  }
}
