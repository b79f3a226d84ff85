import CSQLite
import Foundation
@testable import PostilQuery

/// The texts of cursors, and the bytes inside them.
@Sendable
func fuzzCursors(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let decoded = Base64URL.bytes(of: text) {
    require(Base64URL.text(of: decoded).utf8.elementsEqual(text.utf8), "bytes have one text")
  }
  _ = try? Cursor<Int>(text, verifiedBy: NoSigner())
  let signed = Base64URL.text(of: [1] + [UInt8](repeating: 0, count: 16) + bytes)
  if let cursor = try? Cursor<Int>(signed, verifiedBy: NoSigner()) {
    let again = try? Cursor<Int>(cursor.text(signedBy: NoSigner()), verifiedBy: NoSigner())
    require(again.map { "\($0.position)" } == "\(cursor.position)", "a cursor that was read is written as the same")
  }
}

/// Accepts every text that has zeros as its code.
private struct NoSigner: CursorSigner {
  func authenticationCode(for message: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 16) }
}

@Sendable
func fuzzDates(_ bytes: UnsafeRawBufferPointer) {
  guard let instant = DateText.instant(bytes) else { return }
  var buffer = [UInt8](repeating: 0, count: DateText.maximumLength)
  let count = buffer.withUnsafeMutableBytes { DateText.write(instant, to: $0) }
  let again = buffer.withUnsafeBytes { DateText.instant(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  require(
    again.map { $0.seconds == instant.seconds && $0.nanoseconds == instant.nanoseconds } == true,
    "a date that was read is written as the same")
}

/// The texts of decimal numbers, of large integers and of UUIDs.
@Sendable
func fuzzDecimals(_ bytes: UnsafeRawBufferPointer) {
  if let value = DecimalText.value(bytes) {
    let text = DecimalText.text(value)
    let again = Array(text.utf8).withUnsafeBytes { DecimalText.value($0) }
    require(again == value, "a number that was read is written as the same: \(value), \(text)")
  }
  _ = WideDigits.value(bytes)
  _ = UUIDText.value(bytes)
}

/// Keys in JSON paths, compared with SQLite, and the JSON that SQLite's aggregates write.
@Sendable
func fuzzJSON(_ bytes: UnsafeRawBufferPointer) {
  _ = JSONScanner.elements(bytes)
  _ = JSONScanner.members(bytes)
  let key = String(decoding: bytes, as: UTF8.self)
  let path = JSONNode(_ExpressionNode(.value(.null))).member(key).path
  // Other keys are bindings.
  guard path != "$" else { return }
  require(PathDatabase.shared.value(of: key, at: path) == 42, "SQLite finds the key of a path")
}

/// A database in memory that evaluates paths.
private final class PathDatabase: @unchecked Sendable {
  static let shared = PathDatabase()
  private var handle: OpaquePointer?
  private var statement: OpaquePointer?

  private init() {
    sqlite3_open(":memory:", &handle)
    sqlite3_prepare_v2(handle, "SELECT json_extract(json_object(?1, 42), ?2)", -1, &statement, nil)
  }

  func value(of key: String, at path: String) -> Int64 {
    postil_bind_text_copy(statement, 1, key, UInt64(key.utf8.count))
    postil_bind_text_copy(statement, 2, path, UInt64(path.utf8.count))
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1
  }
}
