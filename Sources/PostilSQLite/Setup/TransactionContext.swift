import CSQLite
import PostilQuery

/// The values of the open transaction that SQL reads with `postil_context('name')`.
final class TransactionContext {
  @exclusivity(unchecked) var values: [String: String] = [:]

  /// Adds the function. The connection keeps `self` as long as it is open.
  func install(on handle: OpaquePointer) {
    // A trigger may call it even in an untrusted file: it only tells what the program itself has said.
    sqlite3_create_function_v2(
      handle, "postil_context", 1, SQLITE_UTF8 | SQLITE_INNOCUOUS, Unmanaged.passUnretained(self).toOpaque(),
      { call, _, values in
        guard let call else { return }
        let context = Unmanaged<TransactionContext>.fromOpaque(sqlite3_user_data(call)).takeUnretainedValue()
        var arguments = FunctionArguments(values: values, count: 1)
        guard var value = (try? arguments.readString()).flatMap({ context.values[$0] }) else {
          return sqlite3_result_null(call)
        }
        value.withUTF8 { postil_result_text_copy(call, $0.baseAddress, UInt64($0.count)) }
      }, nil, nil, nil)
  }
}
