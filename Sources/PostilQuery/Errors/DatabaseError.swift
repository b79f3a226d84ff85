/// The engine refused a statement, for a reason that is no constraint of the schema.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// The primary result code: 5 is `SQLITE_BUSY`. Source: SQLite, "Result and Error Codes".
  public let code: Int32
  /// The result code with its detail: 517 is `SQLITE_BUSY_SNAPSHOT`.
  public let extendedCode: Int32
  /// The engine's message.
  public let message: String
  /// The statement, `nil` where none was running.
  public let sql: String?
  /// The values bound to the statement; left out of ``description``, for they may be private. Empty where the statement is
  /// one fixed at build time, whose values are not kept.
  public let bindings: [Binding]

  /// The engine's codes and message, and the statement that it refused.
  public init(code: Int32, extendedCode: Int32, message: String, sql: String? = nil, bindings: [Binding] = []) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.bindings = bindings
  }

  /// The codes, the message and the statement, without the values bound to it.
  public var description: String {
    "SQLite error \(code) (extended \(extendedCode)): \(message)" + (sql.map { ", in: \($0)" } ?? "")
  }
}
