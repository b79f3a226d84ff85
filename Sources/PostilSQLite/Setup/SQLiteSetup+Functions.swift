import CSQLite
import PostilQuery

/// A function that the program added to SQLite has thrown an error.
public struct SQLFunctionError: Error, CustomStringConvertible {
  /// The name of the function.
  public let function: String
  /// What it has thrown.
  public let underlyingError: any Error
  /// The statement that called it.
  public internal(set) var sql: String?

  /// The function, its error and the statement.
  public var description: String {
    "the SQL function '\(function)' failed: \(underlyingError)" + (sql.map { ", in: \($0)" } ?? "")
  }
}

/// The last errors of the functions of a connection, which SQLite only passes on as text. There can be several in one statement: after
/// one has failed, SQLite still asks aggregates for their results.
final class FunctionFailures {
  private var last: [(error: SQLFunctionError, message: String)] = []

  /// Keeps an error.
  /// - Returns: its message for SQLite.
  func record(_ error: any Error, of function: String) -> String {
    let failure = SQLFunctionError(function: function, underlyingError: error, sql: nil)
    last = last.suffix(7) + [(failure, failure.description)]
    return failure.description
  }

  /// The error that SQLite reports with `message`, `nil` if it is another one.
  func take(_ message: String, sql: String) -> SQLFunctionError? {
    defer { last = [] }
    guard var error = last.first(where: { $0.message == message })?.error else { return nil }
    error.sql = sql
    return error
  }
}

extension SQLiteSetup {
  /// Adds a function, which SQL calls by its name. Its arguments and its result may be of every type that a column can have:
  ///
  ///     try db.add(function: "slug") { (text: String) in text.lowercased().replacing(" ", with: "-") }
  ///
  /// An optional parameter receives `NULL` as `nil`. If an argument of any other parameter is `NULL`, the result is `NULL` and the
  /// closure isn't called, as with most of SQLite's own functions. What the closure throws makes the statement throw
  /// ``SQLFunctionError``, and so does an argument of another type.
  /// - Parameters:
  ///   - name: the name, in any case. A function of SQLite with the same name and number of arguments is replaced.
  ///   - isDeterministic: whether the result depends on the arguments only and the function has no side effects. The schema can use
  ///     only such functions: in checks, indexes, generated columns, views and triggers.
  ///   - body: the function. It must not use the store.
  /// - Throws: ``DatabaseError`` if SQLite refuses the name.
  public func add<each Argument: ColumnValue, Result: ColumnValue>(
    function name: String, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) throws {
    var count: Int32 = 0
    for _ in repeat (each Argument).self { count += 1 }
    let context = FunctionContext(name: name, failures: failures) { (arguments: inout FunctionArguments) in
      if arguments.hasNull(for: repeat (each Argument).self) { return .null }
      let values = (repeat try (each Argument)._read(from: &arguments))
      return try body(repeat each values)._boundValue
    }
    let flags = isDeterministic ? SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS : 0
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8 | flags, Unmanaged.passRetained(context).toOpaque(),
      { call, count, values in
        guard let call, let context = sqlite3_user_data(call) else { return }
        Unmanaged<FunctionContext>.fromOpaque(context).takeUnretainedValue()
          .run(FunctionArguments(values: values, count: Int(count)), call)
      }, nil, nil, { $0.map { Unmanaged<FunctionContext>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw DatabaseError(opening: path, code: code, handle: handle) }
  }
}

private final class FunctionContext {
  private let name: String
  private let failures: FunctionFailures
  private let body: (inout FunctionArguments) throws -> BoundValue

  init(name: String, failures: FunctionFailures, body: @escaping (inout FunctionArguments) throws -> BoundValue) {
    self.name = name
    self.failures = failures
    self.body = body
  }

  func run(_ arguments: FunctionArguments, _ call: OpaquePointer) {
    var arguments = arguments
    failures.setResult(of: call, name) { try body(&arguments) }
  }
}

extension FunctionFailures {
  /// Makes what `body` returns the result of a call of a function, or what it throws its error.
  func setResult(of call: OpaquePointer, _ function: String, _ body: () throws -> BoundValue) {
    do {
      let value = try body()
      if case .unstorable(let error) = value { throw error }
      value.setResult(of: call)
    } catch {
      sqlite3_result_error(call, record(error, of: function), -1)
    }
  }
}

extension BoundValue {
  /// Makes the value the result of a call.
  fileprivate func setResult(of call: OpaquePointer) {
    switch self {
    case .null, .unstorable: sqlite3_result_null(call)
    case .integer(let value): sqlite3_result_int64(call, value)
    case .real(let value): sqlite3_result_double(call, value)
    case .text(var text): text.withUTF8 { postil_result_text_copy(call, $0.baseAddress, UInt64($0.count)) }
    case .blob(let bytes): bytes.withUnsafeBytes { postil_result_blob_copy(call, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
