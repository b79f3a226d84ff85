import Foundation

/// A part of a transaction that is too large for one message.
public struct SyncPart: Codable, Sendable {
  /// The number and the time of the transaction.
  public var transaction: Int64
  public var time: Int64
  /// How many bytes the whole transaction has, as JSON, and their hash.
  public var size: Int
  public var hash: String
  /// How many bytes come before this part.
  public var offset: Int
  /// The bytes. The first part of a transaction is empty: the answer says how much of it the server has already.
  public var bytes: Data

  /// Creates a part.
  public init(transaction: Int64, time: Int64, size: Int, hash: String, offset: Int, bytes: Data) {
    (self.transaction, self.time, self.size, self.hash) = (transaction, time, size, hash)
    (self.offset, self.bytes) = (offset, bytes)
  }
}

/// A value of an answer that is too large for it. The row has `null` instead, and the device asks for the bytes.
public struct SyncLargeValue: Codable, Sendable {
  /// The position of the row in ``SyncTableRows/rows``, and that of the column.
  public var row: Int
  public var column: Int
  /// How many bytes the value has.
  public var size: Int
  /// The version of the row. The server has no bytes of other versions.
  public var version: Int64

  /// Creates the description of a value.
  public init(row: Int, column: Int, size: Int, version: Int64) {
    (self.row, self.column, self.size, self.version) = (row, column, size, version)
  }
}

/// Asks for bytes of a value that was too large for an answer.
public struct SyncValueRequest: Codable, Sendable {
  /// The table, the row's key and the column.
  public var table: String
  public var key: [SyncValue]
  public var column: String
  /// The version of the row.
  public var version: Int64
  /// How many bytes of the value the device has.
  public var offset: Int

  /// Creates a request.
  public init(table: String, key: [SyncValue], column: String, version: Int64, offset: Int) {
    (self.table, self.key, self.column) = (table, key, column)
    (self.version, self.offset) = (version, offset)
  }
}

/// A hash that is the same in every process: FNV-1a with 64 bits.
package struct StableHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of bytes: Data) { bytes.withUnsafeBytes { add($0) } }

  /// Adds a text and its end.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    value = (value ^ 0xff) &* 0x100_0000_01b3
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Up to 13 letters and digits.
  package var text: String { String(value, radix: 36) }
}

extension SyncValue {
  /// About how many bytes it has in a message.
  package var size: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let text): text.utf8.count + 3
    case .blob(let bytes), .malformedText(let bytes): bytes.count * 4 / 3 + 10
    }
  }
}

extension SyncTransaction {
  /// About how many bytes it has in a message.
  package var size: Int { changes.reduce(0) { $0 + $1.size } }
}

extension SyncChange {
  /// About how many bytes it has in a message.
  package var size: Int {
    var size = 60 + key.reduce(0) { $0 + $1.size }
    for list in [values, before ?? [:]] { size += list.reduce(0) { $0 + $1.key.utf8.count + $1.value.size } }
    for change in (members ?? [:]).values {
      size += change.set.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
      size += change.removed.reduce(0) { $0 + $1.utf8.count }
    }
    return size
  }
}
