import CSQLite
import PostilQuery

/// The functions that queries call, beside those of decimal numbers. The schema can't use them, because other programs don't have them.
/// Source: SQLite, "Function Flags", `SQLITE_DIRECTONLY`.
@_spi(Bridges) public enum QueryFunctions {
  private static let functions: [Function] = [.jsonSet, .localTime, .startOfDay, .startOfMonth, .startOfYear]

  /// Adds the functions to a connection, and those of decimal numbers. Returns SQLite's result code.
  public static func add(to handle: OpaquePointer) -> Int32 {
    for (index, function) in functions.enumerated() {
      let code = sqlite3_create_function_v2(
        handle, function.rawValue, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
        UnsafeMutableRawPointer(bitPattern: index + 1),
        { call, count, values in
          guard let call else { return }
          let function = QueryFunctions.functions[Int(bitPattern: sqlite3_user_data(call)) - 1]
          QueryFunctions.run(function, UnsafeBufferPointer(start: values, count: Int(count)), call)
        }, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    let code = PercentileFunction.add(to: handle)
    return code == SQLITE_OK ? DecimalFunctions.add(to: handle) : code
  }

  private static func run(_ function: Function, _ values: UnsafeBufferPointer<OpaquePointer?>, _ call: OpaquePointer) {
    guard values.count >= 2, !values.contains(where: { sqlite3_value_type($0) == SQLITE_NULL }) else {
      return sqlite3_result_null(call)
    }
    if function == .jsonSet { setJSON(values, call) } else { setTime(function, values, call) }
  }

  /// `postil_json_set("address", '["city"]', '"Oslo"')`, without a value to remove the key, or with 1 at the end to append it to an array.
  /// Unlike SQLite's own functions, it keeps the keys sorted, so that equal values are equal texts, and creates no objects that the path
  /// leads through.
  private static func setJSON(_ values: UnsafeBufferPointer<OpaquePointer?>, _ call: OpaquePointer) {
    let texts = values.map { String(decoding: text($0), as: UTF8.self) }
    let keys = JSONScanner.elements(text(values[1])) ?? []
    let value = texts.count >= 3 ? texts[2] : nil
    var result = JSONScanner.setting(keys[...], of: texts[0], to: value, isElement: texts.count == 4) ?? texts[0]
    result.withUTF8 { postil_result_text_copy(call, $0.baseAddress, UInt64($0.count)) }
  }

  /// `postil_start_of_day(?1, "paid_at")` with the name of a time zone. A time is a text, or a number of seconds since 1970 followed by
  /// `'unixepoch'`, and a start has the same form. A local time is a text.
  private static func setTime(
    _ function: Function, _ values: UnsafeBufferPointer<OpaquePointer?>, _ call: OpaquePointer
  ) {
    guard let clock = LocalClock(identifier: String(decoding: text(values[0]), as: UTF8.self)) else {
      return sqlite3_result_error(call, "unknown time zone", -1)
    }
    let isNumber = values.count == 3
    let seconds =
      isNumber
      ? Int64(exactly: sqlite3_value_double(values[1]).rounded(.down)) : DateText.instant(text(values[1]))?.seconds
    guard let seconds, Instant.range ~= seconds else { return sqlite3_result_null(call) }
    let result = function == .localTime ? clock.localTime(at: seconds) : clock.start(function, at: seconds)
    guard Instant.range ~= result else { return sqlite3_result_null(call) }
    if isNumber, function != .localTime { return sqlite3_result_int64(call, result) }
    withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.write(Instant(seconds: result, nanoseconds: 0), to: buffer)
      postil_result_text_copy(call, buffer.baseAddress, UInt64(count))
    }
  }

  private static func text(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let text = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
  }
}
