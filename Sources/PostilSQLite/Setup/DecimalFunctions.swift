import CSQLite
import PostilQuery

/// The functions of decimal numbers that queries call: `postil_decimal_add("price", ?1)`. A result is exact or an error.
///
/// Views can use the aggregates; other programs, which don't have them, can read the rest of the file. The schema can't use the other
/// functions, because no program without them could write a row. Source: SQLite, "Function Flags", `SQLITE_DIRECTONLY`.
enum DecimalFunctions {
  private static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC

  private enum Scalar: String, CaseIterable {
    case add, subtract, multiply, divide, round, abs
  }

  /// Adds the functions and the collation to a connection. Returns SQLite's result code.
  static func add(to handle: OpaquePointer) -> Int32 {
    for (index, scalar) in Scalar.allCases.enumerated() {
      let code = sqlite3_create_function_v2(
        handle, "postil_decimal_" + scalar.rawValue, scalar == .abs ? 1 : 2, flags | SQLITE_DIRECTONLY,
        UnsafeMutableRawPointer(bitPattern: index + 1),
        { call, count, values in
          guard let call else { return }
          let scalar = Scalar.allCases[Int(bitPattern: sqlite3_user_data(call)) - 1]
          DecimalFunctions.run(scalar, UnsafeBufferPointer(start: values, count: Int(count)), call)
        }, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    for (name, isAverage) in [("sum", false), ("average", true)] {
      let code = sqlite3_create_window_function(
        handle, "postil_decimal_" + name, 1, flags | SQLITE_INNOCUOUS,
        UnsafeMutableRawPointer(bitPattern: isAverage ? 1 : 0),
        { call, _, values in DecimalFunctions.step(call, values?[0], isInverse: false) },
        { call in DecimalFunctions.finish(call) }, { call in DecimalFunctions.finish(call) },
        { call, _, values in DecimalFunctions.step(call, values?[0], isInverse: true) }, nil)
      guard code == SQLITE_OK else { return code }
    }
    return postil_add_decimal_collation(handle)
  }

  /// The number in an argument; `nil` if there is none, which is an error.
  private static func number(_ value: OpaquePointer?, _ call: OpaquePointer) -> DecimalParts? {
    let text = sqlite3_value_text(value)
    // Another program may have written 1e30000000. The range is that of `Decimal`, which has 38 digits.
    if let number = DecimalParts(UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))),
      number.significand == 0 || -128...165 ~= number.exponent
    {
      return number
    }
    sqlite3_result_error(
      call, "a value is not a decimal number of at most 38 significant digits in the range of 'Decimal'", -1)
    return nil
  }

  private static func setResult(_ result: DecimalParts?, _ call: OpaquePointer) {
    guard let result else {
      let message = "a decimal number with more than 38 significant digits; round the operands, or compute it in Swift"
      return sqlite3_result_error(call, message, -1)
    }
    var text = result.text
    text.withUTF8 { postil_result_text_copy(call, $0.baseAddress, UInt64($0.count)) }
  }

  private static func run(_ scalar: Scalar, _ values: UnsafeBufferPointer<OpaquePointer?>, _ call: OpaquePointer) {
    if values.contains(where: { sqlite3_value_type($0) == SQLITE_NULL }) { return sqlite3_result_null(call) }
    guard let left = number(values[0], call) else { return }
    switch scalar {
    case .abs: return setResult(left.magnitude, call)
    case .round: return setResult(left.rounded(toDigits: Int(clamping: sqlite3_value_int64(values[1]))), call)
    case .add, .subtract, .multiply, .divide: break
    }
    guard let right = number(values[1], call) else { return }
    switch scalar {
    case .add: setResult(left.adding(right), call)
    case .subtract: setResult(left.adding(-right), call)
    case .multiply: setResult(left.multiplied(by: right), call)
    case .divide where right.significand == 0: sqlite3_result_null(call)
    default: setResult(left.divided(by: right), call)
    }
  }

  private static func step(_ call: OpaquePointer?, _ value: OpaquePointer?, isInverse: Bool) {
    guard let call, sqlite3_value_type(value) != SQLITE_NULL else { return }
    guard let group = DecimalSum(call, isNew: true) else { return sqlite3_result_error_nomem(call) }
    guard let number = number(value, call) else { return }
    group.add(isInverse ? -number : number)
    group.state.pointee.count += isInverse ? -1 : 1
  }

  private static func finish(_ call: OpaquePointer?) {
    guard let call else { return }
    guard let group = DecimalSum(call, isNew: false), group.state.pointee.count > 0 else {
      return sqlite3_result_null(call)
    }
    let isAverage = sqlite3_user_data(call) != nil
    let count = DecimalParts(significand: WideUInt(group.state.pointee.count))
    setResult(isAverage ? group.sum?.divided(by: count) : group.sum, call)
  }
}
