import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSchema

extension ModelColumn {
  /// The cell of a stored value. A value that isn't valid for the column's type is shown as it is stored.
  /// - Parameter limit: the number of Unicode scalars of a text that are shown.
  package func cell(of loaded: LoadedValue, limit: Int = Cell.maximumText) -> JSONTree {
    guard let value = loaded.value else { return .null }
    if let size = loaded.size, case .text(let start) = value {
      return [
        "text": ["size": .integer(Int64(size)), "start": .string(String(start.unicodeScalars.prefix(limit)))]
      ]
    }
    return meaning(of: value) ?? JSONTree(cell: value, limit: limit)
  }

  /// The cell of a stored value, whole. A blob is `{"base64": …}`, as in requests.
  package func wholeCell(of value: SQLValue?) -> JSONTree {
    guard let value else { return .null }
    if let cell = meaning(of: value) { return cell }
    if case .blob(let bytes) = value { return ["base64": .string(Data(bytes).base64EncodedString())] }
    return JSONTree(cell: value, limit: Int.max)
  }

  /// The cell of a value that isn't shown as it is stored; `nil` for all others.
  private func meaning(of value: SQLValue) -> JSONTree? {
    switch (type, value) {
    case (.boolean, .integer(let number)) where number == 0 || number == 1: .bool(number == 1)
    case (.timestamp, .text(var text)), (.iso8601Milliseconds, .text(var text)):
      text.withUTF8 { DateText.instant(UnsafeRawBufferPointer($0)) }.map { .string($0.iso8601) }
    case (.unixSeconds, _): date(UnixSeconds.self, value)
    case (.unixMilliseconds, _): date(UnixMilliseconds.self, value)
    case (.julianDay, _): date(JulianDay.self, value)
    case (.referenceDate, _): date(ReferenceDate.self, value)
    case (.uuidBytes, .blob): StoredValueReader.decode(UUIDBytes.self, value).map { .string($0.uuidString) }
    // JavaScript can't tell 5.0 from 5, which is another value here.
    case (.any, .real(let number)) where number.isFinite && number == number.rounded(): ["real": .string("\(number)")]
    case (.unsignedInteger(64), .text(let text)): UInt64(text).map { ["int": .string(String($0))] }
    default: nil
    }
  }

  private func date<Value: ColumnValue>(_ type: Value.Type, _ value: SQLValue) -> JSONTree?
  where Value.Plain == Date {
    StoredValueReader.decode(type, value).flatMap { Instant(timeInterval: $0.timeIntervalSinceReferenceDate) }
      .map { .string($0.iso8601) }
  }
}
